import { type Chain, ChainUnreachable } from '../../platform/chain/chain.ts';
import { type Ctx, nowIso } from '../../platform/context.ts';
import type { Statement } from '../../platform/db/client.ts';
import { commit } from '../../platform/db/commit.ts';
import type { ChainEventRow } from '../../platform/db/registry-schema.ts';
import { isConfirmed, judge } from '../ledger/blocks.ts';
import { effectOf, reversalOf } from './effects.ts';
import { guardChange, moveTried, readTried, setChange, unconfirmedChanges } from './repository.ts';

const AT_ONCE = 50;

/** Runs a guarded batch; false when something changed meanwhile, and then nothing was done. */
const guarded = (ctx: Ctx, change: ChainEventRow, statements: Statement[]): Promise<boolean> =>
  commit(ctx, [guardChange(ctx.db, change), ...statements], () => false);

/**
 * Lets an event that has enough confirmations take effect, exactly once. False when it could not do so now: the scheduled
 * run tries again. One event that cannot be worked off must not keep the others, or the reading of the chain, waiting.
 */
export async function confirmChange(ctx: Ctx, change: ChainEventRow): Promise<boolean> {
  try {
    return await takeEffect(ctx, change);
  } catch (error) {
    if (error instanceof ChainUnreachable) throw error;
    ctx.log.error('event_failed', error, { kind: change.kind, chain: change.chainId, event: change.id });
    return false;
  }
}

async function takeEffect(ctx: Ctx, change: ChainEventRow): Promise<boolean> {
  const effect = await effectOf(ctx, change);
  if (!effect) {
    ctx.log.warn('event_waits', { kind: change.kind, chain: change.chainId, block: change.blockNumber });
    return false;
  }
  const { statements, fromStatus } = effect;
  const confirmed = { status: 'confirmed', fromStatus, confirmedAt: nowIso(ctx) } as const;
  return guarded(ctx, change, [...statements, setChange(ctx.db, change.id, confirmed)]);
}

/** The event's block is no longer part of the chain: what it had changed is taken back. */
export async function takeBack(ctx: Ctx, change: ChainEventRow): Promise<boolean> {
  const reversal = change.status === 'confirmed' ? await reversalOf(ctx, change) : [];
  const done = await guarded(ctx, change, [
    ...reversal,
    setChange(ctx.db, change.id, { status: 'orphaned', confirmedAt: null }),
  ]);
  if (done)
    ctx.log.warn('event_orphaned', { kind: change.kind, chain: change.chainId, block: change.blockNumber });
  return done;
}

/** Takes those of the events back whose block is proven to be gone, in the order given, and returns those that stand. */
export async function stillStanding(
  ctx: Ctx,
  chain: Chain,
  changes: readonly ChainEventRow[],
  head: number,
): Promise<ChainEventRow[]> {
  const { standing, gone } = await judge(ctx, chain, changes, head);
  for (const change of gone) await takeBack(ctx, change);
  return standing;
}

/** Events to try in this run. When there are more than one run takes, each has its turn, also behind some that never succeed. */
async function nextInTurn(ctx: Ctx, chain: Chain): Promise<ChainEventRow[]> {
  const oldest = await unconfirmedChanges(ctx.db, chain.id, AT_ONCE + 1, null);
  if (oldest.length <= AT_ONCE) return oldest;
  const tried = await readTried(ctx.db, chain.id);
  const next = tried ? await unconfirmedChanges(ctx.db, chain.id, AT_ONCE, tried) : [];
  const lot = next.length > 0 ? next : oldest.slice(0, AT_ONCE);
  const last = lot.at(-1);
  if (last) await moveTried(ctx.db, chain.id, last);
  return lot;
}

/** Confirms events that are deep enough by now and shown in their very block, in the order of the chain. */
export async function confirmChanges(ctx: Ctx, chain: Chain): Promise<void> {
  const waiting = await nextInTurn(ctx, chain);
  if (waiting.length === 0) return;
  const head = await chain.head();
  for (const change of await stillStanding(ctx, chain, waiting, head)) {
    if (isConfirmed(chain, change.blockNumber, head)) await confirmChange(ctx, change);
  }
}
