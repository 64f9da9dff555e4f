import { useState } from 'react';
import * as messagesApi from '#domain/admin/messages-api.ts';
import type { AdminThreadEntry } from '#domain/admin/messages-schema.ts';
import { COMPLAINT_OUTCOME_LABELS } from '#domain/complaints/schema.ts';
import type { ThreadStatus } from '#domain/messages/lifecycle.ts';
import { assigning, counted } from '#web/features/admin/kit/assignment.ts';
import { assignee, badge, clock, count, custom, lines, person } from '#web/features/admin/kit/cells.tsx';
import { DeskList, useStatistics } from '#web/features/admin/kit/desk-list.tsx';
import { ASSIGNED_FILTER, optionsOf, statusFilter } from '#web/features/admin/kit/filters-of.ts';
import { loaderOf } from '#web/features/admin/kit/pager.tsx';
import { useListView } from '#web/features/admin/kit/search.ts';
import type { BulkChoice, DeskKind } from '#web/features/admin/kit/types.ts';
import { adminApi } from '#web/features/admin/queries.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { formatCount, longMoment } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { FilterButtons } from '#web/ui/list-tools.tsx';
import { PRIORITIES, THREAD_STATUSES } from '#web/ui/thread-looks.ts';
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
function InboxTabs() {
  const waiting = useStatistics(MESSAGES).data?.unanswered;
  const { view, show } = useListView('messages', INBOX_FILTERS);
  const shown = TABS.find(({ filters }) =>
    Object.entries(filters).every(([key, value]) => view.filters[key] === value),
  );
  return (
    <FilterButtons
      dense
      legend="Inbox"
      className="mt-2"
      options={TABS.map(({ key, label }) => ({
        value: key,
        label,
        ...(key === 'waiting' && waiting && { count: waiting }),
      }))}
      value={shown?.key ?? 'all'}
      onChange={(tab) =>
        show({
          ...Object.fromEntries(INBOX_FILTERS.map((name) => [name, undefined])),
          ...TABS.find(({ key }) => key === tab)?.filters,
        })
      }
    />
  );
}

const idsOf = (rows: readonly AdminThreadEntry[]) => rows.map(({ id }) => id);

const assign = assigning<AdminThreadEntry>({
  noun: 'message',
  assign: (rows, to) =>
    adminApi.send(messagesApi.changeThreads, { body: { ids: idsOf(rows), assigned_to: to } }),
});

/** One status for the selected threads. 409 if a message arrived since the list was loaded. */
const SET_STATUS: BulkChoice<AdminThreadEntry> = {
  label: 'Set status',
  action: 'Set status',
  options: optionsOf(THREAD_STATUSES),
  summary: (rows, value) => {
    const waiting = rows.filter(({ due_at: due }) => due !== null).length;
    const still = waiting > 0 ? `: ${waiting} still ${waiting === 1 ? 'waits' : 'wait'} for an answer` : '';
    return `Set ${counted(rows.length, 'message')} to ${THREAD_STATUSES[value as ThreadStatus].label}${still}.`;
  },
  apply: async (rows, value) => {
    const status = value as ThreadStatus;
    const last_message_at = rows.map((row) => row.last_message_at);
    await adminApi.send(messagesApi.changeThreads, { body: { ids: idsOf(rows), last_message_at, status } });
    return `${counted(rows.length, 'message')} set to ${THREAD_STATUSES[status].label}.`;
  },
};

export const MESSAGES: DeskKind<AdminThreadEntry, typeof messagesApi.getMessageStatistics> = {
  list: 'messages',
  title: 'Messages',
  noun: 'messages',
  panelLabel: 'Message',
  load: loaderOf(messagesApi.listAllThreads, 'messages'),
  columns: [
    lines(
      'subject',
      'Subject',
      (thread) => [
        thread.subject,
        <>
          <span className="figures">{thread.complaint?.complaint_number ?? `#${thread.id}`}</span> ·{' '}
          <bdi>{thread.message_preview}</bdi>
        </>,
      ],
      { priority: 1, width: 14, grow: 3, narrow: 'first', fixed: true },
    ),
    person('customer', 'Customer', (thread) => ({ name: thread.customer, wallet: thread.wallet_address }), {
      grow: 1.5,
      narrow: 'second',
    }),
    badge(
      'status',
      'Status',
      ({ status, complaint }) => ({
        ...THREAD_STATUSES[status],
        ...(complaint?.outcome && { label: COMPLAINT_OUTCOME_LABELS[complaint.outcome] }),
      }),
      { width: 8 },
    ),
    badge('priority', 'Priority', (thread) => PRIORITIES[thread.priority], {
      priority: 2,
      width: 6,
      narrow: undefined,
    }),
    assignee('assigned', 'Assigned', (thread) => thread.assigned_admin_name, { grow: 1 }),
    count('reply_count', 'Replies', (thread) => thread.reply_count, { priority: 4 }),
    custom(
      'time',
      'Last message',
      (thread) => (
        <time dateTime={thread.last_message_at} title={longMoment(thread.last_message_at)}>
          {thread.time_ago}
        </time>
      ),
      { priority: 3, width: 8, narrow: undefined },
    ),
    clock('due', 'Due', (thread) => thread.due_at ?? false),
  ],
  rowId: (thread) => String(thread.id),
  rowLabel: (thread) => `${thread.is_read ? '' : 'Unread: '}${thread.subject}`,
  isMarked: (thread) => !thread.is_read,
  filters: [
    { key: 'queue', label: 'Inbox', as: 'none' },
    { key: 'category', label: 'Category', as: 'none' },
    { ...statusFilter(THREAD_STATUSES), as: 'select' },
    {
      key: 'priority',
      label: 'Priority',
      as: 'select',
      counts: 'by_priority',
      options: optionsOf(PRIORITIES),
    },
    ASSIGNED_FILTER,
  ],
  people: 'messages.write',
  search: { placeholder: 'Search by subject or customer...' },
  exportCall: messagesApi.exportThreads,
  failed: 'Failed to fetch messages',
  retryLabel: 'Retry',
  bulk: { needs: 'messages.write', choices: (people) => [SET_STATUS, assign(people)] },
  Panel: ThreadPanel,
  statistics: messagesApi.getMessageStatistics,
  statisticsEvery: 30_000,
  Summary: InboxTabs,
  Actions: InboxActions,
};

function InboxActions() {
  const { data } = useStatistics(MESSAGES);
  const [replies, setReplies] = useState(false);
  return (
    <>
      {data && (
        <span className="figures text-muted">
          {formatCount(data.unanswered)} unanswered, {formatCount(data.unread)} unread
        </span>
      )}
      {useAdmin().may('messages.write') && (
        <Button size="dense" variant="quiet" className="ml-auto" onClick={() => setReplies(true)}>
          Saved replies
        </Button>
      )}
      {replies && <SavedRepliesDialog onClose={() => setReplies(false)} />}
    </>
  );
}

export const MessagesScreen = () => <DeskList kind={MESSAGES} />;
