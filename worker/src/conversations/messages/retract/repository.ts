/** Takes a notice off its thread, as if it had never been written. */
import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import { sortThread, type ThreadRow } from '#worker/conversations/messages/repository.ts';
import type { Database, Statement } from '#worker/platform/db/client.ts';
import { threadMessages, threads } from '#worker/platform/db/messages-schema.ts';

/** What a thread's newest message says besides one; empty if there is no other. */
export async function textBefore(db: Database, thread: number, dedupeKey: string): Promise<string> {
  const other = and(
    eq(threadMessages.thread_id, thread),
    eq(threadMessages.internal, false),
    ne(threadMessages.dedupe_key, dedupeKey),
  );
  const row = await db
    .select({ text: threadMessages.text })
    .from(threadMessages)
    .where(other)
    .orderBy(desc(threadMessages.id))
    .limit(1)
    .get();
  return row?.text ?? '';
}

/** Statements for a notice that is not to be read: the thread is as it was before it. */
export const retractMessage = (
  db: Database,
  thread: number,
  dedupeKey: string,
  lastPreview: string,
): Statement[] => {
  const last = (column: string) =>
    sql`(SELECT ${sql.raw(column)} FROM thread_messages m WHERE m.thread_id = ${thread} AND m.internal = 0 ORDER BY m.id DESC LIMIT 1)`;
  return [
    db.delete(threadMessages).where(eq(threadMessages.dedupe_key, dedupeKey)),
    db
      .update(threads)
      .set({
        reply_count: sql`${threads.reply_count} - 1`,
        last_sender: last('m.sender') as SQL<ThreadRow['last_sender']>,
        last_preview: lastPreview,
        last_message_at: last('m.created_at') as SQL<string>,
        unread_by_customer: sql`EXISTS (SELECT 1 FROM thread_messages m WHERE m.thread_id = ${thread} AND m.sender = 'admin'
          AND m.internal = 0 AND m.id > coalesce(${threads.read_by_customer_id}, 0))`,
      })
      .where(eq(threads.id, thread)),
    sortThread(db, thread),
  ];
};
