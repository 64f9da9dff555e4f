import { ChainUnreachable } from '#domain/json-rpc.ts';
import { rateBetween } from '#domain/money.ts';
import { bookTransaction } from '#worker/money/entries/repository.ts';
import type { Chain, ChainEvent } from '#worker/platform/chain/chain.ts';
import { type Ctx, isoOf, nowIso } from '#worker/platform/context.ts';
import { markQuote } from '#worker/platform/db/figure-days.ts';
import { commit } from '#worker/platform/db/guard.ts';
import type { ChainEventRow } from '#worker/platform/db/registry-schema.ts';
import { onChain } from './blocks.ts';
import { confirmEvent, takeBack } from './confirm.ts';
import type { Became, Effects } from './effect.ts';
import { eventsOf, guardUnrecorded, identityOf, type NewEvent, storeEvent } from './repository.ts';

/** Events per query; a statement takes at most 100 parameters. */
const AT_ONCE = 90;
/** How often an event is decided again because something changed meanwhile. */
const ATTEMPTS = 3;

/** What became of the events recorded by one call. */
type Recorded = Map<ChainEvent, Became>;
/** Those of some events that can be trusted, each with whether it has its confirmations. */
type Proof = (some: readonly ChainEvent[]) => Promise<ReadonlyMap<ChainEvent, boolean>>;

/**
 * Records each of the contract's events once, and applies it as soon as it is confirmed. What is recorded stays, except for a
 * payment that bought nothing only because a node showed it otherwise: it is decided again. Repeating the call changes
 * nothing. An event that fails because of our own fault holds up no other; the error is thrown after all of them.
 * @param known what the database has of the events' transactions, if that was read before
 */
