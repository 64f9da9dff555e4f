import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import * as messagesApi from '#domain/admin/messages-api.ts';
import type { AdminThreadEntry } from '#domain/admin/messages-schema.ts';
import { COMPLAINT_OUTCOME_LABELS } from '#domain/complaints/schema.ts';
import type { ThreadStatus } from '#domain/messages/lifecycle.ts';
import { assignChoice, counted } from '#web/features/admin/list/assignment.ts';
import { DeskList } from '#web/features/admin/list/desk-list.tsx';
import { loaderOf } from '#web/features/admin/list/pages.ts';
import { useListView } from '#web/features/admin/list/search.ts';
import type { BulkChoice, DeskColumn } from '#web/features/admin/list/types.ts';
import { Person } from '#web/features/admin/parts/cells.tsx';
import { Clock } from '#web/features/admin/parts/clock.tsx';
import { adminApi } from '#web/features/admin/queries.ts';
import { useAdmin, useAssignees, useColleagues } from '#web/features/admin/use-admin.ts';
import { cn } from '#web/lib/cn.ts';
import { formatCount, longMoment } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Badge } from '#web/ui/values.tsx';
import { optionsOf, PRIORITY_BADGES, PRIORITY_LABELS, STATUS_BADGES, STATUS_LABELS } from './display.ts';
import { SavedRepliesDialog } from './saved-replies-dialog.tsx';
import { ThreadPanel } from './thread-panel.tsx';

const TABS = [
  { key: 'waiting', label: 'Waiting', filters: { queue: 'messages_unanswered' } },
  { key: 'mine', label: 'Mine', filters: { assigned: 'me' } },
  { key: 'complaints', label: 'Complaints', filters: { category: 'complaint' } },
  { key: 'all', label: 'All', filters: {} },
] as const;

/** The list's filters, which a tab replaces. */
const INBOX_FILTERS = ['queue', 'category', 'status', 'priority', 'assigned'] as const;

/** What waits for an answer, what is assigned to the reader, complaints, and everything. Each is a view of the list with its own address. */
function InboxTabs({ waiting }: { waiting: number | undefined }) {
  const { view, show } = useListView('messages', INBOX_FILTERS);
  const isShown = (filters: Readonly<Record<string, string>>) =>
    Object.entries(filters).every(([key, value]) => view.filters[key] === value);
  const shownTab = TABS.find(({ filters }) => isShown(filters));
  return (
    <nav aria-label="Inbox" className="mt-2 flex gap-1 border-b border-line">
      {TABS.map(({ key, label, filters }) => {
        const shown = key === shownTab?.key;
        return (
          <button
            key={key}
            type="button"
            aria-current={shown ? 'true' : undefined}
            onClick={() =>
              show({ ...Object.fromEntries(INBOX_FILTERS.map((name) => [name, undefined])), ...filters })
            }
            className={cn(
              '-mb-px h-9 border-b-2 px-3 text-sm -outline-offset-2 pointer-coarse:h-11',
              shown ? 'border-teal font-medium text-ink' : 'border-transparent text-muted hover:text-ink',
            )}
          >
            {label}
            {key === 'waiting' && waiting !== undefined && (
              <span className="figures ml-1.5 text-muted">{formatCount(waiting)}</span>
            )}
          </button>
        );
      })}
    </nav>
  );
}

const loadThreads = loaderOf(messagesApi.listAllThreads, 'messages');

const statisticsQuery = adminApi.query(messagesApi.getMessageStatistics, {}, { refetchInterval: 30_000 });

export const MESSAGE_COLUMNS: readonly DeskColumn<AdminThreadEntry>[] = [
  {
    id: 'subject',
    header: 'Subject',
    priority: 1,
    width: 14,
    grow: 3,
    narrow: 'first',
    fixed: true,
    cell: (thread) => (
      <span className="flex min-w-0 flex-col leading-tight">
        <span dir="auto" className="truncate text-left" title={thread.subject}>
          {thread.subject}
        </span>
        <span className="truncate text-xs font-normal text-muted @max-4xl:hidden">
          <span className="figures">{thread.complaint?.complaint_number ?? `#${thread.id}`}</span> ·{' '}
          <bdi>{thread.message_preview}</bdi>
        </span>
      </span>
    ),
  },
  {
    id: 'customer',
    header: 'Customer',
    priority: 1,
    width: 9,
    grow: 1.5,
    narrow: 'second',
    cell: (thread) => <Person name={thread.customer} wallet={thread.wallet_address} />,
  },
  {
    id: 'status',
    header: 'Status',
    priority: 1,
    width: 8,
    narrow: 'end',
    cell: ({ status, complaint }) => (
      <Badge variant={STATUS_BADGES[status]}>
        {complaint?.outcome ? COMPLAINT_OUTCOME_LABELS[complaint.outcome] : STATUS_LABELS[status]}
      </Badge>
    ),
  },
  {
    id: 'priority',
    header: 'Priority',
    priority: 2,
    width: 6,
    cell: (thread) => (
      <Badge variant={PRIORITY_BADGES[thread.priority]}>{PRIORITY_LABELS[thread.priority]}</Badge>
    ),
  },
  {
    id: 'assigned',
    header: 'Assigned',
    priority: 1,
    width: 7,
    grow: 1,
    wrap: true,
    narrow: 'second',
    cell: (thread) => thread.assigned_admin_name ?? <span className="text-muted">Nobody</span>,
  },
  {
    id: 'reply_count',
    header: 'Replies',
    priority: 4,
    width: 4.5,
    align: 'end',
    cell: (thread) => formatCount(thread.reply_count),
  },
  {
    id: 'time',
    header: 'Last message',
    priority: 3,
    width: 8,
    align: 'end',
    cell: (thread) => (
      <time dateTime={thread.last_message_at} title={longMoment(thread.last_message_at)}>
        {thread.time_ago}
      </time>
    ),
  },
  {
    id: 'due',
    header: 'Due',
    priority: 1,
    width: 7,
    narrow: 'second',
    align: 'end',
    cell: (thread) => thread.due_at && <Clock due={thread.due_at} />,
  },
];

