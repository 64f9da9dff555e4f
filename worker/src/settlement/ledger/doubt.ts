import type { Chain, ChainEvent } from '#worker/platform/chain/chain.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { reverseGone } from './confirm.ts';
import type { Effects } from './effect.ts';
import { type InBlock, identityOf, standingAt, standingIn } from './repository.ts';

/** How many recorded events per run are checked against the chain, beyond those in the range. */
const DOUBTED = 50;

/** Checks recorded events that the range doesn't show against the chain, newest first. */
export async function doubtRange(
  ctx: Ctx,
  chain: Chain,
  effects: Effects,
  events: readonly ChainEvent[],
  range: { from: number; to: number },
): Promise<void> {
  const shown = new Set(events.map((event) => `${identityOf(event)}:${event.block.hash}`));
  const rows = await standingIn(ctx.db, chain.id, range.from, range.to, events.length + DOUBTED);
  const missing = rows.filter((row) => !shown.has(`${identityOf(row)}:${row.block_hash}`));
  await reverseGone(ctx, chain, effects, missing);
}

const isIn = (block: InBlock) => (row: InBlock) =>
  row.block_number === block.block_number && row.block_hash === block.block_hash;

/**
 * The same for events recorded in these very blocks.
 * @returns the blocks in which no recorded event is left
 */
export async function doubtBlocks<Doubted extends InBlock>(
  ctx: Ctx,
  chain: Chain,
  effects: Effects,
  blocks: readonly Doubted[],
): Promise<Doubted[]> {
  const heights = [...new Set(blocks.map(({ block_number }) => block_number))];
  const standing = await standingAt(ctx.db, chain.id, heights);
  const inThem = standing.filter((row) => blocks.some((block) => isIn(block)(row)));
  await reverseGone(ctx, chain, effects, inThem);
  const left = await standingAt(ctx.db, chain.id, heights);
  return blocks.filter((block) => !left.some(isIn(block)));
}
