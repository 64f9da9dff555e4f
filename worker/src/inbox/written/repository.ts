import { desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { MessageKind } from '#domain/messages/lifecycle.ts';
import { foldText } from '#domain/search.ts';
import { leftOf } from '#worker/inbox/merged/repository.ts';
import type { NewThread, Paid, ThreadMessageRow, ThreadRow } from '#worker/inbox/repository.ts';
import { sortedWith, sortThreads, unaskedStatus } from '#worker/inbox/waiting/repository.ts';
import { type Database, oneValue, type Statement } from '#worker/platform/db/client.ts';
import { deleteRows, matches, updateRows } from '#worker/platform/db/guard.ts';
import { threadMessages, threads } from '#worker/platform/db/messages-schema.ts';

/** A thread by id, or by key if the same batch may insert it. Of one that was merged it is the one that is left. */
export type ThreadRef = number | { key: string };

const idOf = (thread: ThreadRef): SQL =>
  typeof thread === 'number'
    ? leftOf(thread)
    : sql`(SELECT coalesce(merged_into, id) FROM threads WHERE key = ${thread.key})`;

/** What a thread is called. The number of a record that the batch finds by its key follows the subject. */
const titleOf = (subject: string, claim: NewThreadRow['claim'], policy: NewThreadRow['policy']) => {
  if (claim !== null && typeof claim === 'object') {
    return sql<string>`${subject} || (SELECT printf(', CLM-%03d', id) FROM claims WHERE key = ${claim.key})`;
  }
  if (policy !== null && typeof policy === 'object') {
    return sql<string>`${subject} || coalesce((SELECT printf(', POL-%03d', id) FROM policies WHERE quote_id = ${policy.quoteId}), '')`;
  }
  return subject;
};

type NewThreadRow = Pick<
  ThreadRow,
  'key' | 'wallet' | 'contact_name' | 'contact_email' | 'subject' | 'type' | 'category' | 'priority'
> &
  Partial<Pick<ThreadRow, 'cause' | 'reference' | 'acknowledge_by' | 'answer_by'>> & {
    claim: number | { key: string } | null;
    policy: number | { quoteId: string } | null;
    matter: NewThread['matter'];
  };

/** What a thread keeps of its newest message. */
interface Newest {
  sender: 'admin' | 'user';
  kind: MessageKind;
  quiet: boolean;
  preview: string;
  now: string;
}

const eventOf = ({ quote_id, tx_hash }: Paid) =>
  sql`(SELECT id FROM chain_events WHERE quote_id = ${quote_id} AND tx_hash = ${tx_hash} AND kind = 'purchased')`;

/** Marks a thread whose first message is about to be inserted. */
const EMPTY = -1;

/** Opens a thread as its first message leaves it, but for what needs that message's id: `startThread` sets that. */
export const insertThread = (db: Database, row: NewThreadRow, first: Newest): Statement => {
  const { claim, policy, matter, subject, ...values } = row;
  const { sender, kind, quiet, preview, now } = first;
  const asks = kind === 'message' && sender === 'user';
  const policyId =
    policy !== null && typeof policy === 'object'
      ? sql`(SELECT id FROM policies WHERE quote_id = ${policy.quoteId})`
      : sql`(SELECT id FROM policies WHERE id = ${policy})`;
  const claimId =
    claim !== null && typeof claim === 'object'
      ? sql`(SELECT id FROM claims WHERE key = ${claim.key})`
      : sql`(SELECT id FROM claims WHERE id = ${claim})`;
  const paid = typeof matter === 'object' && matter ? matter : null;
  const about = {
    matter: sql<ThreadRow['matter']>`${paid ? 'payment' : (matter ?? null)}`,
    claim_id: claimId,
    policy_id: policyId,
    payment_event_id: paid ? eventOf(paid) : sql`NULL`,
  };
  const { wallet, contact_name: contact } = values;
  return db
    .insert(threads)
    .values({
      ...values,
      ...about,
      subject: titleOf(subject, claim, policy),
      folded: sql`lower(${titleOf(foldText(subject), claim, policy)})`,
      customer_name: sql`coalesce(${contact}, (SELECT name FROM accounts WHERE wallet = ${wallet}), '')`,
      status: asks ? 'open' : unaskedStatus({ ...about, wallet: sql`${wallet}` }),
      waiting_since: asks ? now : null,
      reply_count: EMPTY,
      last_sender: sender,
      last_preview: preview,
      last_message_at: now,
      created_at: now,
      unread_by_customer: sender === 'admin' && !quiet,
      unread_by_support: asks,
    })
    .onConflictDoNothing({ target: threads.key });
};

/** 0 without a message. */
const LATEST = '(SELECT coalesce(max(m.id), 0) FROM thread_messages m WHERE m.thread_id = threads.id)';
const NEWEST = '(SELECT max(m.id) FROM thread_messages m WHERE m.thread_id = threads.id)';

/** Sets what a thread that `insertThread` has opened needs of its first message, which is inserted now. */
export const startThread = (
  db: Database,
  thread: ThreadRef,
  { sender, kind, quiet }: Pick<Newest, 'sender' | 'kind' | 'quiet'>,
): Statement =>
  updateRows(db, threads, sql`${threads.id} = ${idOf(thread)} AND ${threads.reply_count} = ${EMPTY}`, {
    reply_count: 0,
    ...(quiet ? { read_by_customer_id: sql.raw(NEWEST) } : {}),
    ...(kind === 'message' && sender === 'admin' ? { dealt_with_id: sql.raw(NEWEST) } : {}),
  });

export const insertMessage = (
  db: Database,
  thread: ThreadRef,
  row: Omit<ThreadMessageRow, 'id' | 'thread_id' | 'folded'>,
): Statement =>
  db
    .insert(threadMessages)
    .values({ ...row, folded: foldText(row.text), thread_id: idOf(thread) })
    .onConflictDoNothing({ target: threadMessages.dedupe_key });

/**
 * Updates a thread for the message that the statement before has inserted, if that was new: last sender, unread flags, what is
 * dealt with, whether it waits, and whether it is closed. Only a message reopens a thread or is unread for support; a quiet one
 * counts as read, unless the customer has others to read.
 */
export function updateThread(db: Database, thread: ThreadRef, message: Newest): Statement {
  const before = `(SELECT coalesce(max(m.id), 0) FROM thread_messages m WHERE m.thread_id = threads.id AND m.id < ${NEWEST})`;
  const isMessage = message.kind === 'message';
  const asks = isMessage && message.sender === 'user';
  const answers = isMessage && message.sender === 'admin';
  const over = "threads.status IN ('resolved', 'closed')";
  const status = asks ? `CASE WHEN ${over} THEN 'open' ELSE threads.status END` : 'threads.status';
  const dealt_with_id = asks
    ? `CASE WHEN ${over} THEN ${before} ELSE threads.dealt_with_id END`
    : answers
      ? NEWEST
      : 'threads.dealt_with_id';
  return db
    .update(threads)
    .set({
      reply_count: sql`${threads.reply_count} + 1`,
      last_sender: message.sender,
      last_preview: message.preview,
      last_message_at: message.now,
      ...(message.sender === 'admin' && !message.quiet ? { unread_by_customer: true } : {}),
      ...(message.quiet
        ? {
            read_by_customer_id: sql.raw(
              `iif(threads.unread_by_customer, threads.read_by_customer_id, ${NEWEST})`,
            ),
          }
        : {}),
      ...(asks ? { unread_by_support: true } : {}),
      ...(answers
        ? {
            acknowledged_at: sql`CASE WHEN ${threads.answer_by} IS NOT NULL THEN coalesce(${threads.acknowledged_at}, ${message.now}) END`,
          }
        : {}),
      ...(isMessage ? { dealt_with_id: sql.raw(dealt_with_id) } : {}),
      ...sortedWith({ status: `(${status})`, dealt_with_id: `(${dealt_with_id})` }),
    })
    .where(sql`${threads.id} = ${idOf(thread)} AND ${threads.reply_count} <> ${EMPTY} AND changes() > 0`);
}

/** Sorts one thread after a message: whether it waits, and whether it is closed. */
const sortThread = (db: Database, thread: ThreadRef): Statement =>
  sortThreads(db, sql`${threads.id} = ${idOf(thread)}`);

/** What a thread's newest message says besides one; empty if there is no other. */
export async function textBefore(db: Database, thread: number, dedupeKey: string): Promise<string> {
  const other = matches(
    threadMessages,
    { thread_id: thread, internal: false },
    ne(threadMessages.dedupe_key, dedupeKey),
  );
  const text = db.select({ value: threadMessages.text }).from(threadMessages).where(other);
  return (await oneValue(text.orderBy(desc(threadMessages.id)).limit(1))) ?? '';
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
    deleteRows(db, threadMessages, { dedupe_key: dedupeKey }),
    db
      .update(threads)
      .set({
        reply_count: sql`${threads.reply_count} - 1`,
        last_sender: last('m.sender') as SQL<ThreadRow['last_sender']>,
        last_preview: lastPreview,
        last_message_at: last('m.created_at') as SQL<string>,
        // The next message may have its number, and whoever saw this one must look again.
        read_by_customer_id: sql.raw(`min(threads.read_by_customer_id, ${LATEST})`),
        dealt_with_id: sql.raw(`min(threads.dealt_with_id, ${LATEST})`),
        version: sql`${threads.version} + 1`,
        unread_by_customer: sql`EXISTS (SELECT 1 FROM thread_messages m WHERE m.thread_id = ${thread} AND m.sender = 'admin'
          AND m.internal = 0 AND m.id > coalesce(${threads.read_by_customer_id}, 0))`,
      })
      .where(eq(threads.id, thread)),
    sortThread(db, thread),
  ];
};