const NO_CHANGES: never[] = [];

const idsOf = (rows: readonly AdminThreadEntry[]) => rows.map(({ id }) => id);

const assignThreads = (rows: readonly AdminThreadEntry[], to: number | null) =>
  adminApi.send(messagesApi.changeThreads, { body: { ids: idsOf(rows), assigned_to: to } });

/** One status for the selected threads. 409 if a message arrived since the list was loaded. */
const STATUS_CHOICE: BulkChoice<AdminThreadEntry> = {
  label: 'Set status',
  action: 'Set status',
  options: optionsOf(STATUS_LABELS),
  summary: (rows, value) => {
    const waiting = rows.filter(({ due_at: due }) => due !== null).length;
    return `Set ${counted(rows.length, 'message')} to ${STATUS_LABELS[value as ThreadStatus]}${waiting > 0 ? `: ${waiting} still ${waiting === 1 ? 'waits' : 'wait'} for an answer` : ''}.`;
  },
  apply: async (rows, value) => {
    const status = value as ThreadStatus;
    await adminApi.send(messagesApi.changeThreads, {
      body: {
        ids: idsOf(rows),
        last_message_at: rows.map((row) => row.last_message_at),
        status,
      },
    });
    return `${counted(rows.length, 'message')} set to ${STATUS_LABELS[status]}.`;
  },
};

export function MessagesScreen() {
  const admin = useAdmin();
  const { data: figures } = useQuery(statisticsQuery);
  const [replies, setReplies] = useState(false);
  const writes = admin.may('messages.write');
  const assignees = useAssignees('messages.write');
  const colleagues = useColleagues('messages.write');
  const filters = useMemo(() => {
    const counted = (list: readonly { count: number }[] | undefined, is: (entry: never) => boolean) =>
      (list as never[] | undefined)?.find(is) as { count: number } | undefined;
    return [
      { key: 'queue', label: 'Inbox', as: 'none' as const, options: [] },
      { key: 'category', label: 'Category', as: 'none' as const, options: [] },
      {
        key: 'status',
        label: 'Status',
        options: optionsOf(STATUS_LABELS).map((option) => ({
          ...option,
          count: counted(figures?.by_status, (entry: { status: string }) => entry.status === option.value)
            ?.count,
        })),
      },
      {
        key: 'priority',
        label: 'Priority',
        as: 'select' as const,
        options: optionsOf(PRIORITY_LABELS).map((option) => ({
          ...option,
          count: counted(
            figures?.by_priority,
            (entry: { priority: string }) => entry.priority === option.value,
          )?.count,
        })),
      },
      {
        key: 'assigned',
        label: 'Assigned',
        as: 'select' as const,
        options: assignees,
      },
    ];
  }, [figures, assignees]);
  return (
    <>
      <DeskList
        list="messages"
        title="Messages"
        noun="messages"
        columns={MESSAGE_COLUMNS}
        rowId={(thread) => String(thread.id)}
        rowLabel={(thread) => `${thread.is_read ? '' : 'Unread: '}${thread.subject}`}
        isMarked={(thread) => !thread.is_read}
        filters={filters}
        search={{ label: 'Search messages', placeholder: 'Search by subject or customer...' }}
        load={loadThreads}
        exportCall={messagesApi.exportThreads}
        empty="No messages found"
        failed="Failed to fetch messages"
        retryLabel="Retry"
        panelLabel="Message"
        panel={(id) => <ThreadPanel key={id} id={id} />}
        summary={<InboxTabs waiting={figures?.unanswered} />}
        actions={
          <>
            {figures && (
              <span className="figures text-muted">
                {formatCount(figures.unanswered)} unanswered, {formatCount(figures.unread)} unread
              </span>
            )}
            {writes && (
              <Button size="dense" variant="quiet" className="ml-auto" onClick={() => setReplies(true)}>
                Saved replies
              </Button>
            )}
          </>
        }
        bulk={
          writes
            ? [STATUS_CHOICE, assignChoice({ noun: 'message', colleagues, assign: assignThreads })]
            : NO_CHANGES
        }
      />
      {replies && <SavedRepliesDialog onClose={() => setReplies(false)} />}
    </>
  );
}
