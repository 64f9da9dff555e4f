import { and, asc, eq, gt, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { deskCounts } from '../../platform/db/admin-schema.ts';
import { claims } from '../../platform/db/claims-schema.ts';
import type { Database } from '../../platform/db/client.ts';
import { threads } from '../../platform/db/messages-schema.ts';
import { cancellations, chainEvents } from '../../platform/db/registry-schema.ts';
import { paymentExceptions, policies } from '../../platform/db/schema.ts';

/** Items of each section. */
const MOST = 50;

type Queue = NonNullable<(typeof claims.$inferSelect)['queue']>;
const claimsIn = (db: Database, queue: Queue, which?: SQL) =>
  db
    .select()
    .from(claims)
    .where(and(eq(claims.queue, queue), which))
    .orderBy(asc(claims.dueAt), asc(claims.id))
    .limit(MOST);

/**
 * Everything that waits for someone, each section by the promise that breaks first, in one round trip. A payout that the
 * administrator took the first step of waits for others.
 */
export async function readQueue(db: Database, { now, adminId }: { now: string; adminId: number }) {
  const owed = and(eq(policies.queue, 'refunds_owed'), gt(policies.refundUntil, now));
  const standing = and(eq(paymentExceptions.status, 'open'), ne(chainEvents.status, 'orphaned'));
  const [counts, review, confirm, pay, refunds, [counted], approvals, waiting, exceptions, [exceptionCount]] =
    await db.batch([
      db.select().from(deskCounts).where(eq(deskCounts.list, 'queue')),
      claimsIn(db, 'claims_due'),
      claimsIn(db, 'payouts_to_confirm', sql`${claims.firstBy} IS NOT ${adminId}`),
      claimsIn(db, 'payouts_to_send'),
      db
        .select({
          id: policies.id,
          wallet: sql<string>`${policies.wallet}`.as('refund_wallet'),
          customer: policies.customerName,
          declinedAt: policies.declinedAt,
          since: sql<string>`coalesce(${policies.declinedAt}, ${cancellations.requestedAt})`.as('since'),
        })
        .from(policies)
        .leftJoin(cancellations, eq(cancellations.policyId, policies.id))
        .where(owed)
        .orderBy(asc(sql`since`), asc(policies.id))
        .limit(MOST),
      db
        .select({
          refunds: sql<number>`(SELECT count(*) FROM ${policies} WHERE ${owed})`,
          own: sql<number>`(SELECT count(*) FROM ${claims} WHERE ${claims.firstBy} = ${adminId})`,
        })
        .from(sql`(SELECT 1)`),
      db
        .select()
        .from(policies)
        .where(
          and(eq(policies.needsReview, true), eq(policies.status, 'pending'), isNull(policies.declinedAt)),
        )
        .orderBy(asc(policies.createdAt), asc(policies.id))
        .limit(MOST),
      db
        .select()
        .from(threads)
        .where(isNotNull(threads.waitingSince))
        .orderBy(asc(threads.waitingSince), asc(threads.id))
        .limit(MOST),
      db
        .select({
          id: sql<number>`${paymentExceptions.id}`.as('exception_id'),
          wallet: sql<string>`${paymentExceptions.wallet}`.as('payer'),
          detail: paymentExceptions.detail,
          reason: paymentExceptions.reason,
          paidAt: chainEvents.blockTime,
        })
        .from(paymentExceptions)
        .innerJoin(chainEvents, eq(chainEvents.id, paymentExceptions.eventId))
        .where(standing)
        .orderBy(asc(paymentExceptions.createdAt), asc(paymentExceptions.id))
        .limit(MOST),
      db
        .select({ count: sql<number>`count(*)` })
        .from(paymentExceptions)
        .innerJoin(chainEvents, eq(chainEvents.id, paymentExceptions.eventId))
        .where(standing),
    ]);
  const kept = new Map(counts.map(({ status, count }) => [status, count]));
  return {
    counts: {
      ...Object.fromEntries(kept),
      payouts_to_confirm: (kept.get('payouts_to_confirm') ?? 0) - (counted?.own ?? 0),
      refunds_owed: counted?.refunds ?? 0,
      exceptions: exceptionCount?.count ?? 0,
    } as Readonly<Record<string, number>>,
    ...{ review, confirm, pay, refunds, approvals, waiting, exceptions },
  };
}
export type Waiting = Awaited<ReturnType<typeof readQueue>>;
