import { asc, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { messageListQuery } from '../../../../domain/admin/messages-schema.ts';
import { admins, deskCounts } from '../../platform/db/admin-schema.ts';
import type { Database } from '../../platform/db/client.ts';
import { type DeskPageInput, readDeskPage } from '../../platform/db/desk-page.ts';
import { threadMessages, threads } from '../../platform/db/messages-schema.ts';
import { selectTrail } from '../repository.ts';

export type ListedThread = typeof threads.$inferSelect;

type Filters = Omit<z.output<typeof messageListQuery>, keyof DeskPageInput>;

/** A page of all threads, the one with the latest message first. `assigned` is the caller or nobody. */
export function listThreads(
  db: Database,
  { adminId, ...input }: DeskPageInput & Filters & { adminId: number },
) {
  const { status, priority, assigned } = input;
  return readDeskPage(db, input, {
    table: threads,
    id: threads.id,
    sort: threads.lastMessageAt,
    filters: [
      status && eq(threads.status, status),
      priority && eq(threads.priority, priority),
      assigned && (assigned === 'me' ? eq(threads.assignedTo, adminId) : isNull(threads.assignedTo)),
    ],
    total: assigned ? null : { list: 'messages', status, kind: priority },
    search: { index: 'thread_search', wallet: threads.wallet, prefix: null },
  });
}

interface Opening {
  /** Most replies. */
  limit: number;
  /** Whether support has opened the thread with this. */
  read: boolean;
  withTrail: boolean;
}

/** A thread with its first and its newest messages, internal notes included, in one round trip; null if missing. */
export async function openThread(db: Database, id: number, { limit, read, withTrail }: Opening) {
  const messages = () =>
    db
      .select({ ...getTableColumns(threadMessages), author: admins.name })
      .from(threadMessages)
      .leftJoin(admins, eq(admins.id, threadMessages.adminId))
      .where(eq(threadMessages.threadId, id));
  const [[thread], [main], newest, trail] = await db.batch([
    db.select().from(threads).where(eq(threads.id, id)),
    messages().orderBy(asc(threadMessages.id)).limit(1),
    messages()
      .orderBy(desc(threadMessages.id))
      .limit(limit + 1),
    selectTrail(db, `thread:${id}`, withTrail),
    db
      .update(threads)
      .set({ unreadBySupport: false })
      .where(sql`${threads.id} = ${id} AND ${threads.unreadBySupport} = 1 AND ${read ? 1 : 0}`),
  ]);
  if (!thread || !main) return null;
  const replies = newest.filter((message) => message.id !== main.id);
  const shown = replies.slice(0, limit).reverse();
  return { thread, main, replies: shown, earlier: replies.length > limit, trail };
}
export type OpenedThread = NonNullable<Awaited<ReturnType<typeof openThread>>>;

/** Counters of all threads. An unread thread is among those that wait, unless somebody closed it unopened. */
export function readFigures(db: Database) {
  return db
    .select()
    .from(deskCounts)
    .where(
      sql`${deskCounts.list} = 'messages' OR (${deskCounts.list} = 'queue' AND ${deskCounts.status} IN ('messages_unanswered', 'messages_unread'))`,
    )
    .all();
}
