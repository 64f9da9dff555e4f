/** Threads that were merged: one has the messages of both, and the other points to it. */
import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { setWaiting } from '#worker/inbox/waiting/repository.ts';
import type { Database, Statement } from '#worker/platform/db/client.ts';
import { guardRow, updateRows } from '#worker/platform/db/guard.ts';
import { threadMessages, threads } from '#worker/platform/db/messages-schema.ts';

type ThreadRow = typeof threads.$inferSelect;

/** SQL of the thread that has a thread's messages: itself, unless it was merged. */
export const leftOf = (id: number): SQL<number> =>
  sql`(SELECT coalesce(merged_into, id) FROM threads WHERE id = ${id})`;

/** Batch guard: nobody has written in a thread or changed it since it was read. */
const guardAsRead = (db: Database, { id, version, reply_count, dealt_with_id, waiting_since }: ThreadRow) =>
  guardRow(db, threads, { id, version, reply_count, dealt_with_id, waiting_since });

/** What was read last where both were; where one has something unread, what was read of that one. */
function readOf(into: ThreadRow, from: ThreadRow): number {
  const unread = [into, from].filter((thread) => thread.unread_by_customer);
  const ids = (unread.length > 0 ? unread : [into, from]).map((thread) => thread.read_by_customer_id);
  return unread.length > 0 ? Math.min(...ids) : Math.max(...ids);
}

/**
 * Statements that move the messages of one thread into another, which then waits since the first message of both that nobody
 * has dealt with. They fail if one of them changed since it was read.
 * @param change what else the thread that is left gets
 */
export function mergeThreads(
  db: Database,
  { into, from }: { into: ThreadRow; from: ThreadRow },
  change: Partial<ThreadRow>,
): Statement[] {
  const newest = from.last_message_at > into.last_message_at ? from : into;
  const unanswered = sql`(SELECT min(m.id) - 1 FROM thread_messages m JOIN threads t ON t.id = m.thread_id
    WHERE t.id IN (${into.id}, ${from.id}) AND t.waiting_since IS NOT NULL AND m.id > t.dealt_with_id
      AND m.sender = 'user' AND m.kind = 'message')`;
  const ofCustomer =
    from.wallet === null
      ? eq(threads.contact_inbox, from.contact_inbox ?? '')
      : eq(threads.wallet, from.wallet);
  return [
    guardAsRead(db, into),
    guardAsRead(db, from),
    db
      .update(threads)
      .set({
        ...change,
        dealt_with_id: sql`coalesce(${unanswered}, ${Math.max(into.dealt_with_id, from.dealt_with_id)})`,
        reply_count: into.reply_count + from.reply_count + 1,
        last_sender: newest.last_sender,
        last_preview: newest.last_preview,
        last_message_at: newest.last_message_at,
        unread_by_customer: into.unread_by_customer || from.unread_by_customer,
        unread_by_support: into.unread_by_support || from.unread_by_support,
        read_by_customer_id: readOf(into, from),
        version: into.version + 1,
      })
      .where(eq(threads.id, into.id)),
    updateRows(db, threadMessages, { thread_id: from.id }, { thread_id: into.id }),
    updateRows(db, threads, and(ofCustomer, or(eq(threads.id, from.id), eq(threads.merged_into, from.id))), {
      merged_into: into.id,
    }),
    db
      .update(threads)
      .set({
        status: 'closed',
        waiting_since: null,
        reply_count: 0,
        last_preview: `Merged into #${into.id}: ${into.subject}`,
        unread_by_customer: false,
        unread_by_support: false,
        version: from.version + 1,
      })
      .where(eq(threads.id, from.id)),
    setWaiting(db, sql`${threads.id} = ${into.id}`),
  ];
}
