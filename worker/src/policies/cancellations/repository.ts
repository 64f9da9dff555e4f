import { and, asc, eq, getTableColumns, gte, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { claims, openClaim } from '#worker/platform/db/claims-schema.ts';
import { type Database, firstOf, type Statement } from '#worker/platform/db/client.ts';
import { guard } from '#worker/platform/db/guard.ts';
import { nothingUnderWay } from '#worker/platform/db/prepared-transfers.ts';
import {
  type ChainEventRow,
  cancellations,
  chainEvents,
  endedRequests,
  policyChanges,
  policyContacts,
} from '#worker/platform/db/registry-schema.ts';
import { policies, quotes } from '#worker/platform/db/schema.ts';
import { notReplaced } from '#worker/policies/change/repository.ts';
import { type CancellationRow, itsPurchase, joined } from '#worker/policies/repository.ts';

/** Whether the holder's wallet consented to a refund until this time by a call that came after an event of its policy. */
export async function consentedAfter(
  db: Database,
  { quote_id, block_number, event_index }: ChainEventRow,
  validUntil: string,
): Promise<boolean> {
  const given = and(
    ...[eq(chainEvents.quote_id, quote_id), eq(chainEvents.kind, 'cancellation_consented')],
    ...[eq(chainEvents.valid_until, validUntil), ne(chainEvents.status, 'orphaned')],
    sql`(${chainEvents.block_number}, ${chainEvents.event_index}) > (${block_number}, ${event_index})`,
  );
  const row = await db.select({ id: chainEvents.id }).from(chainEvents).where(given).limit(1).get();
  return row !== undefined;
}

type Ended = typeof endedRequests.$inferSelect;

/** Keeps what an event ended. */
export const keepEnded = (db: Database, ended: Ended): Statement =>
  db.insert(endedRequests).values(ended).onConflictDoNothing();

export const findEnded = (db: Database, eventId: number): Promise<Ended | null> =>
  firstOf(db.select().from(endedRequests).where(eq(endedRequests.event_id, eventId)));

/** What an event had ended is open again: the consent of a change of cover waits as before. */
export const dropEnded = (
  db: Database,
  { event_id, policy_id, signature }: Ended,
): [Statement, Statement] => [
  db.delete(endedRequests).where(eq(endedRequests.event_id, event_id)),
  db
    .update(policyChanges)
    .set({ closed: null })
    .where(and(eq(policyChanges.policy_id, policy_id), eq(policyChanges.signature, signature))),
];

/** Fails if the policy already has a cancellation. */
export const insertCancellation = (db: Database, row: typeof cancellations.$inferInsert) =>
  db.insert(cancellations).values(row);

/** Batch guard: nobody has asked to cancel the policy. */
export const guardUnasked = (db: Database, policyId: number): Statement =>
  guard(db, sql`NOT EXISTS (SELECT 1 FROM ${cancellations} WHERE ${cancellations.policy_id} = ${policyId})`);

export const deleteCancellation = (db: Database, policyId: number) =>
  db.delete(cancellations).where(eq(cancellations.policy_id, policyId));

/** Batch guard: the policy still has this request. */
export const guardCancellation = (db: Database, { policy_id, valid_until }: CancellationRow): Statement =>
  guard(
    db,
    sql`EXISTS (SELECT 1 FROM ${cancellations} WHERE ${cancellations.policy_id} = ${policy_id}
      AND ${cancellations.valid_until} = ${valid_until})`,
  );

/** Of a policy that was replaced, the refund goes first whatever is claimed. */
const claimMadeSince = sql`(EXISTS (SELECT 1 FROM ${claims} WHERE ${claims.policy_id} = ${cancellations.policy_id}
  AND coalesce(${claims.second_look_at}, ${claims.created_at}) >= ${cancellations.requested_at}) AND ${notReplaced})`;

/**
 * Requests of policies not yet ended that can no longer be refunded: the consent lapsed before `now`, or a claim was
 * made since. A withdrawal isn't one of them. While a refund is under way that nothing would refuse, its request stays open.
 */
export function overdueCancellations(db: Database, now: string, limit: number) {
  return (
    db
      .select({
        ...joined,
        cancellation: getTableColumns(cancellations),
        claimed: sql<number>`${claimMadeSince}`,
      })
      .from(cancellations)
      // A cross join keeps this order: the few cancellations lead to their policies.
      .crossJoin(policies)
      .innerJoin(quotes, eq(quotes.id, policies.quote_id))
      .innerJoin(chainEvents, itsPurchase)
      .leftJoin(policyContacts, eq(policyContacts.policy_id, policies.id))
      .where(
        and(
          eq(policies.id, cancellations.policy_id),
          inArray(policies.status, ['pending', 'active']),
          isNull(policies.withdrawn_at),
          or(lt(cancellations.valid_until, now), claimMadeSince),
          nothingUnderWay(sql`${policies.chain_id}`, sql`${policies.quote_id}`),
        ),
      )
      .orderBy(asc(cancellations.valid_until))
      .limit(limit)
      .all()
  );
}

/** Whether a claim was made on the policy since its cancellation was asked for. */
export async function claimedSince(db: Database, { policy_id, requested_at }: CancellationRow) {
  const made = and(
    eq(claims.policy_id, policy_id),
    gte(sql`coalesce(${claims.second_look_at}, ${claims.created_at})`, requested_at),
  );
  return (await db.select({ id: claims.id }).from(claims).where(made).limit(1).get()) !== undefined;
}

/** A policy's claims: how many in all and how many open. */
export interface ClaimCounts {
  made: number;
  open: number;
}

const openOnes = sql`count(CASE WHEN ${openClaim} THEN 1 END)`;

export async function countClaims(db: Database, policyId: number): Promise<ClaimCounts> {
  const row = await db
    .select({ made: sql<number>`count(*)`, open: sql<number>`${openOnes}` })
    .from(claims)
    .where(eq(claims.policy_id, policyId))
    .get();
  return { made: row?.made ?? 0, open: row?.open ?? 0 };
}
