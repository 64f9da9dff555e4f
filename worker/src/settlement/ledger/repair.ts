/**
 * Rows of the ledger that say something else than the chain does. What is compared is everything that the chain reports of
 * an event: kind, contract, place, quote, accounts, money and times. What we add (a refund's cents, the status before it)
 * is not, except for a status that none of our writes leaves.
 */
import type { Chain, ChainEvent } from '../../platform/chain/chain.ts';
import type { Ctx } from '../../platform/context.ts';
import { commit } from '../../platform/db/commit.ts';
import { markDays, markQuote } from '../../platform/db/figure-days.ts';
import type { ChainEventRow } from '../../platform/db/registry-schema.ts';
import type { Effects } from './effect.ts';
import { guardEvent, identityOf, type NewEvent, setTold } from './repository.ts';
import { rowOf } from './row.ts';

/** What a chain tells of any event; null if it is nothing to that kind. */
const TOLD = {
  counterparty: null,
  token: null,
  amount: null,
  usd: null,
  claimNumber: null,
  incidentAt: null,
  outcome: null,
  coverFrom: null,
  coverUntil: null,
  productCode: null,
  coverageUsd: null,
  detailsHash: null,
  validUntil: null,
  effectiveAt: null,
};

type Told = Omit<NewEvent, 'status' | 'createdAt'>;

function toldBy(ctx: Ctx, chain: Chain, event: ChainEvent, row: ChainEventRow): Told {
  const { createdAt: _createdAt, rate, ...told } = { ...TOLD, ...rowOf(ctx, chain, event) };
  const isPayment = told.kind === 'claim_paid' || told.kind === 'premium_refunded';
  return {
    ...told,
    // It became one when it was confirmed.
    kind: row.kind === 'paid_in_error' && isPayment ? row.kind : told.kind,
    // For a currency that is no longer on offer, only the record knows the rate.
    ...(rate === null || rate === undefined ? {} : { rate }),
  };
}

const differences = (row: ChainEventRow, told: Told): string[] =>
  Object.entries(told)
    .filter(([name, value]) => row[name as keyof Told] !== value)
    .map(([name]) => name);

/** A write confirms an event and notes when, or does neither. */
const isTorn = ({ status, confirmedAt }: ChainEventRow) => status === 'confirmed' && confirmedAt === null;

export interface Damage {
  row: ChainEventRow;
  told: Told;
  fields: string[];
}

/** How a recorded row differs from the event that the chain shows; null if it doesn't. */
export function damageOf(ctx: Ctx, chain: Chain, event: ChainEvent, row: ChainEventRow): Damage | null {
  if (row.status === 'orphaned') return null;
  const told = toldBy(ctx, chain, event, row);
  const fields = [...differences(row, told), ...(isTorn(row) ? ['status'] : [])];
  return fields.length > 0 ? { row, told, fields } : null;
}

/** A block that differs in more than its hash is another one: the recorded one must be proven gone first. */
export const isElsewhere = (event: ChainEvent, row: ChainEventRow, damage: Damage | null): boolean =>
  row.status !== 'orphaned' &&
  row.blockHash !== event.block.hash &&
  damage?.fields.every((field) => field === 'blockHash' || field === 'status') !== true;

/** The row in an event's place that no event has: its quote or its transaction is damaged. */
export const rowInPlace = (
  event: ChainEvent,
  rows: readonly ChainEventRow[],
  shown: ReadonlySet<string>,
): ChainEventRow | null =>
  rows.find(
    (row) =>
      row.status !== 'orphaned' &&
      row.blockHash === event.block.hash &&
      row.eventIndex === event.eventIndex &&
      !shown.has(identityOf(row)),
  ) ?? null;

/**
 * Sets a row to what the chain says, and the sums that it counted in and counts in now. One of another kind is confirmed
 * again, because that is what decides whether it was paid in error.
 */
export async function repair(ctx: Ctx, effects: Effects, { row, told, fields }: Damage): Promise<void> {
  const isOpen = isTorn(row) || fields.includes('kind');
  const change = { ...told, ...(isOpen ? { status: 'unconfirmed' as const, confirmedAt: null } : {}) };
  const after = { ...row, ...change };
  const statements = [row, after].flatMap((each) => effects[each.kind].sums?.(ctx, each) ?? []);
  const done = await commit(
    ctx,
    [
      guardEvent(ctx.db, row),
      setTold(ctx.db, row.id, change),
      ...statements,
      markDays(ctx.db, row.blockTime),
      markQuote(ctx.db, row.quoteId, after.quoteId),
    ],
    () => false,
  );
  if (done) ctx.log.warn('event_mended', { chain: row.chainId, event_id: row.id, fields: fields.join(' ') });
}
