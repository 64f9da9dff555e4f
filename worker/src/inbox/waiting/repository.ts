/**
 * Which threads wait for an answer, and which are closed, as SQL over `threads`. A thread waits from the first message of
 * the customer that nobody has dealt with. Notices neither ask nor answer.
 */
import { type SQL, sql } from 'drizzle-orm';
import { statusesWith } from '#domain/claims/lifecycle.ts';
import type { Database, Statement } from '#worker/platform/db/client.ts';
import { updateRows } from '#worker/platform/db/guard.ts';
import { threads } from '#worker/platform/db/messages-schema.ts';

type ThreadRow = typeof threads.$inferSelect;

const listed = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

/** What the rule reads of a thread, as SQL: its columns, or what the statement sets them to. */
interface Columns {
  status: string;
  dealt_with_id: string;
}

const OWN: Columns = { status: 'threads.status', dealt_with_id: 'threads.dealt_with_id' };

/**
 * Since when the customer expects an answer; null when nobody does. Resolved and closed threads don't wait, and a complaint
 * does until it has its outcome.
 */
const since = ({
  status,
  dealt_with_id,
}: Columns) => `CASE WHEN ${status} NOT IN ('open', 'in_progress') THEN NULL
  WHEN threads.answer_by IS NOT NULL AND threads.outcome IS NULL THEN threads.created_at
  ELSE (SELECT min(m.created_at) FROM thread_messages m WHERE m.thread_id = threads.id AND m.id > ${dealt_with_id}
    AND m.sender = 'user' AND m.kind = 'message') END`;

/**
 * Whether what a thread is about is done: its claim, the review, refund or cancellation of its policy, or its payment
 * without a policy. A reminder asks for nothing. What a customer asks is done when somebody says so.
 */
const IS_DONE = `CASE
  WHEN threads.matter = 'claim' THEN EXISTS (SELECT 1 FROM claims c WHERE c.id = threads.claim_id
    AND c.status IN (${listed(statusesWith('open', false))}))
  WHEN threads.matter = 'policy' THEN NOT EXISTS (SELECT 1 FROM policies p WHERE p.id = threads.policy_id
    AND p.wallet = threads.wallet AND (p.status = 'pending'
      OR p.status = 'active' AND EXISTS (SELECT 1 FROM endings r
        WHERE r.policy_id = p.id AND r.due_from IS NOT NULL AND r.closed_at IS NULL)))
  WHEN threads.matter = 'payment' THEN NOT EXISTS (SELECT 1 FROM payment_exceptions x
    WHERE x.event_id = threads.payment_event_id AND x.status = 'open')
  WHEN threads.matter = 'renewal' THEN 1
  ELSE 0 END`;

const closes = (columns: Columns) =>
  `(${columns.status} <> 'closed' AND ${since(columns)} IS NULL AND ${IS_DONE})`;

/** Columns of `threads` as the rule has them. */
const sorted = (columns: Columns) => ({
  waiting_since: since(columns),
  status: `CASE WHEN ${closes(columns)} THEN 'closed' ELSE ${columns.status} END`,
});

const SORTED = { ...sorted(OWN), version: `threads.version + ${closes(OWN)}` };

/** Whether a thread is not as the rule has it. */
const IS_UNSORTED = `(threads.waiting_since IS NOT ${since(OWN)} OR ${closes(OWN)})`;

/** Sorts the threads from one id to another by the rule; a repeat changes nothing. `npm run admin -- messages sort` runs it. */
export const sortRange = (from: number, to: number): string =>
  `UPDATE threads SET ${Object.entries(SORTED)
    .map(([column, value]) => `${column} = ${value}`)
    .join(', ')} WHERE id BETWEEN ${from} AND ${to} AND ${IS_UNSORTED}`;

/** Sets since when threads wait, and closes those whose matter is done unless an answer is owed. */
export const sortThreads = (db: Database, which: SQL): Statement =>
  updateRows(db, threads, sql`${which} AND ${sql.raw(IS_UNSORTED)}`, {
    waiting_since: sql.raw(SORTED.waiting_since),
    status: sql.raw(SORTED.status),
    version: sql.raw(SORTED.version),
  });

/** What the rule makes of a thread whose columns the same statement sets; also its version, which moves with its status. */
export const sortedWith = (columns: Columns) => {
  const { waiting_since, status } = sorted(columns);
  return {
    waiting_since: sql.raw(waiting_since),
    status: sql.raw(status),
    version: sql.raw(`threads.version + (threads.status IS NOT (${status}))`),
  };
};

/** Sets only since when threads wait, after an administrator chose their status. */
export const setWaiting = (db: Database, which: SQL): Statement =>
  updateRows(db, threads, which, { waiting_since: sql.raw(SORTED.waiting_since) });

/** What of a thread that is about to be inserted says whether its matter is done, each as SQL. */
type Matter = Record<'matter' | 'claim_id' | 'policy_id' | 'payment_event_id' | 'wallet', SQL>;

/** The status of a thread that nobody has asked anything in. */
export const unaskedStatus = ({ matter, claim_id, policy_id, payment_event_id, wallet }: Matter) =>
  sql<
    ThreadRow['status']
  >`(SELECT CASE WHEN ${sql.raw(IS_DONE)} THEN 'closed' ELSE 'open' END FROM (SELECT ${matter} AS matter,
    ${claim_id} AS claim_id, ${policy_id} AS policy_id, ${payment_event_id} AS payment_event_id, ${wallet} AS wallet) threads)`;

/** Whether what a thread is about is done. */
export async function isDone(db: Database, id: number): Promise<boolean> {
  const row = await db
    .select({ done: sql<number>`${sql.raw(IS_DONE)}` })
    .from(threads)
    .where(sql`${threads.id} = ${id}`)
    .get();
  return row?.done === 1;
}
