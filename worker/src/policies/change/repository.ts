/** Changes of cover: which policy replaced which. */
import { and, asc, desc, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { CLAIM_STATUSES, type ClaimStatus } from '#domain/claims/lifecycle.ts';
import { claims } from '#worker/platform/db/claims-schema.ts';
import { type Database, firstOf, type Statement } from '#worker/platform/db/client.ts';
import { guard } from '#worker/platform/db/guard.ts';
import { endings } from '#worker/platform/db/registry-schema.ts';
import { policies, quotes } from '#worker/platform/db/schema.ts';

/**
 * A policy `n` that replaced another, and whose cover is not gone: it was neither rejected nor withdrawn from, and its payment
 * is not lost for good. One that was itself replaced or canceled stands. The cross joins keep the order: the few changes lead to
 * their policies, not the many of a wallet.
 */
const STANDS = `(n.status IN ('pending', 'active', 'cancelled') AND n.withdrawn_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM chain_events e WHERE e.id = n.purchase_event_id AND e.given_up_at IS NOT NULL))`;

/** What replaced a policy of the outer query and still has its holder, as JSON; null if nothing did. */
export const successor = sql<
  string | null
>`(SELECT json_object('id', n.id, 'status', n.status, 'amount', c.amount,
    'unusedDays', c.unused_days) FROM endings c CROSS JOIN policies n ON n.quote_id = c.successor_quote
  WHERE c.policy_id = ${policies.id} AND n.wallet = ${policies.wallet} AND ${sql.raw(STANDS)}
  ORDER BY n.id DESC LIMIT 1)`.as('successor');

/** That nothing replaced a policy of the outer query. */
export const notReplaced = sql`NOT EXISTS (SELECT 1 FROM endings c CROSS JOIN policies n ON n.quote_id = c.successor_quote
  WHERE c.policy_id = ${policies.id} AND n.wallet = ${policies.wallet} AND ${sql.raw(STANDS)})`;

/** The policy of a replacement's successor, while its cover is not gone: a subquery of a query of endings. */
export const bySuccessor = sql`SELECT 1 FROM policies n WHERE n.quote_id = ${endings.successor_quote} AND ${sql.raw(STANDS)}`;

/** Policies that replaced this one, whatever became of them. */
export const countSuccessors = (db: Database, policyId: number): Promise<number> =>
  db.$count(
    endings,
    and(
      eq(endings.policy_id, policyId),
      sql`EXISTS (SELECT 1 FROM policies n WHERE n.quote_id = ${endings.successor_quote})`,
    ),
  );

const [older, newer] = [alias(policies, 'o'), alias(policies, 'n')];

/** Changes whose new quote became a policy of the old one's holder. */
const links = (db: Database) =>
  db
    .select({
      amount: sql<string>`${endings.amount}`,
      closed: endings.closed_as,
      oldId: older.id,
      oldStatus: older.status,
      newId: newer.id,
      since: newer.cover_from,
      currency: quotes.currency,
      decimals: quotes.decimals,
      owedFrom: older.refund_since,
    })
    .from(endings)
    .innerJoin(newer, eq(newer.quote_id, endings.successor_quote))
    .innerJoin(older, and(eq(older.id, endings.policy_id), eq(older.wallet, newer.wallet)))
    .innerJoin(quotes, eq(quotes.id, older.quote_id));

/** The changes that a policy is part of, the newest first. */
export const linksOf = (db: Database, { id, quote_id }: { id: number | SQL; quote_id: string | SQL }) =>
  links(db)
    .where(or(eq(endings.successor_quote, quote_id), and(eq(endings.policy_id, id), sql.raw(STANDS))))
    .orderBy(desc(newer.id));

/** The same of all policies of a wallet. */
export const linksOfWallet = (db: Database, wallet: string) =>
  links(db)
    .where(and(eq(newer.wallet, wallet), sql.raw(STANDS)))
    .orderBy(desc(newer.id));

export type LinkRow = Awaited<ReturnType<typeof linksOf>>[number];

/** A policy and those it replaced, one after the other, with what each covers. */
export const coveringRow = (db: Database, policyId: number) =>
  db.all<{ id: number; coverage: number; deductible: number; cover_from: string | null }>(sql`
    WITH RECURSIVE changed(id, place) AS (SELECT ${policyId}, 0
      UNION ALL SELECT c.policy_id, place + 1 FROM changed
        JOIN policies p ON p.id = changed.id JOIN endings c ON c.successor_quote = p.quote_id)
    SELECT p.id AS id, p.coverage_usd AS coverage, q.deductible_usd AS deductible, p.cover_from AS cover_from
    FROM changed JOIN policies p ON p.id = changed.id JOIN quotes q ON q.id = p.quote_id ORDER BY place`);

/** The policies that replaced this one, one after the other, as a subquery of ids. */
const later = (policyId: number): SQL => sql`(
  WITH RECURSIVE later(id) AS (
    SELECT n.id FROM endings c JOIN policies n ON n.quote_id = c.successor_quote WHERE c.policy_id = ${policyId} UNION
    SELECT n.id FROM later JOIN endings c ON c.policy_id = later.id JOIN policies n ON n.quote_id = c.successor_quote)
  SELECT id FROM later)`;

/**
 * Policies `n` that an incident at `at` (ISO) belongs to instead of the one that they replaced, directly or not, also once they
 * were canceled.
 */
const insteadOf = (policyId: number, at: string): SQL =>
  sql`policies o CROSS JOIN policies n ON n.wallet = o.wallet AND n.id IN ${later(policyId)}
    WHERE o.id = ${policyId} AND n.cover_from <= ${at} AND n.withdrawn_at IS NULL
      AND (n.cover_until > ${at} OR n.status = 'cancelled')`;

/** The newest of them; null if there is none. */
export async function coveredInstead(db: Database, policyId: number, at: string): Promise<number | null> {
  const found = await db.all<{ id: number }>(
    sql`SELECT n.id AS id FROM ${insteadOf(policyId, at)} ORDER BY n.id DESC LIMIT 1`,
  );
  return found[0]?.id ?? null;
}

/** All policies that changes of cover join to this one, as a subquery of ids. */
const sameCover = (policyId: number): SQL => sql`(
  WITH RECURSIVE joined(id) AS (SELECT ${policyId} UNION
      SELECT c.policy_id FROM joined JOIN policies p ON p.id = joined.id JOIN endings c ON c.successor_quote = p.quote_id UNION
      SELECT n.id FROM joined JOIN endings c ON c.policy_id = joined.id JOIN policies n ON n.quote_id = c.successor_quote)
  SELECT id FROM joined)`;

const NOT_REJECTED = CLAIM_STATUSES.filter((status) => status !== 'rejected');

/** Claims for a day on other policies of the same change of cover, in these states. */
const onAnother = (policyId: number, day: string, statuses: readonly ClaimStatus[]) =>
  and(
    sql`${claims.policy_id} IN ${sameCover(policyId)}`,
    ...[ne(claims.policy_id, policyId), eq(claims.incident_date, day), inArray(claims.status, [...statuses])],
  );

/**
 * The oldest claim for that day on a policy that replaced this one or was replaced by it, directly or not; null if there is
 * none. One that was rejected leaves the incident to be claimed.
 */
export const claimedOnAnother = (
  db: Database,
  policyId: number,
  day: string,
  statuses: readonly ClaimStatus[] = NOT_REJECTED,
): Promise<{ id: number; policy_id: number } | null> =>
  firstOf(
    db
      .select({ id: claims.id, policy_id: claims.policy_id })
      .from(claims)
      .where(onAnother(policyId, day, statuses))
      .orderBy(asc(claims.id))
      .limit(1),
  );

/** Batch guard: nothing else covers the claim's incident, and it was not claimed on another policy. */
export const guardClaimedOnce = (
  db: Database,
  policyId: number,
  claim: { incident_date: string; incident_at: string },
  statuses: readonly ClaimStatus[] = NOT_REJECTED,
): Statement =>
  guard(
    db,
    sql`NOT EXISTS (SELECT 1 FROM ${claims} WHERE ${onAnother(policyId, claim.incident_date, statuses)})
      AND NOT EXISTS (SELECT 1 FROM ${insteadOf(policyId, claim.incident_at)})`,
  );

/** A policy `o` whose refund was agreed with a change of cover and isn't sent yet, and what replaced it, `n`. */
const refundAgreed = (policyId: number): SQL =>
  sql`policies o JOIN endings c ON c.policy_id = o.id
    CROSS JOIN policies n ON n.quote_id = c.successor_quote AND n.wallet = o.wallet
    WHERE o.id = ${policyId} AND o.status IN ('pending', 'active') AND o.withdrawn_at IS NULL AND ${sql.raw(STANDS)}
      AND (c.closed_at IS NULL
        OR EXISTS (SELECT 1 FROM endings r WHERE r.policy_id = o.id AND r.due_from IS NOT NULL AND r.closed_at IS NULL))`;

/** What replaced a policy whose agreed refund isn't sent yet; null if there is nothing like that. */
export async function refundedFirst(db: Database, policyId: number): Promise<number | null> {
  const [row] = await db.all<{ id: number }>(sql`SELECT n.id AS id FROM ${refundAgreed(policyId)} LIMIT 1`);
  return row?.id ?? null;
}

/** Batch guard: there is no such refund. */
export const guardNoneFirst = (db: Database, policyId: number): Statement =>
  guard(db, sql`NOT EXISTS (SELECT 1 FROM ${refundAgreed(policyId)})`);
