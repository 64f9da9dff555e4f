import type { Chain, ChainEvent } from '../../platform/chain/chain.ts';
import type { Ctx } from '../../platform/context.ts';
import { stillStanding } from './confirm.ts';
import type { Effects } from './effect.ts';
import { identityOf, standingAt, standingIn } from './repository.ts';

/** Recorded events of a range, beyond those that it shows, that one run holds against the chain. */
const DOUBTED = 50;

/** Holds recorded events of a range against the chain, where the range does not show them there. Newest first. */
export async function doubtRange(
  ctx: Ctx,
  chain: Chain,
  effects: Effects,
  events: readonly ChainEvent[],
  range: { from: number; to: number; head: number },
): Promise<void> {
  const shown = new Set(events.map((event) => `${identityOf(event)}:${event.block.hash}`));
  const rows = await standingIn(ctx.db, chain.id, range.from, range.to, events.length + DOUBTED);
  const missing = rows.filter((row) => !shown.has(`${identityOf(row)}:${row.blockHash}`));
  await stillStanding(ctx, chain, effects, missing, range.head);
}

/**
 * The same for events recorded at these heights.
 * @returns the heights at which some are recorded still
 */
export async function doubtHeights(
  ctx: Ctx,
  chain: Chain,
  effects: Effects,
  heights: readonly number[],
  head: number,
): Promise<number[]> {
  await stillStanding(ctx, chain, effects, await standingAt(ctx.db, chain.id, heights), head);
  return (await standingAt(ctx.db, chain.id, heights)).map((row) => row.blockNumber);
}
