import { Link } from '@tanstack/react-router';
import { QUEUE_LABELS, type QueueItem } from '#domain/admin/records-schema.ts';
import { FLAG_LABELS } from '#web/features/admin/claims/display.ts';
import { ShortMoment } from '#web/features/admin/parts/cells.tsx';
import { Clock } from '#web/features/admin/parts/clock.tsx';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { cn } from '#web/lib/cn.ts';
import { longDate } from '#web/lib/format.ts';
import { PRIORITIES } from '#web/ui/thread-looks.ts';
import { keyOf } from './display.ts';

/** When somebody can act, or has to have acted. */
function When({ item }: { item: QueueItem }) {
  if (item.section !== 'time') return <Clock due={item.due_at} />;
  return (
    <span className="text-[0.8125rem] whitespace-nowrap text-muted">
      {item.ready_at === null ? (
        'on its way'
      ) : (
        <>
          from <ShortMoment at={item.ready_at} />
        </>
      )}
    </span>
  );
}

const mark = 'text-[0.8125rem] font-normal';

/** A priority that somebody should notice, before the title. */
function Urgency({ priority }: Pick<QueueItem, 'priority'>) {
  if (priority !== 'urgent' && priority !== 'high') return null;
  return (
    <span className={cn(mark, priority === 'urgent' ? 'font-medium text-coral' : 'text-amber')}>
      {PRIORITIES[priority].label} ·{' '}
    </span>
  );
}

/** What deserves a second look, after the title. */
function Flags({ flags }: Pick<QueueItem, 'flags'>) {
  const names = flags.map((flag) => FLAG_LABELS[flag]);
  if (names.length === 0) return null;
  return (
    <span className={cn(mark, 'ml-2 text-amber')} title={names.join(', ')}>
      {names[0]}
      {names.length > 1 && ` and ${names.length - 1} more`}
    </span>
  );
}

interface ItemRowProps {
  item: QueueItem;
  /** The record beside the queue. */
  open?: string | null;
  /** Whether the kind of work is named; not in a list of one kind. */
  named?: boolean;
  onActive?: (key: string) => void;
}

/** What waits, in two lines, or in one where there is room. It opens beside the queue. */
export function ItemRow({ item, open = null, named = true, onActive }: ItemRowProps) {
  const admin = useAdmin();
  const key = keyOf(item);
  const isOpen = key === open;
  const { snooze } = item;
  const detail = snooze ? `Until ${longDate(snooze.until)} (${snooze.by}): ${snooze.reason}` : item.detail;
  const assignee = item.assigned_to === admin.id ? 'Me' : (item.assigned_admin_name ?? 'Nobody');
  return (
    <li className="border-b border-line last:border-b-0">
      <Link
        to="/admin/queue"
        search={(now) => ({ ...now, open: key })}
        replace={open !== null}
        resetScroll={false}
        data-row-id={key}
        aria-current={isOpen ? 'true' : undefined}
        onFocus={() => onActive?.(key)}
        className={cn(
          'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 px-3 py-2 -outline-offset-2 hover:bg-sunken/70',
          '@4xl:min-h-9 @4xl:py-1.5',
          // A day and a time take more room than a clock.
          item.section === 'time'
            ? '@4xl:grid-cols-[11.5rem_minmax(7rem,2fr)_minmax(0,5fr)_9.5rem_8.5rem]'
            : '@4xl:grid-cols-[7rem_minmax(8rem,3fr)_minmax(0,5fr)_9.5rem_8.5rem]',
          isOpen && 'bg-teal-soft shadow-[inset_3px_0_0_var(--color-teal)] hover:bg-teal-soft',
        )}
      >
        <span
          dir="auto"
          className="order-1 min-w-0 truncate text-left font-medium @4xl:order-2"
          title={item.title}
        >
          <Urgency priority={item.priority} />
          {item.title}
          <Flags flags={item.flags} />
        </span>
        <span className="order-2 justify-self-end @4xl:order-1 @4xl:justify-self-start">
          <When item={item} />
        </span>
        <span className="order-3 min-w-0 truncate text-[0.8125rem] text-muted @4xl:text-sm">
          {named && <span className="@4xl:hidden">{QUEUE_LABELS[item.kind]} · </span>}
          {item.customer !== null && (
            <span className="@4xl:text-ink" title={item.wallet_address ?? undefined}>
              <bdi>{item.customer}</bdi>
              <span className="text-muted"> · </span>
            </span>
          )}
          <bdi title={detail}>{detail}</bdi>
        </span>
        <span className="order-5 hidden truncate text-muted @4xl:block">
          {named && QUEUE_LABELS[item.kind]}
        </span>
        <span
          className="order-4 max-w-40 justify-self-end truncate text-[0.8125rem] text-muted @4xl:order-6 @4xl:max-w-full @4xl:justify-self-start @4xl:text-sm"
          title={assignee}
        >
          {assignee}
        </span>
      </Link>
    </li>
  );
}
