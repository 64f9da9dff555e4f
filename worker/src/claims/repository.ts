import { and, asc, desc, eq, getTableColumns, gt, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import type { ClaimStatus } from '../../../domain/claims/lifecycle.ts';
import type { Cursor } from '../../../domain/page.ts';
import {
  claimCalls,
  claimDocuments,
  claimEvents,
  claims,
  otherPayments,
} from '../platform/db/claims-schema.ts';
import type { Database, Statement } from '../platform/db/client.ts';
import { guard } from '../platform/db/guard.ts';
import { threads } from '../platform/db/messages-schema.ts';
import { cancellations, chainEvents, policyContacts } from '../platform/db/registry-schema.ts';
import { policies, quotes } from '../platform/db/schema.ts';

export type ClaimFields = typeof claims.$inferSelect;
export type NewClaim = typeof claims.$inferInsert;
export type ClaimEventRow = typeof claimEvents.$inferSelect;
export type NewClaimEvent = Omit<typeof claimEvents.$inferInsert, 'id' | 'claimId'>;
export type DocumentRow = typeof claimDocuments.$inferSelect;
export type CallRow = typeof claimCalls.$inferSelect;

/** Most timeline lines shown; the newest ones. */
const TIMELINE = 200;

/** A claim with its policy, quote, thread and the event that paid it. */
const joined = {
  claim: getTableColumns(claims),
  policy: getTableColumns(policies),
  quote: {
    ...{ currency: quotes.currency, decimals: quotes.decimals, email: quotes.email, wallet: quotes.wallet },
    ...{ contract: quotes.contract, details: quotes.details },
  },
  contactEmail: policyContacts.email,
  threadId: threads.id,
  paidBy: {
    txHash: chainEvents.txHash,
    amount: chainEvents.amount,
    rate: chainEvents.rate,
    blockTime: chainEvents.blockTime,
  },
  /** A payment outside the chain, proposed or made. */
  other: getTableColumns(otherPayments),
};

const joinedRows = (db: Database) =>
  db
    .select(joined)
    .from(claims)
    .innerJoin(policies, eq(policies.id, claims.policyId))
    .innerJoin(quotes, eq(quotes.id, claims.quoteId))
    .innerJoin(threads, eq(threads.key, sql`'claim:' || ${claims.key}`))
    .leftJoin(policyContacts, eq(policyContacts.policyId, claims.policyId))
    .leftJoin(chainEvents, eq(chainEvents.id, claims.paidEventId))
    .leftJoin(otherPayments, eq(otherPayments.claimId, claims.id));

/** The wallet's claims after an id (exclusive), newest first; with `back`, the ones before it. */
export function listOwn(
  db: Database,
  wallet: string,
  limit: number,
  from: { id: number; back: boolean } | null,
): Promise<ClaimFields[]> {
  const page = from && (from.back ? gt : lt)(claims.id, from.id);
  return db
    .select()
    .from(claims)
    .where(and(eq(claims.wallet, wallet), page ?? undefined))
    .orderBy((from?.back ? asc : desc)(claims.id))
    .limit(limit)
    .all();
}

export async function findOwn(db: Database, id: number, wallet: string): Promise<ClaimRow | null> {
  const row = await joinedRows(db)
    .where(and(eq(claims.id, id), eq(claims.wallet, wallet)))
    .get();
  return row ?? null;
}

/**
 * A wallet's claim with its timeline, documents and latest call, in the time of one round trip; null if
 * missing or owned by another wallet. The join runs next to the batch because batch results are keyed by
 * column name and its ids would collide.
 */
export async function findDetail(db: Database, id: number, wallet: string) {
  const own = and(eq(claims.id, id), eq(claims.wallet, wallet));
  const ownId = db.select({ id: claims.id }).from(claims).where(own);
  const [row, [events, documents, calls]] = await Promise.all([
    joinedRows(db).where(own).get(),
    db.batch([
      db
        .select()
        .from(claimEvents)
        .where(inArray(claimEvents.claimId, ownId))
        .orderBy(desc(claimEvents.id))
        .limit(TIMELINE + 1),
      db
        .select()
        .from(claimDocuments)
        .where(inArray(claimDocuments.claimId, ownId))
        .orderBy(asc(claimDocuments.createdAt), asc(claimDocuments.id)),
      db
        .select()
        .from(claimCalls)
        .where(inArray(claimCalls.claimId, ownId))
        .orderBy(desc(claimCalls.createdAt))
        .limit(1),
    ]),
  ]);
  if (!row) return null;
  const shown = events.slice(0, TIMELINE).reverse();
  const earlierEvents = events.length > shown.length;
  return { ...row, events: shown, earlierEvents, documents, call: calls[0] ?? null };
}
export type ClaimDetail = NonNullable<Awaited<ReturnType<typeof findDetail>>>;
export type ClaimRow = Omit<ClaimDetail, 'events' | 'earlierEvents' | 'documents' | 'call'>;

/** Not scoped by owner: for decisions and payouts. */
export async function findById(db: Database, id: number): Promise<ClaimRow | null> {
  return (await joinedRows(db).where(eq(claims.id, id)).get()) ?? null;
}

type Covered = Pick<
  typeof policies.$inferSelect,
  'id' | 'wallet' | 'status' | 'paidOutUsd' | 'coverFrom' | 'coverUntil'
>;

/** Leads a batch that makes a claim: the policy covers as it was read, and is as much about to be canceled as it was. */
export const guardCover = (db: Database, policy: Covered, cancelling: boolean): Statement =>
  guard(
    db,
    sql`EXISTS (SELECT 1 FROM ${policies} WHERE ${policies.id} = ${policy.id}
        AND ${policies.wallet} = ${policy.wallet} AND ${policies.status} = ${policy.status}
        AND ${policies.paidOutUsd} = ${policy.paidOutUsd}
        AND ${policies.coverFrom} IS ${policy.coverFrom} AND ${policies.coverUntil} = ${policy.coverUntil})
      AND EXISTS (SELECT 1 FROM ${cancellations} WHERE ${cancellations.policyId} = ${policy.id}) = ${cancelling ? 1 : 0}`,
  );

export const insertClaim = (db: Database, row: NewClaim): Statement => db.insert(claims).values(row);

export async function findByKey(db: Database, key: string): Promise<ClaimFields | null> {
  return (await db.select().from(claims).where(eq(claims.key, key)).get()) ?? null;
}

/**
 * Adds a line to the timeline of a claim, which the same batch may insert or change. Without a status the
 * line gets the claim's.
 */
export const insertEvent = (
  db: Database,
  key: string,
  { status, ...event }: Omit<NewClaimEvent, 'status'> & { status?: ClaimStatus },
): Statement =>
  db.insert(claimEvents).values({
    ...event,
    status: status ?? sql`(SELECT status FROM claims WHERE key = ${key})`,
    claimId: sql`(SELECT id FROM claims WHERE key = ${key})`,
  });

/** Batch guard: the claim is unchanged since it was read. */
export const guardClaim = (db: Database, { id, version }: Pick<ClaimFields, 'id' | 'version'>): Statement =>
  guard(
    db,
    sql`EXISTS (SELECT 1 FROM ${claims} WHERE ${claims.id} = ${id} AND ${claims.version} = ${version})`,
  );

export type ClaimChange = Partial<
  Pick<
    ClaimFields,
    | 'status'
    | 'requestedDocuments'
    | 'dueAt'
    | 'payoutUsd'
    | 'decisionReason'
    | 'rejectionReason'
    | 'decidedBy'
    | 'decidedAt'
    | 'needsConfirmation'
    | 'confirmedBy'
    | 'paidEventId'
  >
>;

export const updateClaim = (db: Database, id: number, change: ClaimChange, now: string): Statement =>
  db
    .update(claims)
    .set({ ...change, updatedAt: now, version: sql`${claims.version} + 1` })
    .where(eq(claims.id, id));

/** The latest timeline line that set the claim's current status. */
export async function lastEvent(
  db: Database,
  claimId: number,
  kinds: readonly ClaimEventRow['kind'][],
): Promise<ClaimEventRow | null> {
  const row = await db
    .select()
    .from(claimEvents)
    .where(and(eq(claimEvents.claimId, claimId), inArray(claimEvents.kind, [...kinds])))
    .orderBy(desc(claimEvents.id))
    .limit(1)
    .get();
  return row ?? null;
}

const promised = ['approved', 'processing_payment'] as const satisfies readonly ClaimStatus[];

/** Whole US dollars approved but unpaid on the policy, not counting one claim. */
const promisedUsd = (policyId: number, exceptId: number) =>
  sql`(SELECT coalesce(sum(${claims.payoutUsd}), 0) FROM ${claims} WHERE ${claims.policyId} = ${policyId}
    AND ${inArray(claims.status, promised)} AND ${claims.id} <> ${exceptId})`;

export async function promisedToOthers(db: Database, claim: Pick<ClaimFields, 'id' | 'policyId'>) {
  const row = await db
    .select({ usd: sql<number>`coalesce(sum(${claims.payoutUsd}), 0)` })
    .from(claims)
    .where(
      and(
        eq(claims.policyId, claim.policyId),
        inArray(claims.status, promised),
        sql`${claims.id} <> ${claim.id}`,
      ),
    )
    .get();
  return row?.usd ?? 0;
}

/** Batch guard: the remaining cover minus other approved claims is at least `usd`. */
export const guardRemaining = (
  db: Database,
  claim: Pick<ClaimFields, 'id' | 'policyId'>,
  usd: number,
): Statement =>
  guard(
    db,
    sql`(SELECT ${policies.coverageUsd} - ${policies.paidOutUsd} FROM ${policies} WHERE ${policies.id} = ${claim.policyId})
      - ${promisedUsd(claim.policyId, claim.id)} >= ${usd}`,
  );

/** The claim that a payout event pays: the oldest approved one with the same dollars and incident time. */
export async function findPayable(
  db: Database,
  paid: { quoteId: string; usd: number; incidentAt: string },
): Promise<ClaimRow | null> {
  const row = await joinedRows(db)
    .where(
      and(
        eq(claims.quoteId, paid.quoteId),
        inArray(claims.status, promised),
        eq(claims.payoutUsd, paid.usd),
        eq(claims.incidentAt, paid.incidentAt),
      ),
    )
    .orderBy(asc(claims.id))
    .limit(1)
    .get();
  return row ?? null;
}

/** The oldest paid claim with the same dollars and incident time as a payout event; null if there is none. */
export async function findPaidAlike(
  db: Database,
  payout: { quoteId: string; usd: number; incidentAt: string },
): Promise<ClaimRow | null> {
  const row = await joinedRows(db)
    .where(
      and(
        eq(claims.quoteId, payout.quoteId),
        eq(claims.status, 'paid'),
        eq(claims.payoutUsd, payout.usd),
        eq(claims.incidentAt, payout.incidentAt),
      ),
    )
    .orderBy(asc(claims.id))
    .limit(1)
    .get();
  return row ?? null;
}

/** The claim that this event paid, or null. */
export async function findPaidBy(db: Database, eventId: number): Promise<ClaimRow | null> {
  return (
    (await joinedRows(db)
      .where(and(isNotNull(claims.paidEventId), eq(claims.paidEventId, eventId)))
      .get()) ?? null
  );
}

/** Confirmed payouts of a policy, for all its claims. */
export async function countPayouts(db: Database, quoteId: string): Promise<number> {
  return db.$count(
    chainEvents,
    and(
      eq(chainEvents.quoteId, quoteId),
      eq(chainEvents.kind, 'claim_paid'),
      eq(chainEvents.status, 'confirmed'),
    ),
  );
}

export const moveToQuote = (db: Database, fromQuoteId: string, toQuoteId: string): Statement =>
  db.update(claims).set({ quoteId: toQuoteId }).where(eq(claims.quoteId, fromQuoteId));

/** Fails if a call at that time was already requested. */
export const insertCall = (db: Database, row: CallRow): Statement => db.insert(claimCalls).values(row);

export async function findCall(db: Database, claimId: number, preferredAt: string): Promise<CallRow | null> {
  const at = and(eq(claimCalls.claimId, claimId), eq(claimCalls.preferredAt, preferredAt));
  return (await db.select().from(claimCalls).where(at).get()) ?? null;
}

/** Replaces the details of a requested call; returns when it was first requested. */
export async function resealCall(db: Database, { claimId, preferredAt, sealed }: CallRow): Promise<string> {
  const [row] = await db
    .update(claimCalls)
    .set({ sealed })
    .where(and(eq(claimCalls.claimId, claimId), eq(claimCalls.preferredAt, preferredAt)))
    .returning({ createdAt: claimCalls.createdAt });
  if (!row) throw new Error('A call that stood in the way is not there');
  return row.createdAt;
}

export type OtherPaymentRow = typeof otherPayments.$inferSelect;

/** Fails if the claim already has such a payment. */
export const insertOther = (db: Database, row: typeof otherPayments.$inferInsert): Statement =>
  db.insert(otherPayments).values(row);

const itsProposal = ({ claimId, proposedAt }: Pick<OtherPaymentRow, 'claimId' | 'proposedAt'>) =>
  and(
    eq(otherPayments.claimId, claimId),
    eq(otherPayments.status, 'proposed'),
    eq(otherPayments.proposedAt, proposedAt),
  );

/** Batch guard: the payment is still proposed as it was read. */
export const guardOther = (db: Database, row: OtherPaymentRow): Statement =>
  guard(db, sql`EXISTS (SELECT 1 FROM ${otherPayments} WHERE ${itsProposal(row)})`);

export const confirmOther = (
  db: Database,
  row: OtherPaymentRow,
  by: { confirmedBy: number; confirmedName: string; confirmedAt: string },
): Statement =>
  db
    .update(otherPayments)
    .set({ ...by, status: 'paid' })
    .where(itsProposal(row));

export const deleteOther = (db: Database, row: OtherPaymentRow): Statement =>
  db.delete(otherPayments).where(itsProposal(row));

/** Claims paid outside the chain, latest first; with `back`, the ones before a position. No reference, no person. */
export function listOther(db: Database, limit: number, from: Cursor | null) {
  const { claimId, usd, method, confirmedAt, status } = otherPayments;
  const page =
    from && sql`(${confirmedAt}, ${claimId}) ${sql.raw(from.back ? '>' : '<')} (${from.at}, ${from.id})`;
  const order = from?.back ? asc : desc;
  return db
    .select({ claimId, usd, method, paidAt: confirmedAt, quoteId: policies.quoteId })
    .from(otherPayments)
    .innerJoin(policies, eq(policies.id, otherPayments.policyId))
    .where(and(eq(status, 'paid'), page ?? undefined))
    .orderBy(order(confirmedAt), order(claimId))
    .limit(limit)
    .all();
}
