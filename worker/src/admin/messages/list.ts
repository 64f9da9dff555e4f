import type * as z from 'zod';
import { shortAddress } from '#domain/address.ts';
import * as adminMessagesApi from '#domain/admin/messages-api.ts';
import type {
  AdminThreadDetail,
  AdminThreadEntry,
  adminReplyRequest,
} from '#domain/admin/messages-schema.ts';
import { isPermitted } from '#domain/admin/roles.ts';
import { timeAgo } from '#domain/ago.ts';
import { claimNumber } from '#domain/claims/lifecycle.ts';
import {
  COMPLAINT_CAUSE_LABELS,
  COMPLAINT_OUTCOME_LABELS,
  type ComplaintEntry,
} from '#domain/complaints/schema.ts';
import { AppError, type FieldIssue } from '#domain/errors.ts';
import { PRIORITIES, SUPPORT_NAME, THREAD_STATUSES } from '#domain/messages/lifecycle.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { PROMISES } from '#domain/promises.ts';
import { exportCsv } from '#worker/admin/export.ts';
import { changedSince } from '#worker/admin/seen.ts';
import { presentLine } from '#worker/admin/trail.ts';
import { presentComplaint } from '#worker/conversations/complaints/complaint.ts';
import { unknownThread } from '#worker/conversations/messages/read.ts';
import type { ThreadRow } from '#worker/conversations/messages/repository.ts';
import { answerComplaint } from '#worker/conversations/messages/written/repository.ts';
import { shownWallet } from '#worker/platform/chain/address.ts';
import { type AdminCtx, type Ctx, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { type Cell, type Column, usDate, usTime } from '#worker/platform/http/csv.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { fieldError } from '#worker/quotes/terms.ts';
import {
  decidedMatter,
  type ListedThread,
  listThreads,
  type OpenedThread,
  openThread,
  readFigures,
  type WrittenSince,
} from './repository.ts';

const CUSTOMER = 'Customer';

/** Who asks: by name, else by the address of a contact form. */
const customerOf = ({ customer_name, contact_email }: ListedThread): string =>
  customer_name || contact_email || CUSTOMER;

/** A thread as the desk lists it. */
export function presentEntry(ctx: Ctx, row: ListedThread): AdminThreadEntry {
  const wallet = row.wallet === null ? null : shownWallet(ctx.settings, row.wallet);
  return {
    ...row,
    customer: customerOf(row),
    formatted_wallet: wallet && shortAddress(wallet),
    wallet_address: wallet,
    complaint: presentComplaint(row),
    is_read: !row.unread_by_support,
    time_ago: timeAgo(row.last_message_at, ctx.clock()),
    message_preview: row.last_preview,
    assigned_admin_name: row.assigned_name,
    due_at: dueAt(row),
  };
}

/** When our next promise about a thread breaks: the one to reply, or those about its complaint. */
export function dueAt({ waiting_since, outcome, ...row }: ListedThread): string | null {
  if (waiting_since === null) return null;
  const promised = row.acknowledged_at === null ? row.acknowledge_by : row.answer_by;
  if (outcome === null && promised !== null) return promised;
  return new Date(Date.parse(waiting_since) + PROMISES.replyHours * 3_600_000).toISOString();
}

/** What others wrote and changed in a thread since an administrator saw it, for the refusal of their reply. */
export function presentBetween(
  thread: ListedThread,
  since: readonly WrittenSince[],
  seen: { version: number },
): FieldIssue[] {
  const written = since.map((message) => ({
    path: `messages.${message.id}`,
    message: `${authorOf(thread, message)}${message.internal ? ' (internal note)' : ''}: ${message.text}`,
  }));
  if (thread.version === seen.version) return written;
  const now = `It is now ${thread.status.replace('_', ' ')}, assigned to ${thread.assigned_name ?? 'nobody'}, priority ${thread.priority}.`;
  return [...written, { path: 'thread', message: now }];
}

const sideOf = ({ sender }: { sender: 'admin' | 'user' }) => (sender === 'user' ? 'customer' : 'admin');

const authorOf = (
  thread: ListedThread,
  { sender, author }: { sender: 'admin' | 'user'; author: string | null },
) => (sender === 'user' ? customerOf(thread) : (author ?? SUPPORT_NAME));

/** A whole thread. */
function presentOpened(ctx: Ctx, opened: OpenedThread, notByYou: string | null): AdminThreadDetail {
  const { thread, main, replies, earlier, trail, ofMailbox } = opened;
  return {
    ...thread,
    ...presentEntry(ctx, thread),
    message: main.text,
    message_id: main.id,
    sender_type: sideOf(main),
    sender_display_name: authorOf(thread, main),
    mailbox: thread.contact_inbox,
    mailbox_threads: ofMailbox,
    not_by_you: notByYou,
    claim_number: thread.claim_id === null ? null : claimNumber(thread.claim_id),
    policy_number: thread.policy_id === null ? null : policyNumber(thread.policy_id),
    last_message_id: replies.at(-1)?.id ?? main.id,
    replies: replies.map((reply) => ({
      ...reply,
      sender_type: sideOf(reply),
      sender_display_name: authorOf(thread, reply),
      message: reply.text,
      internal_note: reply.internal,
      time_ago: timeAgo(reply.created_at, ctx.clock()),
    })),
    earlier_replies: earlier,
    audit_log: trail.map(presentLine),
  };
}

/** What is special about answering a complaint: somebody who did not decide the matter does, and in the end with an outcome. */

type Reply = z.output<typeof adminReplyRequest>;

/** Why this administrator can't answer a thread, in a sentence; null if they can. */
async function whyNotBy(ctx: AdminCtx, { id, category }: ThreadRow): Promise<string | null> {
  return category === 'complaint' && (await decidedMatter(ctx.db, id, ctx.admin.id))
    ? 'You decided what this complaint is about, so somebody else has to answer it.'
    : null;
}

/** Statements for the batch of a reply: the outcome, if it ends a complaint. Refuses what a complaint doesn't allow. */
export async function endingOf(ctx: AdminCtx, thread: ThreadRow, reply: Reply): Promise<Statement[]> {
  const { internal_note: internal = false, resolve = false, outcome, cause = thread.cause } = reply;
  const isOpen = thread.category === 'complaint' && thread.outcome === null;
  const refusal = internal ? null : await whyNotBy(ctx, thread);
  if (refusal !== null) throw new AppError('forbidden', refusal);
  if (outcome === undefined) {
    if (isOpen && resolve) throw fieldError('outcome', 'Please choose an outcome.');
    return [];
  }
  if (thread.category !== 'complaint') throw fieldError('outcome', 'Only a complaint has an outcome.');
  if (!isOpen) throw changedSince('complaint');
  const answer = { cause, outcome, answered_at: nowIso(ctx), answered_by: ctx.admin.name };
  return answerComplaint(ctx.db, thread.id, answer);
}

/** A page of all threads. */
export const listAllThreads = serve(adminMessagesApi.listAllThreads, async (ctx, query) => {
  const { rows, total, pagination } = await listThreads(ctx.db, { ...query, adminId: ctx.admin.id });
  return {
    messages: rows.map((row) => presentEntry(ctx, row)),
    pagination: { ...pagination, total_messages: total },
  };
});

/** Most replies shown with a thread; the newest ones. */
const SHOWN = 200;

/** A thread with its messages. It counts as read once somebody who may answer has opened it. */
export const openThreadForDesk = serve(adminMessagesApi.openThread, async (ctx, { id }) => {
  const answers = isPermitted(ctx.admin.role, 'messages.write');
  const withTrail = isPermitted(ctx.admin.role, 'audit_log.read');
  const opened = await openThread(ctx.db, id, { limit: SHOWN, read: answers, withTrail });
  if (!opened) throw unknownThread();
  const { thread } = opened;
  const read = answers ? { ...thread, unread_by_support: false } : thread;
  return presentOpened(ctx, { ...opened, thread: read }, await whyNotBy(ctx, thread));
});

const words = (key: string) => key.charAt(0).toUpperCase() + key.slice(1).replaceAll('_', ' ');

const columnsOf = (ctx: AdminCtx): readonly Column<ListedThread>[] => [
  { title: 'Thread', value: ({ id }) => id },
  { title: 'Subject', value: ({ subject }) => subject },
  { title: 'Status', value: ({ status }) => words(status) },
  { title: 'Priority', value: ({ priority }) => words(priority) },
  { title: 'Type', value: ({ type }) => words(type) },
  { title: 'Customer', value: (row) => customerOf(row) },
  { title: 'Wallet', value: ({ wallet }) => wallet && shownWallet(ctx.settings, wallet) },
  { title: 'Email', value: ({ contact_email }) => contact_email },
  { title: 'Replies', value: ({ reply_count }) => reply_count },
  { title: 'Assigned to', value: ({ assigned_name }) => assigned_name },
  {
    title: 'Waiting since (UTC)',
    value: ({ waiting_since }) => waiting_since && usTime(waiting_since),
  },
  { title: 'Opened (UTC)', value: ({ created_at }) => usTime(created_at) },
  { title: 'Latest message (UTC)', value: ({ last_message_at }) => usTime(last_message_at) },
  { title: 'Latest message', value: ({ last_preview }) => last_preview },
];

/** A column of the register, from a thread's complaint. */
const registered = (title: string, of: (complaint: ComplaintEntry) => Cell): Column<ListedThread> => ({
  title,
  value: (row) => {
    const complaint = presentComplaint(row);
    return complaint && of(complaint);
  },
});

const REGISTER: readonly Column<ListedThread>[] = [
  registered('Complaint', ({ complaint_number }) => complaint_number),
  registered('Status', ({ outcome }) => (outcome === null ? 'Open' : 'Answered')),
  registered('Cause', ({ cause }) => COMPLAINT_CAUSE_LABELS[cause]),
  registered('Policy or claim', ({ reference }) => reference),
  { title: 'Name', value: ({ contact_name }) => contact_name },
  { title: 'Email', value: ({ contact_email }) => contact_email },
  registered('Received (UTC)', ({ received_at }) => usTime(received_at)),
  registered('Acknowledge by', ({ acknowledge_by }) => usDate(acknowledge_by)),
  registered('Acknowledged (UTC)', ({ acknowledged_at }) => usTime(acknowledged_at)),
  registered('Answer by', ({ answer_by }) => usDate(answer_by)),
  registered('Answered (UTC)', ({ answered_at }) => usTime(answered_at)),
  registered('Outcome', ({ outcome }) => outcome && COMPLAINT_OUTCOME_LABELS[outcome]),
  registered('Answered by', ({ answered_by }) => answered_by),
];

/** Every thread that the filters match, as a CSV file in the order of the list; of complaints their register. */
export const exportThreads = serve(adminMessagesApi.exportThreads, (ctx, query) => {
  const filters = { ...query, adminId: ctx.admin.id };
  const read = (page: object) => listThreads(ctx.db, { ...filters, ...page });
  return query.category === 'complaint'
    ? exportCsv(ctx, { list: 'complaints', columns: REGISTER, query, read })
    : exportCsv(ctx, { list: 'messages', columns: columnsOf(ctx), query, read });
});

/** Counts of threads by status and priority, and how many wait. */
export const getMessageStatistics = serve(adminMessagesApi.getMessageStatistics, async (ctx) => {
  const counts = await readFigures(ctx.db);
  const count = (list: string, status: string, kind: string) =>
    counts.find((each) => each.list === list && each.status === status && each.kind === kind)?.count ?? 0;
  return {
    total: count('messages', '', ''),
    by_status: THREAD_STATUSES.map((status) => ({ status, count: count('messages', status, '') })),
    by_priority: PRIORITIES.map((priority) => ({ priority, count: count('messages', '', priority) })),
    unread: count('queue', 'messages_unread', ''),
    unanswered: count('queue', 'messages_unanswered', ''),
  };
});
