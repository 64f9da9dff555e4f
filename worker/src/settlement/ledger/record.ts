import { ChainUnreachable } from '../../../../domain/json-rpc.ts';
import type { Chain, ChainEvent } from '../../platform/chain/chain.ts';
import { type Ctx, nowIso } from '../../platform/context.ts';
import { commit } from '../../platform/db/commit.ts';
import { markQuote } from '../../platform/db/figure-days.ts';
import type { ChainEventRow } from '../../platform/db/registry-schema.ts';
import { isConfirmed, onChain } from './blocks.ts';
import { confirmEvent } from './confirm.ts';
import type { Became, Effects } from './effect.ts';
import { type Damage, damageOf, isElsewhere, repair, rowInPlace } from './repair.ts';
import { eventsOf, guardUnrecorded, identityOf, standingAt, storeEvent } from './repository.ts';
import { rowOf } from './row.ts';

/** Events per query; a statement takes at most 100 parameters. */
const AT_ONCE = 90;
/** How often an event is decided again because something changed meanwhile. */
const ATTEMPTS = 3;

/** What became of the events recorded by one call. */
export type Recorded = Map<ChainEvent, Became>;
type Believed = (some: readonly ChainEvent[]) => Promise<readonly ChainEvent[]>;

/**
 * Records each of the contract's events once, applies it as soon as it is confirmed, and sets a confirmed one that is
 * recorded otherwise to what the chain says. Repeating the call changes nothing. An event that fails because of our own
 * fault holds up no other; the error is thrown after all of them.
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
    const batch = await readBatch(ctx, chain, events.slice(start, start + AT_ONCE), head);
    const open = await believed(batch.open);
    for (const event of open) {
      try {
        const damage = batch.damage(event);
        if (damage) await repair(ctx, effects, damage);
        if (batch.standing(event)) continue;
        const became = await see(ctx, chain, effects, event, batch.row(event), head);
        if (became) recorded.set(event, became);
      } catch (error) {
        if (error instanceof ChainUnreachable) throw error;
        faults.push(error);
      }
    }
    if (open.length === 0) continue;
    const after = await readBatch(ctx, chain, open, head);
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

/** The recorded rows of some events, and the events still open: not recorded, damaged, or ready to be confirmed. */
async function readBatch(ctx: Ctx, chain: Chain, events: readonly ChainEvent[], head: number) {
  const found = await eventsOf(ctx.db, chain.id, [...new Set(events.map(({ txHash }) => txHash))]);
  const byIdentity = new Map(found.map((row) => [identityOf(row), row]));
  const unknown = events.filter((event) => !byIdentity.has(identityOf(event)));
  const shown = new Set(events.map(identityOf));
  const places = await rowsBeside(ctx, chain, unknown);
  const rows = new Map(
    events.map((event) => [
      event,
      byIdentity.get(identityOf(event)) ?? rowInPlace(event, [...found, ...places], shown),
    ]),
  );
  const row = (event: ChainEvent) => rows.get(event) ?? null;
  const damages = new Map<ChainEvent, Damage | null>();
  // A transaction is in only one block. If it is recorded in another one, that block must be proven gone first.
  const elsewhere = new Set<string>();
  for (const event of events) {
    const known = row(event);
    const damage = known && damageOf(ctx, chain, event, known);
    if (known && isElsewhere(event, known, damage)) elsewhere.add(event.txHash);
    damages.set(event, isConfirmed(chain, event.block.number, head) ? damage : null);
  }
  for (const { txHash, block } of unknown)
    if (found.some((each) => each.txHash === txHash && isOtherBlock(each, block.hash))) elsewhere.add(txHash);
  const standing = (event: ChainEvent) => {
    const known = row(event);
    return known && known.status !== 'orphaned' ? known : null;
  };
  const damage = (event: ChainEvent) => damages.get(event) ?? null;
  const isOpen = (event: ChainEvent) => {
    if (elsewhere.has(event.txHash)) return false;
    const known = standing(event);
    if (!known || damage(event)) return true;
    return known.status === 'unconfirmed' && isConfirmed(chain, known.blockNumber, head);
  };
  return { row, standing, damage, open: events.filter(isOpen) };
}

const isOtherBlock = ({ status, blockHash }: ChainEventRow, hash: string) =>
  status !== 'orphaned' && blockHash !== hash;

/** Rows at the heights of events that are not on record: one of them may be the event's own, with another transaction. */
const rowsBeside = async (ctx: Ctx, chain: Chain, events: readonly ChainEvent[]): Promise<ChainEventRow[]> =>
  events.length === 0
    ? []
    : standingAt(ctx.db, chain.id, [...new Set(events.map(({ block }) => block.number))]);

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
      [
        guardUnrecorded(ctx.db, stored),
        storeEvent(ctx.db, stored),
        ...sight.statements,
        markQuote(ctx.db, row.quoteId),
      ],
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
