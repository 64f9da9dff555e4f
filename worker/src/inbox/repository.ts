import { and, asc, desc, eq, getTableColumns, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { MessageType, Priority, ThreadCategory } from '#domain/messages/lifecycle.ts';
import type { Cursor } from '#domain/page.ts';
import { leftOf } from '#worker/inbox/merged/repository.ts';
import { setWaiting } from '#worker/inbox/waiting/repository.ts';
import { claims } from '#worker/platform/db/claims-schema.ts';
import {
  among,
  type Database,
  firstOf,
  oneValue,
  readTogether,
  type Statement,
} from '#worker/platform/db/client.ts';
import {
  findRow,
  findRows,
  guardRow,
  guardVersions,
  hasRow,
  matches,
  updateRows,
} from '#worker/platform/db/guard.ts';
import { threadMessages, threads } from '#worker/platform/db/messages-schema.ts';
import { policies } from '#worker/platform/db/schema.ts';

export type ThreadRow = typeof threads.$inferSelect;

/** A payment without a policy; the batch that opens its thread may record it. */
export interface Paid {
  quote_id: string;
  tx_hash: string;
}

export interface NewThread {
  /** A second thread with the same key isn't opened. */
  key: string;
  /** Null for contact forms. */
  wallet: string | null;
  contact?: { name: string; email: string };
  /** The number of a claim or policy that the batch knows by its key is added. */
  subject: string;
  type: MessageType;
  category?: ThreadCategory | null;
  priority?: Priority;
  /** What a complaint is about and what we promise; nothing for another thread. */
  complaint?: Pick<ThreadRow, 'cause' | 'reference' | 'acknowledge_by' | 'answer_by'>;
  /** What closes it once that is done; nothing if somebody has to say so. */
  matter?: Exclude<ThreadRow['matter'], 'payment'> | Paid;
  /** Id of the claim, or its key if the same batch inserts it. */
  claim?: number | { key: string } | null;
  /** Id of the policy, or its quote if the same batch inserts it. */
  policy?: number | { quoteId: string } | null;
}

export type ThreadMessageRow = typeof threadMessages.$inferSelect;

/** A literal, because a bound value would keep SQLite from using the partial index. */
const UNREAD = sql`${threads.unread_by_customer} = 1`;

const own = (id: number, wallet: string) => matches(threads, { id: leftOf(id), wallet });

/** The thread of the wallet's claim; null if missing or owned by another wallet. */
export const findClaimThread = (db: Database, claimId: number, wallet: string): Promise<ThreadRow | null> =>
  firstOf(
    db
      .select(getTableColumns(threads))
      .from(claims)
      .innerJoin(threads, eq(threads.key, sql`'claim:' || ${claims.key}`))
      .where(matches(claims, { id: claimId, wallet }, eq(threads.wallet, wallet))),
  );

/** Whether the wallet holds the policy with this id. */
export const ownsPolicy = (db: Database, id: number, wallet: string): Promise<boolean> =>
  hasRow(db, policies, { id, wallet });

export const findOwnThread = (db: Database, id: number, wallet: string): Promise<ThreadRow | null> =>
  findRow(db, threads, own(id, wallet));

export interface ThreadFilter {
  type?: ThreadRow['type'] | undefined;
  /** All of these must occur in the subject or in a message visible to the customer. */
  words: readonly string[];
}

/** Reads only the wallet's own messages. */
const mentions = (word: string): SQL => sql`(instr(${threads.folded}, ${word}) > 0 OR EXISTS (
  SELECT 1 FROM ${threadMessages} WHERE ${threadMessages.thread_id} = ${threads.id}
    AND ${threadMessages.internal} = 0 AND instr(${threadMessages.folded}, ${word}) > 0))`;

/**
 * The wallet's threads after a position (exclusive), latest message first; with `back`, the ones before
 * it.
 */
export function listOwnThreads(
  db: Database,
  wallet: string,
  { type, words }: ThreadFilter,
  limit: number,
  from: Cursor | null,
): Promise<ThreadRow[]> {
  const { last_message_at, id } = threads;
  const page =
    from && sql`(${last_message_at}, ${id}) ${sql.raw(from.back ? '>' : '<')} (${from.at}, ${from.id})`;
  const order = from?.back ? asc : desc;
  return findRows(
    db,
    threads,
    [
      { wallet, merged_into: null },
      type && eq(threads.type, type),
      page ?? undefined,
      ...words.map(mentions),
    ],
    [order(last_message_at), order(id)],
    limit,
  );
}

/** Reads only the unread threads. */
export const countUnread = (db: Database, wallet: string): Promise<number> =>
  db.$count(threads, and(eq(threads.wallet, wallet), UNREAD));

/**
 * Marks the wallet's thread as read and returns it as it was before, with its first message, its newest
 * ones and the first unread one. Null if missing or owned by another wallet.
 */
export async function readOwnThread(db: Database, id: number, wallet: string, limit: number) {
  const visible = matches(threadMessages, {
    thread_id: sql`(SELECT ${threads.id} FROM ${threads} WHERE ${own(id, wallet)})`,
    internal: false,
  });
  const messages = db.select().from(threadMessages).where(visible);
  const unread = and(visible, eq(threadMessages.sender, 'admin'), gt(threadMessages.id, seen(id)));
  const [found, first, newest, firstUnread] = await db.batch([
    db.select().from(threads).where(own(id, wallet)),
    messages.orderBy(asc(threadMessages.id)).limit(1),
    db.select().from(threadMessages).where(visible).orderBy(desc(threadMessages.id)).limit(limit),
    db
      .select({ id: threadMessages.id })
      .from(threadMessages)
      .where(unread)
      .orderBy(asc(threadMessages.id))
      .limit(1),
    updateRows(db, threads, and(own(id, wallet), UNREAD), {
      unread_by_customer: false,
      read_by_customer_id: newestOf(id),
    }),
  ]);
  const [thread] = found;
  const [main] = first;
  if (!thread || !main) return null;
  return {
    thread,
    main,
    replies: newest.filter((message) => message.id !== main.id).reverse(),
    firstUnreadId: thread.unread_by_customer ? (firstUnread[0]?.id ?? null) : null,
  };
}

const seen = (id: number) =>
  sql`(SELECT ${threads.read_by_customer_id} FROM ${threads} WHERE ${threads.id} = ${leftOf(id)})`;

const newestOf = (id: number) =>
  sql`(SELECT max(${threadMessages.id}) FROM ${threadMessages} WHERE ${threadMessages.thread_id} = ${leftOf(id)})`;

export interface Written {
  thread: ThreadRow;
  message: ThreadMessageRow;
}

/**
 * The message with this key and its thread, also for the batch that writes it. Not scoped by owner: only the writer knows the
 * key.
 */
export const selectWritten = (db: Database, key: string) =>
  db
    .select({ thread: threads, message: threadMessages })
    .from(threadMessages)
    .innerJoin(threads, eq(threads.id, threadMessages.thread_id))
    .where(eq(threadMessages.dedupe_key, key));

export const findByDedupeKey = (db: Database, key: string): Promise<Written | null> =>
  firstOf(selectWritten(db, key));

/** What the thread of a contact form asked first. */
export async function firstQuestion(db: Database, thread: number): Promise<string> {
  const text = db
    .select({ value: threadMessages.text })
    .from(threadMessages)
    .where(eq(threadMessages.thread_id, thread));
  return (await oneValue(text.orderBy(asc(threadMessages.id)).limit(1))) ?? '';
}

/** Not scoped by owner: for administrators. Of a thread that was merged, the one that is left. */
export const findThread = (db: Database, id: number): Promise<ThreadRow | null> =>
  findRow(db, threads, eq(threads.id, leftOf(id)));

const listed = (ids: readonly number[]) => inArray(threads.id, among(ids));

export const findThreads = (db: Database, ids: readonly number[]): Promise<ThreadRow[]> =>
  findRows(db, threads, listed(ids));

/** Batch guard: nobody has changed the threads since they were read, nor has a message reopened one. */
export const guardThreads = (db: Database, seen: readonly Pick<ThreadRow, 'id' | 'version'>[]): Statement =>
  guardVersions(db, threads, seen);

export type ThreadChange = Partial<Pick<ThreadRow, 'status' | 'priority' | 'assigned_to' | 'assigned_name'>>;

export const changeThreads = (db: Database, ids: readonly number[], change: ThreadChange): Statement =>
  updateRows(db, threads, listed(ids), { ...change, version: sql`${threads.version} + 1` });

/** Assigns those of the threads that nobody has, in the batch that changes them. */
export const takeUnassigned = (
  db: Database,
  ids: readonly number[],
  admin: { id: number; name: string },
): Statement =>
  updateRows(db, threads, [{ assigned_to: null }, listed(ids)], {
    assigned_to: admin.id,
    assigned_name: admin.name,
  });

/** Statement for threads whose status an administrator chose: since when they wait. */
export const waitAgain = (db: Database, ids: readonly number[]): Statement => setWaiting(db, listed(ids));

/** Assigns an open thread to an administrator, or resolves it; an assigned one keeps its assignee. */
export const takeOn = (
  db: Database,
  id: number,
  admin: { id: number; name: string },
  resolve: boolean,
): Statement =>
  db
    .update(threads)
    .set({
      status: resolve
        ? 'resolved'
        : sql`CASE ${threads.status} WHEN 'open' THEN 'in_progress' ELSE ${threads.status} END`,
      assigned_to: sql`coalesce(${threads.assigned_to}, ${admin.id})`,
      assigned_name: sql`CASE WHEN ${threads.assigned_to} IS NULL THEN ${admin.name} ELSE ${threads.assigned_name} END`,
      version: sql`${threads.version} + 1`,
    })
    .where(eq(threads.id, id));

/** Everything the wallet can see of its threads, oldest first. */
export function readOwnThreads(db: Database, wallet: string) {
  const mine = matches(threads, { wallet, merged_into: null });
  return readTogether({
    threads: findRows(db, threads, mine, [asc(threads.id)]),
    messages: db
      .select(getTableColumns(threadMessages))
      .from(threads)
      .innerJoin(threadMessages, eq(threadMessages.thread_id, threads.id))
      .where(and(mine, eq(threadMessages.internal, false)))
      .orderBy(asc(threadMessages.id)),
  });
}

/** Notes that the complaint whose thread was opened with this key is acknowledged, for the batch that records its letter as sent. */
export const acknowledgeComplaint = (db: Database, key: string, now: string): Statement =>
  updateRows(db, threads, { key }, { acknowledged_at: sql`coalesce(${threads.acknowledged_at}, ${now})` });

/** Gives a complaint its final answer, in the batch that sends it. */
export const answerComplaint = (
  db: Database,
  id: number,
  answer: Pick<ThreadRow, 'cause' | 'outcome' | 'answered_at' | 'answered_by'>,
): Statement[] => [guardRow(db, threads, { id, outcome: null }), updateRows(db, threads, { id }, answer)];
