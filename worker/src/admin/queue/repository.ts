import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { QueueKind, QueueSection } from '#domain/admin/records-schema.ts';
import { NEVER_OWED } from '#domain/payments/reasons.ts';
import { flagsIn } from '#worker/admin/claims/flagged/repository.ts';
import { decidedBefore, decidersOfLook } from '#worker/claims/repository.ts';
import { readDeskCounts } from '#worker/desk/repository.ts';
import { aliveTransfers } from '#worker/money/transfers/repository.ts';
import { claims } from '#worker/platform/db/claims-schema.ts';
import { among, type Database, readTogether } from '#worker/platform/db/client.ts';
import { desk, isRecord, isRow, rowsOf } from '#worker/platform/db/desk-schema.ts';
import { threadMessages, threads } from '#worker/platform/db/messages-schema.ts';
import { chainEvents } from '#worker/platform/db/registry-schema.ts';
import { paymentExceptions, policies } from '#worker/platform/db/schema.ts';
import { aboutHolder, stillOwed } from '#worker/policies/repository.ts';

/** Items of each kind and section. */
const MOST = 50;
/** Transfers under way that are looked at, and items that are named. */
const MOST_ALIVE = 1000;

const isAmong = (column: SQL, values: readonly (number | string)[]) =>
  values.length === 0 ? sql`false` : sql`${column} IN ${among(values)}`;

/** Transfers that can still reach a chain. */
export const readAlive = (db: Database) => aliveTransfers(db, MOST_ALIVE);
export type AliveTransfer = Awaited<ReturnType<typeof readAlive>>[number];

/** The steps of each change of holder that has not lapsed, newest first, with its policy. */
export const readHolderChanges = (db: Database, now: string) =>
  db
    .select({
      event: getTableColumns(chainEvents),
      policyId: policies.id,
      wallet: policies.wallet,
      customer: policies.customer_name,
    })
    .from(chainEvents)
    .innerJoin(policies, eq(policies.quote_id, chainEvents.quote_id))
    .where(
      and(
        sql`${chainEvents.quote_id} IN (SELECT o.quote_id FROM chain_events o WHERE o.kind = 'holder_change_proposed'
          AND o.status = 'confirmed' AND o.valid_until >= ${now} ORDER BY o.valid_until LIMIT ${MOST})`,
        aboutHolder,
      ),
    )
    .orderBy(asc(chainEvents.quote_id), desc(chainEvents.block_number), desc(chainEvents.event_index))
    .all();
export type HolderStep = Awaited<ReturnType<typeof readHolderChanges>>[number];

/** What the database needs to know to tell what can be acted on from what waits. */
export interface Moment {
  now: string;
  /** A payment whose cover began after this can still be rejected. */
  rejectableFrom: string;
  adminId: number;
  /** Accounts that count as the same person as the reader, the reader included. */
  samePerson: readonly number[];
  /** Claims whose announced payout has to wait. */
  announced: readonly number[];
  /** Quotes of policies and payments whose refund was sent. */
  sent: readonly string[];
}

/** The records that are read of each kind of work: those that are named, or all others. */
export interface Which {
  only: boolean;
  ids: Readonly<Partial<Record<QueueKind, readonly string[]>>>;
}

const mostOf = ({ only }: Which) => (only ? MOST_ALIVE : MOST);
/** Unlike `NOT IN`, this doesn't look into the list for each row. */
const isNot = (which: SQL) => sql`(${which}) IS NOT TRUE`;
const chosen = (
  { only, ids }: Which,
  kind: QueueKind,
  id: SQLiteColumn,
  found = (records: readonly string[]) => records.map(Number),
): SQL => {
  const those = isAmong(sql`${id}`, found(ids[kind] ?? []));
  return only ? those : isNot(those);
};

const LISTS = { claims, policies, messages: threads } as const;
const isOf = (kind: keyof typeof LISTS) => isRecord(LISTS[kind].id, kind);

/** What waits in a section, or with a mark: in the order of its list, or each looked up if only a few are read. */
const waits = (
  which: Which,
  list: keyof typeof LISTS,
  kind: QueueKind,
  by: 'section' | 'mark' = 'section',
) => {
  const its = chosen(which, kind, desk.id, (records) => rowsOf(list, records));
  return which.only
    ? and(isOf(list), its, eq(sql`+${desk[by]}`, kind))
    : and(isOf(list), eq(desk.kind, list), eq(desk[by], kind), its);
};
const isIn = (section: string) => eq(sql`+${desk.section}`, section);

