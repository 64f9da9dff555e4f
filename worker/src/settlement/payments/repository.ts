import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  type SQL,
  sql,
} from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/sqlite-core';
import type { StoredStatus } from '../../../../domain/policy/lifecycle.ts';
import type { Database, Statement } from '../../platform/db/client.ts';
import { guard } from '../../platform/db/guard.ts';
import { chainEvents } from '../../platform/db/registry-schema.ts';
import { paymentExceptions, paymentHints, payments, policies, quotes } from '../../platform/db/schema.ts';

export type PaymentRow = typeof payments.$inferSelect;
export type NewPayment = typeof payments.$inferInsert;
export type NewException = typeof paymentExceptions.$inferInsert;
export type ExceptionRow = typeof paymentExceptions.$inferSelect;
export type HintRow = typeof paymentHints.$inferSelect;
export type Location = Pick<PaymentRow, 'txHash' | 'logIndex' | 'blockNumber' | 'blockHash' | 'blockTime'>;

const ofTransaction = (chainId: string, txHash: string) =>
  and(eq(payments.chainId, chainId), eq(payments.txHash, txHash));

export function paymentsOfTransaction(db: Database, chainId: string, txHash: string) {
  return db.select().from(payments).where(ofTransaction(chainId, txHash)).all();
}

export async function paymentOfQuote(db: Database, quoteId: string): Promise<PaymentRow | null> {
  return (await db.select().from(payments).where(eq(payments.quoteId, quoteId)).get()) ?? null;
}

/** Quotes among these whose payment or exception is recorded in exactly this block, by `quoteId:blockHash`. */
export async function recordedIn(db: Database, quoteIds: readonly string[]): Promise<Set<string>> {
  const ids = [...quoteIds];
  const rows = await unionAll(
    db
      .select({ quoteId: payments.quoteId, blockHash: payments.blockHash })
      .from(payments)
      .where(and(inArray(payments.quoteId, ids), ne(payments.status, 'orphaned'))),
    db
      .select({ quoteId: paymentExceptions.quoteId, blockHash: paymentExceptions.blockHash })
      .from(paymentExceptions)
      .where(and(inArray(paymentExceptions.quoteId, ids), ne(paymentExceptions.status, 'orphaned'))),
  );
  return new Set(rows.map((row) => `${row.quoteId}:${row.blockHash}`));
}

export const insertPayment = (db: Database, row: NewPayment) => db.insert(payments).values(row);

const asRead = (payment: PaymentRow, status: StoredStatus): SQL => sql`EXISTS (
  SELECT 1 FROM ${payments} JOIN ${policies} ON ${policies.quoteId} = ${payments.quoteId}
  WHERE ${payments.id} = ${payment.id} AND ${payments.status} = ${payment.status}
    AND ${payments.blockHash} = ${payment.blockHash} AND ${policies.status} = ${status})`;

/** Leads a batch that changes a payment and its policy: both are still as they were read. */
export const guardPayment = (db: Database, payment: PaymentRow, status: StoredStatus): Statement =>
  guard(db, asRead(payment, status));

export const setPayment = (
  db: Database,
  id: number,
  change: Partial<Location & Pick<PaymentRow, 'givenUpAt'>> & Pick<PaymentRow, 'status' | 'confirmedAt'>,
) => db.update(payments).set(change).where(eq(payments.id, id));

/** Payments still to be confirmed, oldest blocks first. */
export function unconfirmed(db: Database, chainId: string, limit: number) {
  return db
    .select()
    .from(payments)
    .where(and(eq(payments.chainId, chainId), eq(payments.status, 'unconfirmed')))
    .orderBy(asc(payments.blockNumber))
    .limit(limit)
    .all();
}

/** Payments in blocks from `from` on that count so far, newest blocks first, to hold against the chain. */
export function countedFrom(db: Database, chainId: string, from: number, to: number, limit: number) {
  return db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.chainId, chainId),
        gte(payments.blockNumber, from),
        lte(payments.blockNumber, to),
        ne(payments.status, 'orphaned'),
      ),
    )
    .orderBy(desc(payments.blockNumber))
    .limit(limit)
    .all();
}

