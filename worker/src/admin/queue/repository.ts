import { and, asc, eq, gt, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import { deskCounts } from '../../platform/db/admin-schema.ts';
import { claims } from '../../platform/db/claims-schema.ts';
import type { Database } from '../../platform/db/client.ts';
import { threads } from '../../platform/db/messages-schema.ts';
import { cancellations, chainEvents } from '../../platform/db/registry-schema.ts';
import { paymentExceptions, policies } from '../../platform/db/schema.ts';

/** Items of each section: no more can be among the first of all. */
const MOST = 50;

type Queue = NonNullable<(typeof claims.$inferSelect)['queue']>;
const claimsIn = (db: Database, queue: Queue) =>
  db
    .select()
    .from(claims)
    .where(eq(claims.queue, queue))
    .orderBy(asc(claims.dueAt), asc(claims.id))
    .limit(MOST);

/** Everything that waits for someone, each section by the promise that breaks first, in one round trip. */
export async function readQueue(db: Database, now: string) {
  const owed = and(
    eq(policies.id, cancellations.policyId),
    inArray(policies.status, ['pending', 'active']),
    gt(cancellations.validUntil, now),
  );
  const standing = and(eq(paymentExceptions.status, 'open'), ne(chainEvents.status, 'orphaned'));
  const [
    counts,
    review,
    confirm,
    pay,
    refunds,
    [refundCount],
    approvals,
    waiting,
    exceptions,
    [exceptionCount],
  ] = await db.batch([
    db.select().from(deskCounts).where(eq(deskCounts.list, 'queue')),
    claimsIn(db, 'claims_due'),
    claimsIn(db, 'payouts_to_confirm'),
    claimsIn(db, 'payouts_to_send'),
    db
      .select({
        id: policies.id,
        wallet: sql<string>`${policies.wallet}`.as('refund_wallet'),
        kind: policies.kind,
        customer: policies.customerName,
        requestedAt: cancellations.requestedAt,
      })
      .from(cancellations)
      .crossJoin(policies)
      .where(owed)
      .orderBy(asc(cancellations.requestedAt))
      .limit(MOST),
    db.select({ count: sql<number>`count(*)` }).from(cancellations).crossJoin(policies).where(owed),
    db
      .select()
      .from(policies)
      .where(and(eq(policies.needsReview, true), eq(policies.status, 'pending')))
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
  return {
    counts: {
      ...Object.fromEntries(counts.map(({ status, count }) => [status, count])),
      refunds_owed: refundCount?.count ?? 0,
      exceptions: exceptionCount?.count ?? 0,
    } as Readonly<Record<string, number>>,
    ...{ review, confirm, pay, refunds, approvals, waiting, exceptions },
  };
}
export type Waiting = Awaited<ReturnType<typeof readQueue>>;
