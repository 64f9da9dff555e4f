import { HOUR_MS } from '#domain/days.ts';
import { ChainUnreachable } from '#domain/json-rpc.ts';
import type { Chain } from '#worker/platform/chain/chain.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import { moveSweep, readCursor, type Sweep } from './repository.ts';
import { readRange } from './scan.ts';

/** Duration of a pass over the whole history: one day less than the promised 7, in case runs fail. */
const PASS_MS = 6 * 24 * HOUR_MS;
/** Most ranges read per run, even after a long pause. */
const RANGES_PER_RUN = 100;

/** Ranges to read now out of a pass's total, in proportion to the time since the last one; at least one per hour. */
function rangesDue(ranges: number, sinceMs: number): number {
  const due = (ranges * sinceMs) / PASS_MS;
  if (due < 1) return sinceMs >= HOUR_MS ? 1 : 0;
  return Math.min(Math.ceil(due), ranges, RANGES_PER_RUN);
}

/** The first block that the sweep reads again: the chain's first one, or as far back as the chain asks for. */
const lowestOf = (chain: Chain, end: number) =>
  chain.sweepDepth === null ? chain.startBlock : Math.max(chain.startBlock, end + 1 - chain.sweepDepth);

/**
 * Reads the chain's history again and again, so that an event missing from one answer is found within 7 days, wherever
 * the cursor is.
 */
export async function sweepChain(ctx: Ctx, chain: Chain): Promise<void> {
  const cursor = await readCursor(ctx.db, chain.id);
  if (!cursor || cursor.block_number < chain.startBlock) return;
  const { swept_to, swept_at } = cursor;
  if (swept_to === null || swept_at === null) {
    await moveSweep(ctx.db, chain.id, null, { swept_to: chain.startBlock - 1, swept_at: nowIso(ctx) });
    return;
  }
  const ranges = Math.ceil(
    (cursor.block_number + 1 - lowestOf(chain, cursor.block_number)) / chain.scanRange,
  );
  const due = rangesDue(ranges, ctx.clock() - Date.parse(swept_at));
  if (due > 0) await sweepRanges(ctx, chain, { swept_to, swept_at }, { due, end: cursor.block_number });
}

async function sweepRanges(
  ctx: Ctx,
  chain: Chain,
  begun: Sweep,
  { due, end }: { due: number; end: number },
): Promise<void> {
  const head = await chain.head();
  let sweep = begun;
  for (let range = 0; range < due; range += 1) {
    const lowest = lowestOf(chain, end);
    const from = sweep.swept_to >= end ? lowest : Math.max(lowest, sweep.swept_to + 1);
    const to = Math.min(from + chain.scanRange - 1, end);
    if (to > head || !(await readAgain(ctx, chain, { from, to }))) return;
    const next = { swept_to: to, swept_at: nowIso(ctx) };
    if (!(await moveSweep(ctx.db, chain.id, sweep, next))) return;
    sweep = next;
  }
}

/** Whether the range was read. An event that can't be recorded doesn't stop the rest. */
async function readAgain(ctx: Ctx, chain: Chain, range: { from: number; to: number }) {
  try {
    return (await readRange(ctx, chain, range)) !== null;
  } catch (error) {
    if (error instanceof ChainUnreachable) throw error;
    ctx.log.error('sweep_failed', error, { chain: chain.id, from: range.from });
    return true;
  }
}
