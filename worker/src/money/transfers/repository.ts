/** Money that we send: what can still arrive, and what became of the rest. */
import { and, asc, desc, eq, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { OtherMethod } from '#domain/claims/schema.ts';
import { isAnnounced, movedBy, type Transfer, type TransferWord } from '#domain/transfers/lifecycle.ts';
import type { claims } from '#worker/platform/db/claims-schema.ts';
import type { Database, Statement } from '#worker/platform/db/client.ts';
import { findRow, findRows, guardNoRow, guardRow, updateRows } from '#worker/platform/db/guard.ts';
import type { ChainEventRow } from '#worker/platform/db/registry-schema.ts';
import { transfers } from '#worker/platform/db/transfers-schema.ts';

export type TransferRow = typeof transfers.$inferSelect;
export type NewTransfer = typeof transfers.$inferInsert;

const { id, chain_id, quote_id, claim_id, claim_number, state, event_id, reference } = transfers;

/** Can still reach a chain. */
const alive = and(isNull(transfers.ended_at), isNull(reference));
const aliveOn = (chain: string, quote: string) => and(eq(chain_id, chain), eq(quote_id, quote), alive);
const aliveFor = (claim: number) => and(eq(claim_id, claim), alive);

/** A claim's payment outside the chain, proposed or made. */
const outside = and(isNotNull(reference), ne(state, 'discarded'));
export const isPaidOutside = and(isNotNull(reference), eq(state, 'confirmed'));
/** Whole US dollars that were paid outside the chain on a policy, which a query names by a column or value. */
export const usdOutside = (policy: SQL) =>
  sql<number>`(SELECT coalesce(sum(usd), 0) FROM ${transfers} WHERE ${transfers.policy_id} = ${policy} AND ${isPaidOutside})`;

/** What joins a claim to it. */
export const joinOutside = (claim: typeof claims.id) =>
  [transfers, and(eq(claim_id, claim), outside)] as const;

/** Of one: whoever reported it, and the second administrator. */
export const outsideColumns = {
  id,
  usd: sql<number>`${transfers.usd}`.as('outside_usd'),
  method: sql<OtherMethod>`${transfers.method}`.as('outside_method'),
  reference: sql<string>`${reference}`.as('outside_reference'),
  state: sql<'prepared' | 'confirmed'>`${state}`.as('outside_state'),
  proposed_by: transfers.prepared_by,
  proposed_name: transfers.prepared_name,
  proposed_at: transfers.prepared_at,
  confirmed_by: transfers.confirmed_by,
  confirmed_name: transfers.confirmed_name,
  confirmed_at: transfers.ended_at,
};

/**
 * What can still reach the chain for a policy or payment; null if there is nothing. After a reorganization it can be more
 * than one: the one whose number comes first.
 */
export const findTransfer = (db: Database, chain: string, quote: string): Promise<TransferRow | null> =>
  findRow(db, transfers, aliveOn(chain, quote), asc(claim_number));

/** The payout of a claim that can still reach the chain; null if there is none. */
export const findPayout = (db: Database, claim: number): Promise<TransferRow | null> =>
  findRow(db, transfers, aliveFor(claim), asc(claim_number));

export const transferById = (db: Database, transfer: string): Promise<TransferRow | null> =>
  findRow(db, transfers, eq(id, transfer));

/** The call that was handed out. */
export const callOf = <Call = { amount: string; valid_until: string }>({
  answer,
}: Pick<TransferRow, 'answer'>): Call => JSON.parse(answer ?? '{}') as Call;

/** What can still reach a chain, and of each payout whether the chain shows its announcement. */
export async function aliveTransfers(db: Database, limit: number) {
  const { kind, method, step, payable_at } = transfers;
  const columns = { claim_id, quote_id, kind, method, state, step, payable_at };
  const rows = await db.select(columns).from(transfers).where(alive).limit(limit).all();
  return rows.map((row) => ({ ...row, announced: isAnnounced(row) }));
}

/** Transfers of a chain that end with a time, oldest first. */
export const endingTransfers = (db: Database, chain: string, limit: number): Promise<TransferRow[]> =>
  db
    .select()
    .from(transfers)
    .where(and(eq(chain_id, chain), alive, isNotNull(transfers.until)))
    .orderBy(asc(transfers.until))
    .limit(limit)
    .all();

type Paid = Pick<ChainEventRow, 'chain_id' | 'quote_id' | 'claim_number' | 'incident_at' | 'usd' | 'amount'>;

/** Whether so many base units are at least what the call that was handed out says. */
const isEnough = (amount: string | null, row: Pick<TransferRow, 'answer'>): boolean =>
  BigInt(amount ?? '0') >= BigInt(callOf(row).amount);

/**
 * Payouts that an event can be: prepared for its number, incident and dollars. Those that are alive first; the others were
 * given up although they could still arrive, such as a multisig's call that somebody discarded.
 * @param isBounded whether a contract checks the amount; elsewhere it has to be at least what was prepared
 */
export async function payoutsLike(db: Database, paid: Paid, isBounded: boolean): Promise<TransferRow[]> {
  const rows = await db
    .select()
    .from(transfers)
    .where(
      and(
        eq(quote_id, paid.quote_id),
        ne(state, 'confirmed'),
        eq(chain_id, paid.chain_id),
        eq(transfers.kind, 'payout'),
        eq(claim_number, paid.claim_number ?? 0),
        eq(transfers.incident_at, paid.incident_at ?? ''),
        eq(transfers.usd, paid.usd ?? 0),
      ),
    )
    .orderBy(desc(isNull(transfers.ended_at)), desc(transfers.prepared_at))
    .all();
  return isBounded ? rows : rows.filter((row) => isEnough(paid.amount, row));
}

/** Payouts of a policy that can still reach the chain. */
export const payoutsOn = (db: Database, chain: string, quote: string): Promise<TransferRow[]> =>
  findRows(db, transfers, and(aliveOn(chain, quote), isNotNull(claim_id)));

/** Condition for a query that names the quote by a column: nothing that was handed out can still reach the chain. */
export const nothingUnderWay = (chain: SQL, quote: SQL): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM ${transfers} WHERE ${quote_id} = ${quote} AND ${chain_id} = ${chain} AND ${alive})`;

/** Batch guard: nothing that was handed out can still reach the chain for a policy or payment. */
export const guardNothingUnderWay = (db: Database, chain: string, quote: string): Statement =>
  guardNoRow(db, transfers, aliveOn(chain, quote));

/** Batch guard: no payout of the claim can still reach the chain. */
export const guardNoPayout = (db: Database, claim: number): Statement =>
  guardNoRow(db, transfers, aliveFor(claim));

export const insertTransfer = (db: Database, row: NewTransfer): Statement => db.insert(transfers).values(row);

export type TransferChange = Partial<Omit<TransferRow, 'id' | 'state'>>;

/** What decides where a transfer can move. */
type Standing = Pick<TransferRow, 'id' | 'until' | keyof Transfer>;

/** Changes no state. */
export const updateTransfer = (db: Database, transfer: Pick<TransferRow, 'id'>, change: TransferChange) =>
  updateRows(db, transfers, { id: transfer.id }, change);

/**
 * Statements for what happened to a transfer, led by a guard that it is as it was read. Throws if its state doesn't take that.
 * @param change what else is known of it now
 */
export function moveTransfer(
  db: Database,
  row: Standing,
  word: TransferWord,
  change: TransferChange = {},
): [Statement, Statement] {
  const to = movedBy(word, { ...row, ...change });
  if (to === null) throw new Error(`A transfer that is ${row.state} can't be ${word}`);
  return [guardTransfer(db, row), updateRows(db, transfers, { id: row.id }, { ...change, state: to })];
}