/** Only a payout that waits for a second person has a first one. */
const isMine = ({ samePerson }: Moment) => isAmong(sql`${claims.first_by}`, samePerson);
const isAnnounced = ({ announced }: Moment) => isAmong(sql`${claims.id}`, announced);

/** The order of a list. */
const inTurn = [asc(desk.due), asc(desk.id)] as const;
const claimsIn = (db: Database, section: QueueKind, which: Which, also?: SQL) =>
  db
    .select(getTableColumns(claims))
    .from(desk)
    .crossJoin(claims)
    .where(and(waits(which, 'claims', section), also))
    .orderBy(...inTurn)
    .limit(mostOf(which));
/** By the claims, which are few, and not by the section, which may be long. */
const claimsThat = (db: Database, kind: QueueKind, which: Which, also: SQL | undefined) =>
  db
    .select(getTableColumns(claims))
    .from(claims)
    .crossJoin(desk)
    .where(and(isRow(claims.id, 'claims'), chosen(which, kind, claims.id), also))
    .orderBy(...inTurn)
    .limit(mostOf(which));

/** In the order of `policies_refund_since`: those that lapsed are few, because the scheduled run closes them. */
const isOwed = ({ now }: Moment) => and(isNotNull(policies.refund_since), stillOwed(now));
const refundSent = ({ sent }: Moment) => isAmong(sql`${policies.quote_id}`, sent);
/** By the quotes, which are few. */
const owedAndSent = (at: Moment) => and(refundSent(at), isNotNull(policies.refund_since), stillOwed(at.now));

/**
 * What replaced a policy by a change of cover whose refund is owed; null for any other. The table is named, because drizzle
 * leaves its name out of a query of one table, and a bare `id` is the inner one.
 */
const replacedBy = sql<
  number | null
>`(SELECT n.id FROM endings c CROSS JOIN policies n ON n.quote_id = c.successor_quote
  WHERE c.policy_id = policies.id AND c.closed_at IS NULL ORDER BY n.id DESC LIMIT 1)`.as('replaced_by');

const refundsThat = (db: Database, which: Which, also: SQL | undefined) =>
  db
    .select({ ...getTableColumns(policies), replacedBy })
    .from(policies)
    .where(and(chosen(which, 'refunds_owed', policies.id), also))
    .orderBy(asc(policies.refund_since), asc(policies.id))
    .limit(mostOf(which));

const isStanding = and(eq(paymentExceptions.status, 'open'), ne(chainEvents.status, 'orphaned'));
/** The payer's consent is missing where only it allows the refund. */
const sectionOfException = (at: Moment): SQL<QueueSection> =>
  sql`CASE WHEN ${isAmong(sql`${chainEvents.quote_id}`, at.sent)} THEN 'time'
    WHEN coalesce(${chainEvents.cover_from}, ${chainEvents.block_time}) > ${at.rejectableFrom}
      OR ${paymentExceptions.consent_valid_until} > ${at.now}
      OR ${inArray(paymentExceptions.reason, [...NEVER_OWED])} THEN 'to_do' ELSE 'customer' END`;

const exceptionsIn = (db: Database, at: Moment, section: QueueSection, which: Which) =>
  db
    .select({
      id: sql<number>`${paymentExceptions.id}`.as('exception_id'),
      wallet: sql<string>`${paymentExceptions.wallet}`.as('payer'),
      customer: sql<
        string | null
      >`(SELECT name FROM accounts WHERE accounts.wallet = ${paymentExceptions.wallet})`.as('customer'),
      chain_id: chainEvents.chain_id,
      token: chainEvents.token,
      amount: chainEvents.amount,
      reason: paymentExceptions.reason,
      detail: paymentExceptions.detail,
      paidAt: chainEvents.block_time,
    })
    .from(paymentExceptions)
    .innerJoin(chainEvents, eq(chainEvents.id, paymentExceptions.event_id))
    .where(
      and(
        isStanding,
        chosen(which, 'exceptions', paymentExceptions.id),
        sql`${sectionOfException(at)} = ${section}`,
      ),
    )
    .orderBy(asc(paymentExceptions.created_at), asc(paymentExceptions.id))
    .limit(mostOf(which));

