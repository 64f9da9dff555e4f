import { ChainUnreachable } from '#domain/json-rpc.ts';
import { bookTransaction, cancelEntry } from '#worker/money/entries/repository.ts';
import type { Chain, ChainEvent } from '#worker/platform/chain/chain.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { dropFee, markQuote } from '#worker/platform/db/figure-days.ts';
import { commit } from '#worker/platform/db/guard.ts';
import type { ChainEventRow } from '#worker/platform/db/registry-schema.ts';
import { judge } from './blocks.ts';
import type { Effects } from './effect.ts';
import {
  guardEvent,
  type InBlock,
  identityOf,
  moveTried,
  readTried,
  setEvent,
  standingAt,
  standingIn,
  unconfirmedEvents,
} from './repository.ts';

const AT_ONCE = 50;

/** Runs a guarded batch. False if something changed meanwhile; then nothing was written. */
const guarded = (ctx: Ctx, event: ChainEventRow, statements: Statement[]): Promise<boolean> =>
  commit(ctx, [guardEvent(ctx.db, event), ...statements], () => false);

/**
 * Applies an event that has enough confirmations, exactly once. False if it can't be applied now; the scheduled run
 * tries again. One failing event must not hold up the others or the reading of the chain.
 */
export async function confirmEvent(ctx: Ctx, effects: Effects, event: ChainEventRow): Promise<boolean> {
  try {
    return await takeEffect(ctx, effects, event);
  } catch (error) {
    if (error instanceof ChainUnreachable) throw error;
    ctx.log.error('event_failed', error, { kind: event.kind, chain: event.chain_id, event_id: event.id });
    return false;
  }
}

async function takeEffect(ctx: Ctx, effects: Effects, event: ChainEventRow): Promise<boolean> {
  const effect = await effects[event.kind].confirmed(ctx, event);
  if (!effect) {
    ctx.log.warn('event_waits', { kind: event.kind, chain: event.chain_id, block: event.block_number });
    return false;
  }
  const { statements, ...found } = effect;
  const confirmed = { ...found, status: 'confirmed', confirmed_at: nowIso(ctx) } as const;
  // The event's own row comes first: sums are set from the rows as they are then.
  return guarded(ctx, event, [
    setEvent(ctx.db, event.id, confirmed),
    ...statements,
    bookTransaction(ctx.db, event, nowIso(ctx)),
    markQuote(ctx.db, event.quote_id),
  ]);
}

/**
 * Undoes an event whose block is no longer on the chain, or that a node once showed otherwise.
 * @param guards what else must hold; false if it doesn't, and then nothing was written
 */
export async function takeBack(
  ctx: Ctx,
  effects: Effects,
  event: ChainEventRow,
  guards: readonly Statement[] = [],
): Promise<boolean> {
  const done = await guarded(ctx, event, [
    ...guards,
    setEvent(ctx.db, event.id, { status: 'orphaned', confirmed_at: null }),
    ...(await effects[event.kind].takenBack(ctx, event)),
    ...dropFee(ctx.db, event.chain_id, event.tx_hash),
    cancelEntry(ctx.db, event, nowIso(ctx)),
    markQuote(ctx.db, event.quote_id),
  ]);
  if (done)
    ctx.log.warn('event_orphaned', { kind: event.kind, chain: event.chain_id, block: event.block_number });
  return done;
}

/**
 * Reverses the events whose block is proven gone, and returns those that the chain confirms. Purchases go first:
 * otherwise, undoing a refund would briefly reinstate a policy whose purchase is gone too.
 */
async function reverseGone(
  ctx: Ctx,
  chain: Chain,
  effects: Effects,
  events: readonly ChainEventRow[],
): Promise<ChainEventRow[]> {
  const { confirmed, gone } = await judge(ctx, chain, events);
  const purchases = gone.filter(({ kind }) => kind === 'purchased');
  for (const event of new Set([...purchases, ...gone])) await takeBack(ctx, effects, event);
  return confirmed;
}

/**
 * Events to try in this run. If there are too many for one run, each gets its turn, even behind some that never
 * succeed.
 */
async function nextInTurn(ctx: Ctx, chain: Chain): Promise<ChainEventRow[]> {
  const oldest = await unconfirmedEvents(ctx.db, chain.id, AT_ONCE + 1, null);
  if (oldest.length <= AT_ONCE) return oldest;
  const tried = await readTried(ctx.db, chain.id);
  const next = tried ? await unconfirmedEvents(ctx.db, chain.id, AT_ONCE, tried) : [];
  const batch = next.length > 0 ? next : oldest.slice(0, AT_ONCE);
  const last = batch.at(-1);
  if (last) await moveTried(ctx.db, chain.id, last);
  return batch;
}

/** Confirms the canonical events that are deep enough, in chain order. */
export async function confirmEvents(ctx: Ctx, chain: Chain, effects: Effects): Promise<void> {
  const waiting = await nextInTurn(ctx, chain);
  for (const event of await reverseGone(ctx, chain, effects, waiting))
    await confirmEvent(ctx, effects, event);
}

/** How many recorded events per run are checked against the chain, beyond those in the range. */
const DOUBTED = 50;

/**
 * Checks recorded events that the range doesn't show against the chain, newest first.
 * @returns what is recorded of the range, if that is all of its events and nothing else; otherwise undefined
 */
export async function doubtRange(
  ctx: Ctx,
  chain: Chain,
  effects: Effects,
  events: readonly ChainEvent[],
  range: { from: number; to: number },
): Promise<ChainEventRow[] | undefined> {
  const shown = new Set(events.map((event) => `${identityOf(event)}:${event.block.hash}`));
  const rows = await standingIn(ctx.db, chain.id, range.from, range.to, events.length + DOUBTED);
  const missing = rows.filter((row) => !shown.has(`${identityOf(row)}:${row.block_hash}`));
  await reverseGone(ctx, chain, effects, missing);
  return missing.length === 0 && rows.length === shown.size ? rows : undefined;
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