export async function record(
  ctx: Ctx,
  chain: Chain,
  effects: Effects,
  events: readonly ChainEvent[],
  proof: Proof,
  known?: readonly ChainEventRow[],
): Promise<Recorded> {
  const recorded: Recorded = new Map();
  const faults: unknown[] = [];
  for (let start = 0; start < events.length; start += AT_ONCE) {
    const { open, rowFor } = await readBatch(ctx, chain, events.slice(start, start + AT_ONCE), known);
    if (open.length === 0) continue;
    const proven = await proof(open);
    for (const [event, deep] of proven) {
      try {
        const row = rowFor(event);
        if (isStanding(row) && !(await undoMisread(ctx, chain, effects, event, row))) continue;
        const before = row && identityOf(row) === identityOf(event) ? row : null;
        const became = await see(ctx, chain, effects, event, { before, deep });
        if (became) recorded.set(event, became);
      } catch (error) {
        if (error instanceof ChainUnreachable) throw error;
        faults.push(error);
      }
    }
    const later = open.filter((event) => recorded.get(event) !== 'policy' || !proven.get(event));
    if (later.length === 0) continue;
    const after = await readBatch(ctx, chain, later);
    for (const event of later) {
      const row = proven.get(event) ? after.rowFor(event) : null;
      if (row?.status === 'unconfirmed' && isInBlock(row, event)) await confirmEvent(ctx, effects, row);
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
  known?: readonly ChainEventRow[],
): Promise<Recorded> => record(ctx, chain, effects, events, (some) => onChain(chain, some), known);

const isStanding = (row: ChainEventRow | null): row is ChainEventRow =>
  row !== null && row.status !== 'orphaned';
const isInBlock = (row: ChainEventRow, { block }: ChainEvent) => row.block_hash === block.hash;

/** Proof of a transaction's events: its block was read with its receipt. */
export const proofOf =
  ({ confirmed }: { confirmed: boolean }): Proof =>
  async (some) =>
    new Map(some.map((event) => [event, confirmed]));

/** Whether a row says something else than the chain does of the event in its place. */
function isMisread(ctx: Ctx, chain: Chain, event: ChainEvent, row: ChainEventRow): boolean {
  const { created_at: _createdAt, ...told } = rowOf(ctx, chain, event);
  return Object.entries(told).some(([name, value]) => row[name as keyof ChainEventRow] !== value);
}

/** The recorded rows of some events, and the events still open: not recorded, not confirmed, or recorded otherwise. */
async function readBatch(
  ctx: Ctx,
  chain: Chain,
  events: readonly ChainEvent[],
  known?: readonly ChainEventRow[],
) {
  const hashes = [...new Set(events.map(({ tx_hash }) => tx_hash))];
  const found = known ?? (await eventsOf(ctx.db, chain.id, hashes));
  const byIdentity = new Map(found.map((row) => [identityOf(row), row]));
  // A node may have shown another quote in an event's place.
  const inPlace = (event: ChainEvent) =>
    found.find(
      (row) =>
        isStanding(row) &&
        isInBlock(row, event) &&
        row.tx_hash === event.tx_hash &&
        row.event_index === event.event_index,
    ) ?? null;
  const rowFor = (event: ChainEvent) => byIdentity.get(identityOf(event)) ?? inPlace(event);
  // A transaction is in only one block. If it is recorded in another one, that block must be proven gone first.
  const isElsewhere = (event: ChainEvent) =>
    found.some((row) => row.tx_hash === event.tx_hash && isStanding(row) && !isInBlock(row, event));
  const isOpen = (event: ChainEvent) => {
    if (isElsewhere(event)) return false;
    const row = rowFor(event);
    if (!isStanding(row) || row.status === 'unconfirmed') return true;
    return row.kind === 'purchased' && isMisread(ctx, chain, event, row);
  };
  return { rowFor, open: events.filter(isOpen) };
}

/** Undoes a row that differs from its event, where that is to be decided again. False if it stays as it is. */
async function undoMisread(
  ctx: Ctx,
  chain: Chain,
  effects: Effects,
  event: ChainEvent,
  row: ChainEventRow,
): Promise<boolean> {
  if (!isMisread(ctx, chain, event, row)) return false;
  const guards = await effects[row.kind].misread?.(ctx, chain, event, row);
  return guards ? takeBack(ctx, effects, row, guards) : false;
}

/** Records one event with its immediate effects. Null if it is already on record or can't be recorded yet. */
async function see(
  ctx: Ctx,
  chain: Chain,
  effects: Effects,
  event: ChainEvent,
  known: { before: ChainEventRow | null; deep: boolean },
): Promise<Became | null> {
  const { seen } = effects[event.kind];
  if (!seen) {
    await storeEvent(ctx.db, { ...rowOf(ctx, chain, event), status: 'unconfirmed' });
    return 'noted';
  }
  let { before } = known;
  let refusal: unknown = null;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const sight = await seen(ctx, { chain, event, before, deep: known.deep });
    if (!sight) return null;
    const state = sight.confirmed
      ? { status: 'confirmed' as const, confirmed_at: nowIso(ctx) }
      : { status: 'unconfirmed' as const };
    const stored = {
      ...rowOf(ctx, chain, sight.event ?? event),
      ...state,
      usd_cents: sight.usdCents ?? null,
    };
    const done = await commit(
      ctx,
      [
        guardUnrecorded(ctx.db, stored),
        storeEvent(ctx.db, stored),
        ...sight.statements,
        ...(sight.confirmed ? [bookTransaction(ctx.db, stored, nowIso(ctx))] : []),
        markQuote(ctx.db, stored.quote_id),
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
    const found = await eventsOf(ctx.db, chain.id, [event.tx_hash]);
    before = found.find((each) => identityOf(each) === identityOf(event)) ?? null;
    if (isStanding(before)) return null;
  }
  throw refusal;
}

/** The database row of an event. */
function rowOf(ctx: Ctx, chain: Chain, event: ChainEvent): Omit<NewEvent, 'status'> {
  const { kind, contract, quote_id, holder, tx_hash, event_index, block } = event;
  return {
    kind,
    chain_id: chain.id,
    contract,
    tx_hash,
    event_index,
    block_number: block.number,
    block_hash: block.hash,
    block_time: isoOf(block.time),
    quote_id,
    wallet: holder,
    created_at: nowIso(ctx),
    ...('token' in event ? { token: event.token } : {}),
    ...('amount' in event ? { amount: event.amount.toString() } : {}),
    ...('validUntil' in event ? { valid_until: isoOf(event.validUntil) } : {}),
    ...ofKind(chain, event),
  };
}

function ofKind(chain: Chain, event: ChainEvent): Partial<NewEvent> {
  switch (event.kind) {
    case 'purchased': {
      const { productCode, coverageUsd, detailsHash, start, end } = event;
      return {
        product_code: productCode,
        coverage_usd: coverageUsd,
        details_hash: detailsHash,
        cover_from: isoOf(start),
        cover_until: isoOf(end),
      };
    }
    case 'claim_paid': {
      const { usd, claimNumber, incidentAt } = event;
      return { usd, rate: rateOf(chain, event), claim_number: claimNumber, incident_at: isoOf(incidentAt) };
    }
    case 'payout_announced': {
      const { usd, claimNumber, incidentAt, payableAt } = event;
      return {
        usd,
        claim_number: claimNumber,
        incident_at: isoOf(incidentAt),
        effective_at: isoOf(payableAt),
      };
    }
    case 'premium_refunded':
      return { outcome: event.outcome, cover_until: isoOf(event.end) };
    case 'owed_paid':
      return { counterparty: event.to };
    case 'holder_change_confirmed': {
      const { newHolder, effectiveAt } = event;
      return { counterparty: newHolder, effective_at: effectiveAt === null ? null : isoOf(effectiveAt) };
    }
    case 'holder_change_proposed':
    case 'holder_change_contested':
    case 'holder_change_stopped':
    case 'holder_changed':
      return { counterparty: event.newHolder };
    default:
      return {};
  }
}

/** The USD per whole unit at which a claim was paid, truncated to 8 decimals; null if the currency isn't configured. */
function rateOf(chain: Chain, claim: { token: string | null; amount: bigint; usd: number }): string | null {
  const currency = chain.currencies.find((each) => each.token === claim.token);
  return currency ? rateBetween(claim.usd, claim.amount, currency.decimals) : null;
}