const count = (table: SQLiteTable | SQL, which: SQL | undefined) =>
  sql<number>`(SELECT count(*) FROM ${table} WHERE ${which})`;

const last = (table: SQLiteTable) => sql<number>`(SELECT coalesce(max(id), 0) FROM ${table})`;

/** How many wait, of each kind and what they wait for, in one round trip. */
export async function readCounts(db: Database, at: Moment) {
  const { counted, exceptions, kept } = await readTogether({
    kept: readDeskCounts(db, 'claims', 'policies', 'messages'),
    /** What `desk_counts` doesn't know: by who reads, by the time and by what is under way. */
    counted: db
      .select({
        /** Second looks at what the reader decided. */
        decided: count(
          sql`${desk} CROSS JOIN ${claims}`,
          and(
            isOf('claims'),
            eq(desk.kind, 'claims'),
            eq(desk.mark, 'second_look'),
            isIn('claims_due'),
            decidedBefore(at.adminId),
          ),
        ),
        mine: count(claims, isMine(at)),
        announced: count(
          sql`${claims} CROSS JOIN ${desk}`,
          and(isRow(claims.id, 'claims'), isAnnounced(at), isIn('payouts_to_send')),
        ),
        refundsLapsed: count(policies, lte(policies.refund_until, at.now)),
        refundsSent: count(policies, owedAndSent(at)),
        /** The number of the newest row of each list. A message brings its thread back to the top. */
        newest: {
          claims: last(claims),
          messages: last(threadMessages),
          policies: last(policies),
          exceptions: last(paymentExceptions),
        },
      })
      .from(sql`(SELECT 1)`)
      .get(),
    exceptions: db
      .select({ section: sectionOfException(at).as('section'), count: sql<number>`count(*)`.as('count') })
      .from(paymentExceptions)
      .innerJoin(chainEvents, eq(chainEvents.id, paymentExceptions.event_id))
      .where(isStanding)
      .groupBy(sql`section`),
  });
  if (!counted) throw new Error('A query without a table has one row');
  return {
    kept,
    ...counted,
    exceptions: new Map(exceptions.map(({ section, count }) => [section, count])),
  };
}
export type Counted = Awaited<ReturnType<typeof readCounts>>;

/** What waits, each kind by the promise that breaks first, in one round trip. */
export const readWaiting = (db: Database, at: Moment, which: Which) =>
  readTogether({
    review: db
      .select({ ...getTableColumns(claims), flags: flagsIn, deciders: decidersOfLook })
      .from(desk)
      .crossJoin(claims)
      .where(waits(which, 'claims', 'claims_due'))
      .orderBy(...inTurn)
      .limit(mostOf(which)),
    documents: claimsIn(db, 'documents_awaited', which),
    confirm: claimsIn(db, 'payouts_to_confirm', which, isNot(isMine(at))),
    confirmedByOthers: claimsThat(db, 'payouts_to_confirm', which, isMine(at)),
    send: claimsIn(db, 'payouts_to_send', which, isNot(isAnnounced(at))),
    announced: claimsThat(db, 'payouts_under_way', which, and(isAnnounced(at), isIn('payouts_to_send'))),
    watched: claimsIn(db, 'payouts_under_way', which),
    refunds: refundsThat(db, which, and(isOwed(at), isNot(refundSent(at)))),
    refundsSent: refundsThat(db, which, owedAndSent(at)),
    approvals: db
      .select(getTableColumns(policies))
      .from(desk)
      .crossJoin(policies)
      .where(waits(which, 'policies', 'policies_to_review', 'mark'))
      .orderBy(...inTurn)
      .limit(mostOf(which)),
    unanswered: db
      .select(getTableColumns(threads))
      .from(desk)
      .crossJoin(threads)
      .where(waits(which, 'messages', 'messages_unanswered'))
      .orderBy(...inTurn)
      .limit(mostOf(which)),
    exceptions: exceptionsIn(db, at, 'to_do', which),
    exceptionsOfPayers: exceptionsIn(db, at, 'customer', which),
    exceptionsSent: exceptionsIn(db, at, 'time', which),
  });
export type Waiting = Awaited<ReturnType<typeof readWaiting>>;