/** Rows at these heights that count so far: all that one run looks at when their blocks are in doubt. */
const AT_HEIGHTS = 200;

export function countedAt(db: Database, chainId: string, heights: readonly number[]) {
  return db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.chainId, chainId),
        inArray(payments.blockNumber, [...heights]),
        ne(payments.status, 'orphaned'),
      ),
    )
    .orderBy(desc(payments.blockNumber))
    .limit(AT_HEIGHTS)
    .all();
}

/** Records an exception once; one that a reorganization took away is open again, where it is now. */
export const insertException = (db: Database, row: NewException) =>
  db
    .insert(paymentExceptions)
    .values(row)
    .onConflictDoUpdate({
      target: [paymentExceptions.chainId, paymentExceptions.txHash, paymentExceptions.quoteId],
      set: {
        logIndex: row.logIndex,
        blockNumber: row.blockNumber,
        blockHash: row.blockHash,
        blockTime: row.blockTime,
        status: 'open',
      },
      setWhere: eq(paymentExceptions.status, 'orphaned'),
    });

const openOn = (chainId: string) =>
  and(eq(paymentExceptions.chainId, chainId), eq(paymentExceptions.status, 'open'));

/** Open exceptions in a range of blocks, newest first. */
export function openExceptionsIn(db: Database, chainId: string, from: number, to: number, limit: number) {
  return db
    .select()
    .from(paymentExceptions)
    .where(
      and(openOn(chainId), gte(paymentExceptions.blockNumber, from), lte(paymentExceptions.blockNumber, to)),
    )
    .orderBy(desc(paymentExceptions.blockNumber))
    .limit(limit)
    .all();
}

export function openExceptionsAt(db: Database, chainId: string, heights: readonly number[]) {
  return db
    .select()
    .from(paymentExceptions)
    .where(and(openOn(chainId), inArray(paymentExceptions.blockNumber, [...heights])))
    .orderBy(desc(paymentExceptions.blockNumber))
    .limit(AT_HEIGHTS)
    .all();
}

/** Its payment is part of the chain no more, unless somebody has moved it meanwhile. */
export async function orphanException(db: Database, { id, blockHash }: ExceptionRow): Promise<void> {
  const asRead = and(
    eq(paymentExceptions.id, id),
    eq(paymentExceptions.blockHash, blockHash),
    eq(paymentExceptions.status, 'open'),
  );
  await db.update(paymentExceptions).set({ status: 'orphaned' }).where(asRead);
}

/** Keeps what a wallet says it sent; the time of its first report stays. */
export async function storeHint(
  db: Database,
  hint: Omit<HintRow, 'attempts' | 'sender' | 'nonce'>,
): Promise<HintRow> {
  const row = await db
    .insert(paymentHints)
    .values(hint)
    .onConflictDoUpdate({
      target: [paymentHints.chainId, paymentHints.txHash, paymentHints.wallet],
      set: { quoteId: sql`coalesce(excluded.quote_id, ${paymentHints.quoteId})` },
    })
    .returning()
    .get();
  return row;
}

/** Keeps which of its sender's transactions a reported one is. */
export async function setTurn(
  db: Database,
  { chainId, txHash }: HintRow,
  turn: { sender: string; nonce: number },
): Promise<void> {
  await db
    .update(paymentHints)
    .set(turn)
    .where(and(eq(paymentHints.chainId, chainId), eq(paymentHints.txHash, txHash)));
}

export function dueHints(db: Database, chainId: string, now: string, limit: number) {
  return db
    .select()
    .from(paymentHints)
    .where(and(eq(paymentHints.chainId, chainId), lte(paymentHints.nextCheckAt, now)))
    .orderBy(asc(paymentHints.nextCheckAt))
    .limit(limit)
    .all();
}