/** Batch guard: it is as it was read. */
export const guardTransfer = (db: Database, row: Standing): Statement => {
  const { state: was, step, tx_hash, until } = row;
  return guardRow(db, transfers, { id: row.id, state: was, step, tx_hash, until });
};

/** Whether a refund of at most this amount was handed out with this remark, whatever became of it. */
export async function wasRefundPrepared(
  db: Database,
  { chain_id: chain, quote_id: quote, amount }: Pick<ChainEventRow, 'chain_id' | 'quote_id' | 'amount'>,
  remark: string,
): Promise<boolean> {
  const said = sql`json_extract(${transfers.answer}, '$.remark')`;
  const rows = await db
    .select({ answer: transfers.answer })
    .from(transfers)
    .where(and(eq(quote_id, quote), eq(chain_id, chain), eq(transfers.kind, 'refund'), eq(said, remark)))
    .all();
  return rows.some((row) => isEnough(amount, row));
}

/**
 * A refund's event is confirmed, so none of the policy or payment is under way anymore. If none was, it is the newest of this
 * amount that was given up although it could still arrive.
 */
export const endRefunds = (db: Database, event: ChainEventRow, endedAt: string): Statement => {
  const isLike = sql`${transfers.answer} ->> '$.outcome' = ${event.outcome} AND ${transfers.answer} ->> '$.amount' = ${event.amount}`;
  const refund = db
    .select({ id })
    .from(transfers)
    .where(
      and(
        ...[eq(chain_id, event.chain_id), eq(quote_id, event.quote_id), eq(transfers.kind, 'refund')],
        ...[ne(state, 'confirmed'), or(alive, isLike)],
      ),
    )
    .orderBy(desc(isNull(transfers.ended_at)), desc(transfers.prepared_at))
    .limit(1);
  return db
    .update(transfers)
    .set({ state: 'confirmed', tx_hash: event.tx_hash, ended_at: endedAt, event_id: event.id })
    .where(eq(id, sql`(${refund})`));
};

/** What an event ended. */
export const transfersEndedBy = (db: Database, event: number): Promise<TransferRow[]> =>
  findRows(db, transfers, eq(event_id, event));

/**
 * Statements for an event whose block is gone: what it ended can reach the chain again. A number is reserved once, so what was
 * prepared under one that something else has, or had as the event confirmed it, stays ended.
 */
export async function reviveEndedBy(db: Database, event: number): Promise<Statement[]> {
  const hasNumber = sql`EXISTS (SELECT 1 FROM transfers o WHERE o.quote_id = ${quote_id} AND o.chain_id = ${chain_id}
    AND o.claim_number IS ${claim_number} AND o.id <> ${id} AND o.reference IS NULL AND (o.ended_at IS NULL OR o.state = 'confirmed'))`;
  const rows = await findRows(db, transfers, and(eq(event_id, event), sql`NOT ${hasNumber}`));
  const change = { ended_at: null, event_id: null, over_at: null };
  return rows.flatMap((row) => moveTransfer(db, row, 'reorganized', change));
}
