/** Endings of policies. Trigger: `endings_changed` keeps what a policy says of the refund that it owes. */
import { and, asc, desc, eq, gt, gte, isNotNull, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { ClosedAs } from '#domain/policy/ending.ts';
import { nothingUnderWay } from '#worker/money/transfers/repository.ts';
import { claims, openClaim } from '#worker/platform/db/claims-schema.ts';
import type { Database, Statement } from '#worker/platform/db/client.ts';
import { findRow, findRows, guardNoRow, guardRow, hasRow, updateRows } from '#worker/platform/db/guard.ts';
import { threads } from '#worker/platform/db/messages-schema.ts';
import {
  type ChainEventRow,
  chainEvents,
  type EndingRow,
  endings,
  isAfter,
} from '#worker/platform/db/registry-schema.ts';
import { policies } from '#worker/platform/db/schema.ts';
import { bySuccessor, notReplaced } from '#worker/policies/change/repository.ts';

export type { ChainEventRow, EndingRow };

export type NewEnding = Omit<typeof endings.$inferInsert, 'id'>;

const { id, policy_id, kind, thread_id, successor_quote, consent_until } = endings;
const { due_from, closed_at, closed_as, closed_event_id } = endings;

const isOpen = isNull(closed_at);
const isOwed = and(isNotNull(due_from), isOpen);

export const counts = and(isNotNull(due_from), or(isOpen, eq(closed_as, 'sent')));

/** The ending that counts: its refund is owed, or was sent. */
export const findEnding = (db: Database, policyId: number): Promise<EndingRow | null> =>
  findRow(db, endings, and(eq(policy_id, policyId), counts), desc(id));

/** The replacement that a quote makes; null if it makes none. */
export const findReplacement = (db: Database, quoteId: string): Promise<EndingRow | null> =>
  findRow(db, endings, eq(successor_quote, quoteId));

/** Replacements of a policy that wait for a successor which is paid and whose cover isn't gone. */
const waitsFor = (policyId: number) =>
  and(eq(policy_id, policyId), isNull(due_from), isOpen, sql`EXISTS (${bySuccessor})`);

/** The replacement that waits for the policy's successor to be active; null if none does, or another ending is owed. */
export const findWaiting = (db: Database, policyId: number): Promise<EndingRow | null> =>
  findRow(db, endings, and(waitsFor(policyId), noneOwed(policyId)));

/** Fails if its refund is owed and that of another ending of the policy is. */
export const insertEnding = (db: Database, row: NewEnding): Statement[] => [
  db.insert(endings).values(row),
  // The trigger is on changes alone.
  ...(row.due_from
    ? [updateRows(db, endings, [{ policy_id: row.policy_id }, isOwed], { due_from: row.due_from })]
    : []),
];

export const changeEnding = (db: Database, { id: one }: EndingRow, change: Partial<EndingRow>): Statement =>
  updateRows(db, endings, { id: one }, change);

/** An event on a chain that closes an ending; a purchase may be recorded only in the same batch. */
export type Closer = ChainEventRow | { id: SQL<number> };

/** How an ending is closed: why, when, and by which event on a chain. */
interface Closing {
  as: ClosedAs;
  at: string;
  by?: Closer | null;
}

const closeThose = (db: Database, which: SQL | undefined, { as, at, by }: Closing): Statement =>
  updateRows(db, endings, and(which, isOpen), {
    closed_at: at,
    closed_as: as,
    closed_event_id: by?.id ?? null,
  });

export const closeEnding = (db: Database, ending: EndingRow, closing: Closing): Statement =>
  closeThose(db, eq(id, ending.id), closing);

/** Closes what the policy owes; nothing if that is nothing. */
export const closeOwed = (db: Database, policyId: number, closing: Closing): Statement =>
  closeThose(db, and(eq(policy_id, policyId), isNotNull(due_from)), closing);

export const closeWaiting = (db: Database, policyId: number, closing: Closing): Statement =>
  closeThose(db, waitsFor(policyId), closing);

/** What an event on a chain closed. */
export const closedBy = (db: Database, event: ChainEventRow): Promise<EndingRow[]> =>
  findRows(db, endings, eq(closed_event_id, event.id));

/**
 * Opens an ending again, as it was.
 * @param owed whether its refund is owed again, unless its successor isn't active anymore; otherwise it waits
 */
export const reopen = (db: Database, ending: EndingRow, owed: boolean): Statement =>
  changeEnding(db, ending, {
    closed_at: null,
    closed_as: null,
    closed_event_id: null,
    due_from: owed
      ? (sql`CASE WHEN NOT EXISTS (SELECT 1 FROM policies n WHERE n.quote_id = ${successor_quote} AND n.status = 'pending')
          THEN ${due_from} END` as unknown as string)
      : null,
  });

/** Batch guard: it has come no further since it was read. */
export const guardEnding = (db: Database, ending: EndingRow): Statement => {
  const { id, due_from, closed_at, consent_asked_at, consent_until } = ending;
  return guardRow(db, endings, { id, due_from, closed_at, consent_asked_at, consent_until });
};

const noneOwed = (policyId: number) =>
  sql`NOT EXISTS (SELECT 1 FROM ${endings} o WHERE o.policy_id = ${policyId} AND o.due_from IS NOT NULL AND o.closed_at IS NULL)`;

/** Batch guard: no ending of the policy is owed a refund. */
export const guardNoneOwed = (db: Database, policyId: number): Statement =>
  guardNoRow(db, endings, and(eq(policy_id, policyId), isOwed));

/** Whether a claim was made since its refund is owed. */
const claimMade = (policyId: SQL | number, since: SQL | string | null) =>
  sql`EXISTS (SELECT 1 FROM ${claims} WHERE ${claims.policy_id} = ${policyId}
    AND coalesce(${claims.second_look_at}, ${claims.created_at}) >= ${since})`;

export async function claimedSince(db: Database, { policy_id: policyId, due_from: since }: EndingRow) {
  return (await db.get<{ made: number }>(sql`SELECT ${claimMade(policyId, since)} AS made`)).made === 1;
}

/**
 * Owed endings after an id (exclusive), in its order, with what decides their state: those whose consent is missing or has lapsed,
 * and those of policies with a payout or a claim since. A rejection waits for the desk alone, which can accept the policy after all.
 */
export function unsettled(db: Database, { now, after }: { now: string; after: number }, limit: number) {
  const claimed = claimMade(sql`${policy_id}`, sql`${due_from}`);
  const free = nothingUnderWay(sql`${policies.chain_id}`, sql`${policies.quote_id}`);
  return (
    db
      .select({
        ending: endings,
        coverFrom: policies.cover_from,
        underWay: sql<number>`NOT (${free})`,
        paidOut: sql<number>`${policies.paid_out_usd} > 0`,
        claimed: sql<number>`${claimed}`,
        replaced: sql<number>`NOT (${notReplaced})`,
      })
      .from(endings)
      // A cross join keeps this order: the few endings lead to their policies.
      .crossJoin(policies)
      .where(
        and(
          ...[isOwed, ne(kind, 'rejection'), gt(endings.id, after), eq(policies.id, policy_id)],
          or(isNull(consent_until), lte(consent_until, now), gt(policies.paid_out_usd, 0), claimed),
        ),
      )
      .orderBy(asc(endings.id))
      .limit(limit)
      .all()
  );
}

const isWithdrawal = eq(kind, 'withdrawal');

/** A withdrawal that is known to be its holder's. */
export const isExercised = and(isWithdrawal, or(isNotNull(due_from), eq(closed_as, 'person')));

/** The policy's withdrawal that is known to be its holder's: the one that counts, else the newest. */
export const findWithdrawal = (db: Database, policyId: number): Promise<EndingRow | null> =>
  findRow(db, endings, and(eq(policy_id, policyId), isExercised), sql`${closed_as} IS 'person'`, desc(id));

/** By its own id. */
export const withdrawalById = (db: Database, one: number): Promise<EndingRow | null> =>
  findRow(db, endings, and(eq(id, one), isWithdrawal));

/** By its conversation, or the key that this was opened with. */
export const withdrawalOf = (db: Database, thread: number | { key: string }): Promise<EndingRow | null> => {
  const of = typeof thread === 'number' ? thread : sql`(SELECT id FROM threads WHERE key = ${thread.key})`;
  return findRow(db, endings, eq(thread_id, of));
};

/** Withdrawals of a policy that await a person's check, oldest first. */
export const selectToCheck = (db: Database, policyId: number, limit: number) =>
  db
    .select()
    .from(endings)
    .where(and(eq(policy_id, policyId), isWithdrawal, isNull(due_from), isOpen))
    .orderBy(asc(id))
    .limit(limit);

/** Enters a withdrawal whose conversation the same batch opens; nothing if that was open before. */
export const insertOfThread = (db: Database, threadKey: string, row: NewEnding): Statement =>
  db
    .insert(endings)
    .values({ ...row, thread_id: sql`(SELECT id FROM threads WHERE key = ${threadKey})` })
    .onConflictDoNothing({ target: thread_id });

/** A consent is its holder's own: the next holder of a policy that was withdrawn from is asked again. */
export const forgetConsent = (db: Database, policyId: number): Statement =>
  updateRows(db, endings, and(eq(policy_id, policyId), isWithdrawal, isOwed), {
    consent_asked_at: null,
    consent_by: null,
    consent_signature: null,
    consent_until: null,
  });

/** Whoever waits in this conversation has an answer elsewhere. */
export const resolveThread = (db: Database, thread: number): Statement =>
  updateRows(
    db,
    threads,
    { id: thread },
    { status: 'resolved', waiting_since: null, version: sql`${threads.version} + 1` },
  );

/** Whether the holder's wallet consented to a refund until this time by a call that came after an event of its policy. */
export function consentedAfter(db: Database, event: ChainEventRow, validUntil: string): Promise<boolean> {
  const { quote_id } = event;
  const given = { quote_id, kind: 'cancellation_consented', valid_until: validUntil } as const;
  return hasRow(db, chainEvents, [given, ne(chainEvents.status, 'orphaned'), isAfter(event)]);
}

/** Whether the holder revoked consents up to this validity by a call to the contract. */
export function isRevoked(db: Database, quoteId: string, validUntil: string): Promise<boolean> {
  const { valid_until } = chainEvents;
  const revoked = { quote_id: quoteId, kind: 'consent_revoked', status: 'confirmed' } as const;
  return hasRow(db, chainEvents, [revoked, or(isNull(valid_until), gte(valid_until, validUntil))]);
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
