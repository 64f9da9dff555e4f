import * as adminMessagesApi from '#domain/admin/messages-api.ts';
import { isPermitted } from '#domain/admin/roles.ts';
import {
  COMPLAINT_CAUSE_LABELS,
  COMPLAINT_OUTCOME_LABELS,
  type ComplaintEntry,
} from '#domain/complaints/schema.ts';
import { orNotFound } from '#domain/errors.ts';
import { PRIORITIES, THREAD_STATUSES } from '#domain/messages/lifecycle.ts';
import { exportCsv } from '#worker/admin/export.ts';
import { presentComplaint } from '#worker/conversations/complaints/complaint.ts';
import { NO_THREAD } from '#worker/conversations/messages/read.ts';
import { shownWallet } from '#worker/platform/chain/address.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import { type Cell, type Column, inWords, usDate, usTime } from '#worker/platform/http/csv.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { whyNotBy } from './complaint.ts';
import { customerOf, presentEntry, presentOpened } from './present.ts';
import { type ListedThread, listThreads, openThread, readFigures } from './repository.ts';

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
  const opened = orNotFound(
    await openThread(ctx.db, id, { limit: SHOWN, read: answers, role: ctx.admin.role }),
    NO_THREAD,
  );
  const { thread } = opened;
  const read = answers ? { ...thread, unread_by_support: false } : thread;
  return presentOpened(ctx, { ...opened, thread: read }, await whyNotBy(ctx, thread));
});

const columnsOf = (ctx: AdminCtx): readonly Column<ListedThread>[] => [
  { title: 'Thread', value: ({ id }) => id },
  { title: 'Subject', value: ({ subject }) => subject },
  { title: 'Status', value: ({ status }) => inWords(status) },
  { title: 'Priority', value: ({ priority }) => inWords(priority) },
  { title: 'Type', value: ({ type }) => inWords(type) },
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
  const { counts, unread } = await readFigures(ctx.db);
  return {
    total: counts.of(),
    by_status: THREAD_STATUSES.map((status) => ({ status, count: counts.of(status) })),
    by_priority: PRIORITIES.map((priority) => ({ priority, count: counts.of('', priority) })),
    unread,
    unanswered: counts.waiting('messages_unanswered'),
  };
});