export async function postponeHint(db: Database, hint: HintRow, nextCheckAt: string): Promise<void> {
  await db
    .update(paymentHints)
    .set({ nextCheckAt, attempts: hint.attempts + 1 })
    .where(
      and(
        eq(paymentHints.chainId, hint.chainId),
        eq(paymentHints.txHash, hint.txHash),
        eq(paymentHints.wallet, hint.wallet),
      ),
    );
}

/** What the wallet says it sent for these quotes, latest first; at most 90 of them. */
export function hintsOf(db: Database, wallet: string, quoteIds: readonly string[]): Promise<HintRow[]> {
  return db
    .select()
    .from(paymentHints)
    .where(and(eq(paymentHints.wallet, wallet), inArray(paymentHints.quoteId, [...quoteIds])))
    .orderBy(desc(paymentHints.createdAt))
    .limit(5)
    .all();
}

/** Nobody has to look for this transaction any more. */
export const dropHints = (db: Database, chainId: string, txHash: string) =>
  db.delete(paymentHints).where(and(eq(paymentHints.chainId, chainId), eq(paymentHints.txHash, txHash)));

export async function purgeHints(db: Database, before: string): Promise<void> {
  await db.delete(paymentHints).where(lt(paymentHints.createdAt, before));
}

/** A quote is paid at most once, so at most one of its exceptions stands on the chain. */
export async function exceptionOfQuote(db: Database, quoteId: string): Promise<ExceptionRow | null> {
  const standing = and(eq(paymentExceptions.quoteId, quoteId), ne(paymentExceptions.status, 'orphaned'));
  return (await db.select().from(paymentExceptions).where(standing).get()) ?? null;
}

export async function exceptionById(db: Database, id: number): Promise<ExceptionRow | null> {
  return (await db.select().from(paymentExceptions).where(eq(paymentExceptions.id, id)).get()) ?? null;
}

/**
 * The wallet's payments that became no policy and stand or were refunded, each with its draft's policy, from an id on that
 * is not among them: newest first, or with `back` from there up.
 */
export function exceptionsOf(
  db: Database,
  wallet: string,
  limit: number,
  from: { id: number; back: boolean } | null,
) {
  const page = from && (from.back ? gt : lt)(paymentExceptions.id, from.id);
  const refund = and(
    eq(chainEvents.quoteId, paymentExceptions.quoteId),
    eq(chainEvents.kind, 'premium_refunded'),
    eq(chainEvents.status, 'confirmed'),
  );
  return db
    .select({
      exception: paymentExceptions,
      currency: quotes.currency,
      decimals: quotes.decimals,
      policyId: policies.id,
      refund: { txHash: chainEvents.txHash, blockTime: chainEvents.blockTime },
    })
    .from(paymentExceptions)
    .leftJoin(quotes, eq(quotes.id, paymentExceptions.quoteId))
    .leftJoin(policies, and(eq(policies.groupId, quotes.groupId), eq(policies.wallet, wallet)))
    .leftJoin(chainEvents, refund)
    .where(
      and(
        eq(paymentExceptions.wallet, wallet),
        inArray(paymentExceptions.status, ['open', 'resolved']),
        page ?? undefined,
      ),
    )
    .orderBy((from?.back ? asc : desc)(paymentExceptions.id))
    .limit(limit)
    .all();
}
export type OwnException = Awaited<ReturnType<typeof exceptionsOf>>[number];

export const setExceptionStatus = (
  db: Database,
  id: number,
  change: { from: ExceptionRow['status'] } & Pick<ExceptionRow, 'status' | 'resolvedAt'>,
) =>
  db
    .update(paymentExceptions)
    .set({ status: change.status, resolvedAt: change.resolvedAt })
    .where(and(eq(paymentExceptions.id, id), eq(paymentExceptions.status, change.from)));

