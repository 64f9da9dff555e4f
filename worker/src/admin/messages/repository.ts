import { and, asc, count, desc, eq, getTableColumns, gt, inArray, isNull, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { messageExportQuery } from '#domain/admin/messages-schema.ts';
import type { AdminRole } from '#domain/admin/roles.ts';
import { assigneeOf, selectTrail } from '#worker/admin/repository.ts';
import { type DeskPageInput, MOST_OVERDUE, readDeskCounts, readDeskPage } from '#worker/desk/repository.ts';
import { leftOf } from '#worker/inbox/merged/repository.ts';
import { admins } from '#worker/platform/db/admin-schema.ts';
import { type Database, readTogether, type Statement } from '#worker/platform/db/client.ts';
import { LATER } from '#worker/platform/db/desk-kinds.ts';
import { guard, hasRow } from '#worker/platform/db/guard.ts';
import { auditLog } from '#worker/platform/db/journal.ts';
import { isUnopened, threadMessages, threads } from '#worker/platform/db/messages-schema.ts';

export type ListedThread = typeof threads.$inferSelect;

type Filters = Omit<z.output<typeof messageExportQuery>, keyof DeskPageInput>;

/** A page of all threads: those that wait by since when, then the one with the latest message first. */
export function listThreads(
  db: Database,
  { adminId, ...input }: DeskPageInput & Filters & { adminId: number },
) {
  const { queue, category, status, priority, assigned } = input;
  const page = { ...input, sortOrder: 'ASC' as const };
  const filter = { status, class: priority, mark: category, assignee: assigneeOf(assigned, adminId) };
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return readDeskPage(db, page, {
    kind: 'messages',
    table: threads,
    where: { ...filter, section: isFiltered ? undefined : queue },
    // Every index has the order, so it tells what waits beside any filter.
    within: queue && isFiltered ? { before: sql`${LATER}` } : undefined,
  });
}

interface Opening {
  /** Most replies. */
  limit: number;
  /** Whether support has opened the thread with this. */
  read: boolean;
  role: AdminRole;
}

/** A thread with its first and its newest messages, internal notes included, in one round trip; null if missing. */
export async function openThread(db: Database, id: number, { limit, read, role }: Opening) {
  const left = leftOf(id);
  const messages = () =>
    db
      .select({ ...getTableColumns(threadMessages), author: admins.name })
      .from(threadMessages)
      .leftJoin(admins, eq(admins.id, threadMessages.admin_id))
      .where(eq(threadMessages.thread_id, left));
  const [[thread], [main], newest, trail, [alike]] = await db.batch([
    db.select().from(threads).where(eq(threads.id, left)),
    messages().orderBy(asc(threadMessages.id)).limit(1),
    messages()
      .orderBy(desc(threadMessages.id))
      .limit(limit + 1),
    selectTrail(db, sql`'thread:' || ${left}`, role),
    db
      .select({ count: count() })
      .from(threads)
      .where(
        and(
          sql`${threads.contact_inbox} = (SELECT contact_inbox FROM threads WHERE id = ${id})`,
          isNull(threads.merged_into),
        ),
      ),
    db
      .update(threads)
      .set({ unread_by_support: false })
      .where(sql`${threads.id} = ${left} AND ${threads.unread_by_support} = 1 AND ${read ? 1 : 0}`),
  ]);
  if (!thread || !main) return null;
  const replies = newest.filter((message) => message.id !== main.id);
  const shown = replies.slice(0, limit).reverse();
  const ofMailbox = alike?.count ?? 0;
  return { thread, main, replies: shown, earlier: replies.length > limit, trail, ofMailbox };
}
export type OpenedThread = NonNullable<Awaited<ReturnType<typeof openThread>>>;

/** What an administrator decides about a claim or policy, as the audit log names it. */
const DECISIONS = [
  ...([
    'claim.approved',
    'claim.payout_confirmed',
    'claim.rejected',
    'policy.approved',
    'policy.rejected',
  ] as const),
  ...(['policy.rejection_taken_back', 'policy.withdrawal_accepted', 'policy.withdrawal_refused'] as const),
];

/** Whether an administrator decided about the claim or policy that a thread names, or about a claim that goes with it. */
export function decidedMatter(db: Database, id: number, adminId: number): Promise<boolean> {
  const about = sql`SELECT 'policy:' || t.policy_id FROM threads t WHERE t.id = ${id}
    UNION ALL SELECT 'claim:' || c.id FROM threads t JOIN claims c ON c.policy_id = t.policy_id WHERE t.id = ${id}
    UNION ALL SELECT 'claim:' || t.claim_id FROM threads t WHERE t.id = ${id}
    UNION ALL SELECT 'claim:' || c.id FROM threads t JOIN claims c ON c.second_look_of = t.claim_id WHERE t.id = ${id}
    UNION ALL SELECT 'claim:' || c.second_look_of FROM threads t JOIN claims c ON c.id = t.claim_id WHERE t.id = ${id}`;
  const its = and(inArray(auditLog.action, DECISIONS), eq(auditLog.admin_id, adminId));
  return hasRow(db, auditLog, and(sql`${auditLog.subject} IN (${about})`, its));
}

/** Counters of all threads, and how many of those that wait nobody has opened. */
export const readFigures = (db: Database) =>
  readTogether({
    counts: readDeskCounts(db, 'messages'),
    unread: db.$count(
      db.select({ id: threads.id }).from(threads).where(isUnopened).limit(MOST_OVERDUE).as('unopened'),
    ),
  });

/** Most of what others wrote that a conflict names. */
const NAMED = 20;

/** Messages and notes after one, but those of one administrator, with who wrote them; oldest first. */
export function findOthersSince(db: Database, threadId: number, after: number, adminId: number) {
  return db
    .select({ ...getTableColumns(threadMessages), author: admins.name })
    .from(threadMessages)
    .leftJoin(admins, eq(admins.id, threadMessages.admin_id))
    .where(isOthers(threadId, after, adminId))
    .orderBy(asc(threadMessages.id))
    .limit(NAMED)
    .all();
}
export type WrittenSince = Awaited<ReturnType<typeof findOthersSince>>[number];

const isOthers = (threadId: number, after: number, adminId: number) =>
  and(
    eq(threadMessages.thread_id, threadId),
    gt(threadMessages.id, after),
    sql`${threadMessages.admin_id} IS NOT ${adminId}`,
  );

interface Seen {
  version: number;
  last_message_id: number;
  adminId: number;
}

/** Batch guard: nobody else has written in the thread or changed it since it was seen. */
export const guardSeen = (db: Database, id: number, { version, last_message_id, adminId }: Seen): Statement =>
  guard(
    db,
    sql`(SELECT version FROM threads WHERE id = ${id}) = ${version}
      AND NOT EXISTS (SELECT 1 FROM ${threadMessages} WHERE ${isOthers(id, last_message_id, adminId)})`,
  );
