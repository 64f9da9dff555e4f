import { type SQL, sql } from 'drizzle-orm';
import type { Database, Statement } from '../db/client.ts';
import { threadMessages, threads } from '../db/messages-schema.ts';

export type ThreadRow = typeof threads.$inferSelect;
export type ThreadMessageRow = typeof threadMessages.$inferSelect;

/** A thread by its id, or by its key while the same batch may insert it. */
export type ThreadRef = number | { key: string };

const idOf = (thread: ThreadRef): SQL =>
  typeof thread === 'number' ? sql`${thread}` : sql`(SELECT id FROM threads WHERE key = ${thread.key})`;

export const insertThread = (
  db: Database,
  row: Pick<
    ThreadRow,
    | 'key'
    | 'wallet'
    | 'contactName'
    | 'contactEmail'
    | 'subject'
    | 'type'
    | 'category'
    | 'priority'
    | 'policyId'
    | 'lastSender'
    | 'lastPreview'
  > & { claim: number | { key: string } | null; now: string },
): Statement => {
  const { claim, now, ...values } = row;
  const claimId =
    claim !== null && typeof claim === 'object'
      ? sql`(SELECT id FROM claims WHERE key = ${claim.key})`
      : claim;
  return db
    .insert(threads)
    .values({
      ...values,
      claimId,
      replyCount: -1,
      lastMessageAt: now,
      createdAt: now,
      unreadByCustomer: false,
      unreadBySupport: false,
    })
    .onConflictDoNothing({ target: threads.key });
};

export const insertMessage = (
  db: Database,
  thread: ThreadRef,
  row: Omit<ThreadMessageRow, 'id' | 'threadId'>,
): Statement =>
  db
    .insert(threadMessages)
    .values({ ...row, threadId: idOf(thread) })
    .onConflictDoNothing({ target: threadMessages.dedupeKey });

/** Notes a message that is about to be inserted: who wrote last, and who has something to read. */
export const touchThread = (
  db: Database,
  thread: ThreadRef,
  message: { sender: 'admin' | 'user'; preview: string; now: string; dedupeKey: string },
): Statement => {
  const fromCustomer = message.sender === 'user';
  return db
    .update(threads)
    .set({
      replyCount: sql`${threads.replyCount} + 1`,
      lastSender: message.sender,
      lastPreview: message.preview,
      lastMessageAt: message.now,
      ...(fromCustomer
        ? {
            unreadBySupport: true,
            status: sql`CASE WHEN ${threads.status} IN ('resolved', 'closed') THEN 'open' ELSE ${threads.status} END`,
          }
        : { unreadByCustomer: true }),
    })
    .where(
      sql`${threads.id} = ${idOf(thread)}
        AND NOT EXISTS (SELECT 1 FROM ${threadMessages} WHERE ${threadMessages.dedupeKey} = ${message.dedupeKey})`,
    );
};
