import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { AdminThreadEntry } from '../../../../../domain/admin/messages-schema.ts';
import type { ThreadStatus } from '../../../../../domain/messages/lifecycle.ts';
import { messageOf } from '../../../lib/api/errors.ts';
import { formatCount, longMoment } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/select.tsx';
import { toast } from '../../../ui/toast.ts';
import { DeskList } from '../list/desk-list.tsx';
import { listKey } from '../list/queries.ts';
import type { DeskColumn, DeskPage } from '../list/types.ts';
import { Person } from '../parts/cells.tsx';
import { Clock } from '../parts/clock.tsx';
import { useAdmin, useColleagues } from '../use-admin.ts';
import { optionsOf, PRIORITY_BADGES, PRIORITY_LABELS, STATUS_BADGES, STATUS_LABELS } from './display.ts';
import { InboxTabs } from './inbox-tabs.tsx';
import { changeThreads, loadThreads, statisticsKey, statisticsQuery } from './queries.ts';
import { SavedRepliesDialog } from './saved-replies-dialog.tsx';
import { ThreadPanel } from './thread-panel.tsx';

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
        <span className="truncate" title={thread.subject}>
          {thread.subject}
        </span>
        <span className="truncate text-xs font-normal text-muted @max-4xl:hidden">
          <span className="figures">#{thread.id}</span> · {thread.message_preview}
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
    width: 7,
    narrow: 'end',
    cell: (thread) => <Badge variant={STATUS_BADGES[thread.status]}>{STATUS_LABELS[thread.status]}</Badge>,
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

export function MessagesScreen() {
  const admin = useAdmin();
  const { data: figures } = useQuery(statisticsQuery);
  const [replies, setReplies] = useState(false);
  const writes = admin.may('messages.write');
  const filters = useMemo(() => {
    const counted = (list: readonly { count: number }[] | undefined, is: (entry: never) => boolean) =>
      (list as never[] | undefined)?.find(is) as { count: number } | undefined;
    return [
      { key: 'queue', label: 'Inbox', as: 'none' as const, options: [] },
      {
        key: 'status',
        label: 'Status',
        excludes: ['queue'],
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
        excludes: ['assigned', 'queue'],
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
        excludes: ['priority', 'queue'],
        options: [
          { value: 'me', label: 'To me' },
          { value: 'nobody', label: 'To nobody' },
        ],
      },
    ];
  }, [figures]);
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
        exportPath="/admin/messages/export"
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
        {...(writes ? { bulk: (ids, done) => <BulkActions ids={ids} onDone={done} /> } : {})}
      />
      {replies && <SavedRepliesDialog onClose={() => setReplies(false)} />}
    </>
  );
}

/** One status or assignee for the selected threads. */
function BulkActions({ ids, onDone }: { ids: readonly string[]; onDone: () => void }) {
  const cache = useQueryClient();
  const colleagues = useColleagues('messages.write');
  /** The latest message of each thread as the lists showed it; nothing if one of them is no longer in memory. */
  const seen = () => {
    const pages = cache.getQueriesData<DeskPage<AdminThreadEntry>>({ queryKey: listKey('messages') });
    const rows = new Map(pages.flatMap(([, page]) => page?.rows ?? []).map((row) => [String(row.id), row]));
    const last = ids.flatMap((id) => rows.get(id)?.last_message_at ?? []);
    return last.length === ids.length ? { last_message_at: last } : {};
  };
  const change = useMutation({
    mutationFn: (to: { status?: ThreadStatus; assigned_to?: number | null }) =>
      changeThreads({ ids: ids.map(Number), ...seen(), ...to }),
    onSuccess: async () => {
      await Promise.all([
        cache.invalidateQueries({ queryKey: listKey('messages') }),
        cache.invalidateQueries({ queryKey: statisticsKey }),
        cache.invalidateQueries({ queryKey: ['thread'] }),
      ]);
      onDone();
    },
    onError: (error) => {
      toast.error('The messages were not changed', messageOf(error));
      void cache.invalidateQueries({ queryKey: listKey('messages') });
    },
  });
  const className = 'h-8! w-40! text-sm!';
  return (
    <>
      <Select
        aria-label="Set status"
        placeholder="Set status"
        className={className}
        disabled={change.isPending}
        value=""
        onChange={(status) => change.mutate({ status: status as ThreadStatus })}
        options={optionsOf(STATUS_LABELS)}
      />
      <Select
        aria-label="Assign to"
        placeholder="Assign to"
        className={className}
        disabled={change.isPending}
        value=""
        onChange={(who) => change.mutate({ assigned_to: who === 'nobody' ? null : Number(who) })}
        options={colleagues}
      />
    </>
  );
}
