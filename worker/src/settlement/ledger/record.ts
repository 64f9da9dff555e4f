import { type Chain, type ChainEvent, ChainUnreachable } from '../../platform/chain/chain.ts';
import { type Ctx, nowIso } from '../../platform/context.ts';
import { commit } from '../../platform/db/commit.ts';
import type { ChainEventRow } from '../../platform/db/registry-schema.ts';
import { isConfirmed, onChain } from './blocks.ts';
import { confirmEvent } from './confirm.ts';
import type { Became, Effects } from './effect.ts';
import { eventsOf, guardUnrecorded, identityOf, storeEvent } from './repository.ts';
import { rowOf } from './row.ts';

/** Events per query; a statement takes at most 100 parameters. */
const AT_ONCE = 90;
/** How often an event is decided again because something changed meanwhile. */
const ATTEMPTS = 3;

/** What became of the events recorded by one call. */
export type Recorded = Map<ChainEvent, Became>;
type Believed = (some: readonly ChainEvent[]) => Promise<readonly ChainEvent[]>;

/**
 * Records each of the contract's events once and applies it as soon as it is confirmed. Repeating the call changes
 * nothing. An event that fails because of our own fault holds up no other; the error is thrown after all of them.
 * @param head number of the chain's newest block
 * @param believed filters new or unconfirmed events to those that can be trusted
 */
export async function record(
  ctx: Ctx,
  chain: Chain,
  effects: Effects,
  events: readonly ChainEvent[],
  head: number,
  believed: Believed = async (some) => some,
): Promise<Recorded> {
  const recorded: Recorded = new Map();
  const faults: unknown[] = [];
  for (let start = 0; start < events.length; start += AT_ONCE) {
    const lot = await readLot(ctx, chain, events.slice(start, start + AT_ONCE), head);
    const open = await believed(lot.open);
    for (const event of open.filter((each) => !lot.standing(each))) {
      try {
        const became = await see(ctx, chain, effects, event, lot.row(event), head);
        if (became) recorded.set(event, became);
      } catch (error) {
        if (error instanceof ChainUnreachable) throw error;
        faults.push(error);
      }
    }
    if (open.length === 0) continue;
    const after = await readLot(ctx, chain, open, head);
    for (const event of after.open) {
      const row = after.standing(event);
      if (row) await confirmEvent(ctx, effects, row);
    }
  }
  if (faults.length > 0) throw faults[0];
  return recorded;
}

/** The same for events read from logs, which may belong to a branch that has lost. */
export const recordLogs = (
  ctx: Ctx,
  chain: Chain,
  effects: Effects,
  events: readonly ChainEvent[],
  head: number,
): Promise<Recorded> => record(ctx, chain, effects, events, head, (some) => onChain(chain, some));

/** The recorded rows of some events, and the events still open: not recorded, or ready to be confirmed. */
async function readLot(ctx: Ctx, chain: Chain, events: readonly ChainEvent[], head: number) {
  const blocks = new Map(events.map(({ txHash, block }) => [txHash, block.hash]));
  const found = await eventsOf(ctx.db, chain.id, [...blocks.keys()]);
  const rows = new Map(found.map((row) => [identityOf(row), row]));
  // A transaction is in only one block. If it is recorded in another one, that block must be proven gone first.
  const elsewhere = new Set(
    found
      .filter((row) => row.status !== 'orphaned' && row.blockHash !== blocks.get(row.txHash))
      .map((row) => row.txHash),
  );
  const row = (event: ChainEvent) => rows.get(identityOf(event)) ?? null;
  const standing = (event: ChainEvent) => {
    const known = row(event);
    return known && known.status !== 'orphaned' ? known : null;
  };
  const isOpen = (event: ChainEvent) => {
    if (elsewhere.has(event.txHash)) return false;
    const known = standing(event);
    return !known || (known.status === 'unconfirmed' && isConfirmed(chain, known.blockNumber, head));
  };
  return { row, standing, open: events.filter(isOpen) };
}

/** Records one event with its immediate effects. Null if it is already on record or can't be recorded yet. */
async function see(
  ctx: Ctx,
  chain: Chain,
  effects: Effects,
  event: ChainEvent,
  known: ChainEventRow | null,
  head: number,
): Promise<Became | null> {
  const { seen } = effects[event.kind];
  const row = { ...rowOf(ctx, chain, event), status: 'unconfirmed' as const };
  if (!seen) {
    await storeEvent(ctx.db, row);
    return 'noted';
  }
  const deep = isConfirmed(chain, event.block.number, head);
  let before = known;
  let refusal: unknown = null;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const sight = await seen(ctx, { chain, event, before, deep });
    if (!sight) return null;
    const confirmed = sight.confirmed ? { status: 'confirmed' as const, confirmedAt: nowIso(ctx) } : {};
    const stored = { ...row, ...confirmed, usdCents: sight.usdCents ?? null };
    const done = await commit(
      ctx,
      [guardUnrecorded(ctx.db, stored), storeEvent(ctx.db, stored), ...sight.statements],
      (error) => {
        refusal = error;
        return false;
      },
    );
    if (done) {
      sight.log();
      return sight.became;
    }
    // Another run recorded it, or its basis changed: decide again.
    const found = await eventsOf(ctx.db, chain.id, [event.txHash]);
    before = found.find((each) => identityOf(each) === identityOf(event)) ?? null;
    if (before && before.status !== 'orphaned') return null;
  }
  throw refusal;
}
