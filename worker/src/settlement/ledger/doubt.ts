import type { Chain, ChainEvent } from '../../platform/chain/chain.ts';
import type { Ctx } from '../../platform/context.ts';
import { stillStanding } from './confirm.ts';
import type { Effects } from './effect.ts';
import { identityOf, standingAt, standingIn } from './repository.ts';

/** How many recorded events per run are checked against the chain, beyond those in the range. */
const DOUBTED = 50;

/** Checks recorded events that the range doesn't show against the chain, newest first. */
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
 * @returns the heights that still have recorded events
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
