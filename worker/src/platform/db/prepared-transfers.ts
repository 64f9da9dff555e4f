/** What was handed out to be sent: what can still reach the chain, and what became of the rest. */
import { and, asc, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { type Database, firstOf, type Statement } from './client.ts';
import { guardNoRow, guardRow } from './guard.ts';
import type { ChainEventRow } from './registry-schema.ts';
import { preparedTransfers } from './transfers-schema.ts';

export type TransferRow = typeof preparedTransfers.$inferSelect;

const { id, chain_id, quote_id, claim_id, claim_number, state, event_id } = preparedTransfers;

const alive = eq(state, 'alive');
const aliveOn = (chain: string, quote: string) => and(eq(chain_id, chain), eq(quote_id, quote), alive);

/**
 * What can still reach the chain for a policy or payment; null if there is nothing. After a reorganization it can be more
 * than one: the one whose number comes first.
 */
export const findTransfer = (db: Database, chain: string, quote: string): Promise<TransferRow | null> =>
  firstOf(
    db.select().from(preparedTransfers).where(aliveOn(chain, quote)).orderBy(asc(claim_number)).limit(1),
  );

/** The payout of a claim that can still reach the chain; null if there is none. Also for a batch. */
export const selectPayout = (db: Database, claim: number) =>
  db
    .select()
    .from(preparedTransfers)
    .where(and(eq(claim_id, claim), alive))
    .orderBy(asc(claim_number))
    .limit(1);

export const findPayout = (db: Database, claim: number): Promise<TransferRow | null> =>
  firstOf(selectPayout(db, claim));

export const transferById = (db: Database, transfer: string): Promise<TransferRow | null> =>
  firstOf(db.select().from(preparedTransfers).where(eq(id, transfer)));

/** Transfers of a chain that end with a time, oldest first. */
export const endingTransfers = (db: Database, chain: string, limit: number): Promise<TransferRow[]> =>
  db
    .select()
    .from(preparedTransfers)
    .where(and(eq(chain_id, chain), alive, isNotNull(preparedTransfers.until)))
    .orderBy(asc(preparedTransfers.until))
    .limit(limit)
    .all();

type Paid = Pick<ChainEventRow, 'chain_id' | 'quote_id' | 'claim_number' | 'incident_at' | 'usd' | 'amount'>;

/** Whether so many base units are at least what the call that was handed out says. */
const isEnough = (amount: string | null, { answer }: Pick<TransferRow, 'answer'>): boolean =>
  BigInt(amount ?? '0') >= BigInt((JSON.parse(answer) as { amount: string }).amount);

/**
 * Payouts that an event can be: prepared for its number, incident and dollars. Those that are alive first; the others were
 * given up although they could still arrive, such as a multisig's call that somebody released.
 * @param isBounded whether a contract checks the amount; elsewhere it has to be at least what was prepared
 */
export async function payoutsLike(db: Database, paid: Paid, isBounded: boolean): Promise<TransferRow[]> {
  const rows = await db
    .select()
    .from(preparedTransfers)
    .where(
      and(
        eq(quote_id, paid.quote_id),
        inArray(state, ['alive', 'dead', 'released']),
        eq(chain_id, paid.chain_id),
        eq(preparedTransfers.action, 'claim.payout'),
        eq(claim_number, paid.claim_number ?? 0),
        eq(preparedTransfers.incident_at, paid.incident_at ?? ''),
        eq(preparedTransfers.usd, paid.usd ?? 0),
      ),
    )
    .orderBy(desc(sql`${state} = 'alive'`), desc(preparedTransfers.prepared_at))
    .all();
  return isBounded ? rows : rows.filter((row) => isEnough(paid.amount, row));
}

/** Payouts of a policy that can still reach the chain. */
export const payoutsOn = (db: Database, chain: string, quote: string): Promise<TransferRow[]> =>
  db
    .select()
    .from(preparedTransfers)
    .where(and(aliveOn(chain, quote), isNotNull(claim_id)))
    .all();

/** Condition for a query that names the quote by a column: nothing that was handed out can still reach the chain. */
export const nothingUnderWay = (chain: SQL, quote: SQL): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM ${preparedTransfers} WHERE ${quote_id} = ${quote} AND ${chain_id} = ${chain} AND ${alive})`;

/** Batch guard: nothing that was handed out can still reach the chain for a policy or payment. */
export const guardNothingUnderWay = (db: Database, chain: string, quote: string): Statement =>
  guardNoRow(db, preparedTransfers, aliveOn(chain, quote));

/** Batch guard: no payout of the claim can still reach the chain. */
export const guardNoPayout = (db: Database, claim: number): Statement =>
  guardNoRow(db, preparedTransfers, { claim_id: claim, state: 'alive' });

/** Batch guard: it can still reach the chain. */
export const guardAlive = (db: Database, row: Pick<TransferRow, 'id'>): Statement =>
  guardRow(db, preparedTransfers, { id: row.id, state: 'alive' });

/** Batch guard: it is as it was read. */
export const guardTransfer = (db: Database, row: TransferRow): Statement => {
  const { state: was, tx_hash, until, announcement } = row;
  return guardRow(db, preparedTransfers, { id: row.id, state: was, tx_hash, until, announcement });
};

export const insertTransfer = (db: Database, row: TransferRow): Statement =>
  db.insert(preparedTransfers).values(row);

export type TransferChange = Partial<
  Pick<
    TransferRow,
    | 'state'
    | 'ended_at'
    | 'event_id'
    | 'until'
    | 'over_at'
    | 'tx_hash'
    | 'announcement'
    | 'payable_at'
    | 'step'
    | 'claim_number'
  >
>;

export const updateTransfer = (db: Database, transfer: Pick<TransferRow, 'id'>, change: TransferChange) =>
  db.update(preparedTransfers).set(change).where(eq(id, transfer.id));

/** Whether a refund of at most this amount was handed out with this remark, whatever became of it. */
export async function wasRefundPrepared(
  db: Database,
  { chain_id: chain, quote_id: quote, amount }: Pick<ChainEventRow, 'chain_id' | 'quote_id' | 'amount'>,
  remark: string,
): Promise<boolean> {
  const said = sql`json_extract(${preparedTransfers.answer}, '$.remark')`;
  const rows = await db
    .select({ answer: preparedTransfers.answer })
    .from(preparedTransfers)
    .where(and(eq(quote_id, quote), eq(chain_id, chain), isNull(claim_id), eq(said, remark)))
    .all();
  return rows.some((row) => isEnough(amount, row));
}

/** A refund's event is confirmed, so none of the policy or payment is under way anymore. */
export const endRefunds = (db: Database, event: ChainEventRow, endedAt: string): Statement =>
  db
    .update(preparedTransfers)
    .set({ state: 'done', ended_at: endedAt, event_id: event.id })
    .where(and(aliveOn(event.chain_id, event.quote_id), sql`${claim_id} IS NULL`));

/** What an event ended. */
export const transfersEndedBy = (db: Database, event: number): Promise<TransferRow[]> =>
  db.select().from(preparedTransfers).where(eq(event_id, event)).all();

/** What an event ended can reach the chain again, because its block is gone. */
export const reviveEndedBy = (db: Database, event: number): Statement =>
  db
    .update(preparedTransfers)
    .set({ state: 'alive', ended_at: null, event_id: null, over_at: null })
    .where(eq(event_id, event));

/** The transaction that was reported as sending it changed nothing. */
export const clearSent = (db: Database, chain: string, quote: string, txHash: string) =>
  db
    .update(preparedTransfers)
    .set({ tx_hash: null })
    .where(and(aliveOn(chain, quote), eq(preparedTransfers.tx_hash, txHash)));
