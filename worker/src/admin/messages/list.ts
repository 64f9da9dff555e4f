import type * as z from 'zod';
import type {
  AdminThreadDetail,
  messageExportQuery,
  messageStatistics,
} from '../../../../domain/admin/messages-schema.ts';
import { isPermitted } from '../../../../domain/admin/roles.ts';
import { PRIORITIES, THREAD_STATUSES } from '../../../../domain/messages/lifecycle.ts';
import { unknownThread } from '../../conversations/messages/own.ts';
import { shownWallet } from '../../platform/chain/address.ts';
import type { AdminCtx } from '../../platform/context.ts';
import { type Column, usTime } from '../../platform/http/csv.ts';
import { exportCsv } from '../export.ts';
import { customerOf, presentEntry, presentOpened } from './present.ts';
import { type ListedThread, listThreads, openThread, readFigures } from './repository.ts';

type Query = z.output<typeof messageExportQuery>;

/** A page of all threads. */
export async function listForDesk(ctx: AdminCtx, query: Query) {
  const { rows, total, pagination } = await listThreads(ctx.db, { ...query, adminId: ctx.admin.id });
  return {
    messages: rows.map((row) => presentEntry(ctx, row)),
    pagination: { ...pagination, total_messages: total },
  };
}

/** Most replies shown with a thread; the newest ones. */
const SHOWN = 200;

/** A thread with its messages. It counts as read once somebody who may answer has opened it. */
export async function openForDesk(ctx: AdminCtx, id: number): Promise<AdminThreadDetail> {
  const answers = isPermitted(ctx.admin.role, 'messages.write');
  const withTrail = isPermitted(ctx.admin.role, 'audit_log.read');
  const opened = await openThread(ctx.db, id, { limit: SHOWN, read: answers, withTrail });
  if (!opened) throw unknownThread();
  const { thread } = opened;
  const read = answers ? { ...thread, unreadBySupport: false } : thread;
  return presentOpened(ctx, { ...opened, thread: read });
}

const words = (key: string) => key.charAt(0).toUpperCase() + key.slice(1).replaceAll('_', ' ');

const columnsOf = (ctx: AdminCtx): readonly Column<ListedThread>[] => [
  { title: 'Thread', value: ({ id }) => id },
  { title: 'Subject', value: ({ subject }) => subject },
  { title: 'Status', value: ({ status }) => words(status) },
  { title: 'Priority', value: ({ priority }) => words(priority) },
  { title: 'Type', value: ({ type }) => words(type) },
  { title: 'Customer', value: (row) => customerOf(row) },
  { title: 'Wallet', value: ({ wallet }) => wallet && shownWallet(ctx.settings, wallet) },
  { title: 'Email', value: ({ contactEmail }) => contactEmail },
  { title: 'Replies', value: ({ replyCount }) => replyCount },
  { title: 'Assigned to', value: ({ assignedName }) => assignedName },
  { title: 'Waiting since (UTC)', value: ({ waitingSince }) => waitingSince && usTime(waitingSince) },
  { title: 'Opened (UTC)', value: ({ createdAt }) => usTime(createdAt) },
  { title: 'Latest message (UTC)', value: ({ lastMessageAt }) => usTime(lastMessageAt) },
  { title: 'Latest message', value: ({ lastPreview }) => lastPreview },
];

/** Every thread that the filters match, as a CSV file in the order of the list. */
export function exportThreads(ctx: AdminCtx, query: Query): Promise<Response> {
  const filters = { ...query, adminId: ctx.admin.id };
  const read = (page: object) => listThreads(ctx.db, { ...filters, ...page });
  return exportCsv(ctx, { list: 'messages', columns: columnsOf(ctx), query, read });
}

/** Counts of threads by status and priority, and how many wait. */
export async function readStatistics(ctx: AdminCtx): Promise<z.output<typeof messageStatistics>> {
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
}