/** Leads a batch that ends an exception: it is still open, in the block that was read. */
export const guardException = (db: Database, { id, blockHash }: ExceptionRow): Statement =>
  guard(
    db,
    sql`EXISTS (SELECT 1 FROM ${paymentExceptions} WHERE ${paymentExceptions.id} = ${id}
      AND ${paymentExceptions.status} = 'open' AND ${paymentExceptions.blockHash} = ${blockHash})`,
  );

const takenBack = (chainId: string) => and(eq(payments.chainId, chainId), eq(payments.status, 'orphaned'));

/** Payments that were taken back and are not given up, with their quotes, lowest blocks first. */
export function lostPayments(db: Database, chainId: string, limit: number) {
  return db
    .select({ payment: payments, quote: quotes })
    .from(payments)
    .innerJoin(quotes, eq(quotes.id, payments.quoteId))
    .where(and(takenBack(chainId), isNull(payments.givenUpAt)))
    .orderBy(asc(payments.blockNumber))
    .limit(limit)
    .all();
}

/** The payment can never return, unless it has just done so. */
export async function giveUp(db: Database, payment: PaymentRow, givenUpAt: string): Promise<void> {
  const asRead = and(
    eq(payments.id, payment.id),
    eq(payments.status, 'orphaned'),
    eq(payments.blockHash, payment.blockHash),
  );
  await db.update(payments).set({ givenUpAt }).where(asRead);
}

const paidTwice = and(eq(paymentExceptions.status, 'open'), eq(paymentExceptions.reason, 'duplicate'));

/** Drafts whose policy rests on a payment that was given up while another of their quotes was paid. */
export function lostWithHeirs(db: Database, chainId: string, limit: number) {
  return db
    .selectDistinct({ groupId: policies.groupId })
    .from(payments)
    .innerJoin(policies, eq(policies.quoteId, payments.quoteId))
    .innerJoin(quotes, eq(quotes.groupId, policies.groupId))
    .innerJoin(paymentExceptions, and(eq(paymentExceptions.quoteId, quotes.id), paidTwice))
    .where(and(takenBack(chainId), isNotNull(payments.givenUpAt)))
    .limit(limit)
    .all();
}

/** Payments of a draft that became no policy because another one was first; the earliest first. */
export async function heirsOf(db: Database, groupId: string): Promise<ExceptionRow[]> {
  const rows = await db
    .select({ exception: paymentExceptions })
    .from(quotes)
    .innerJoin(paymentExceptions, and(eq(paymentExceptions.quoteId, quotes.id), paidTwice))
    .where(eq(quotes.groupId, groupId))
    .orderBy(asc(paymentExceptions.blockTime), asc(paymentExceptions.id));
  return rows.map(({ exception }) => exception);
}

export const deletePayment = (db: Database, id: number) => db.delete(payments).where(eq(payments.id, id));

/** The wallet's own payments for its newest policies, newest first. */
export function recentPayments(db: Database, wallet: string, limit: number) {
  return db
    .select({ payment: payments, policyId: policies.id, premiumUsd: policies.premiumUsd })
    .from(policies)
    .innerJoin(payments, and(eq(payments.quoteId, policies.quoteId), eq(payments.wallet, policies.wallet)))
    .where(eq(policies.wallet, wallet))
    .orderBy(desc(policies.id))
    .limit(limit)
    .all();
}

/** All that the wallet paid or says it paid, oldest first. */
export async function moneyOf(db: Database, wallet: string) {
  const [paid, exceptions, hints] = await db.batch([
    db
      .select({ payment: payments })
      .from(quotes)
      .innerJoin(payments, eq(payments.quoteId, quotes.id))
      .where(and(eq(quotes.wallet, wallet), eq(payments.wallet, wallet)))
      .orderBy(asc(payments.id)),
    db.select().from(paymentExceptions).where(eq(paymentExceptions.wallet, wallet)),
    db.select().from(paymentHints).where(eq(paymentHints.wallet, wallet)),
  ]);
  return { payments: paid.map(({ payment }) => payment), exceptions, hints };
}
