import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { CLAIM_QUEUE } from '../../../../../domain/admin/claims-schema.ts';
import {
  QUEUE_LABELS,
  type QueueItem,
  type QueueSection,
} from '../../../../../domain/admin/records-schema.ts';
import { messageOf } from '../../../lib/api/errors.ts';
import { cn } from '../../../lib/cn.ts';
import { LoadError } from '../../../ui/load-error.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { Person } from '../parts/cells.tsx';
import { Clock } from '../parts/clock.tsx';
import { useAdmin } from '../use-admin.ts';
import { useKeys } from '../use-keys.ts';
import { queueQuery } from './queries.ts';

/** Claims that wait, the promise that breaks first on top. */
const claims = (queue: (typeof CLAIM_QUEUE)[number]) => ({
  to: '/admin/claims',
  search: { queue, sortBy: 'due_at', sortOrder: 'ASC' },
});

/** The list that holds a section's work, filtered to it as far as the list can. */
const LISTS: Readonly<Record<QueueSection, { to: string; search: Record<string, string> }>> = {
  claims_due: claims('claims_due'),
  payouts_to_confirm: claims('payouts_to_confirm'),
  payouts_to_send: claims('payouts_to_send'),
  refunds_owed: { to: '/admin/policies', search: { queue: 'refunds_owed' } },
  policies_to_review: { to: '/admin/policies', search: { status: 'pending' } },
  messages_unanswered: { to: '/admin/messages', search: { status: 'open' } },
  exceptions: { to: '/admin/exceptions', search: { status: 'open' } },
};

const linkTo = (item: QueueItem) => ({
  to: LISTS[item.section].to,
  search: { open: /^[1-9]\d*$/.test(item.id) ? Number(item.id) : item.id },
});

/** Items shown of all sections together. */
const MOST_URGENT = 50;

const keyOf = (item: QueueItem) => `${item.section}:${item.id}`;

/** What waits for this administrator, the promise that breaks first on top. */
export function WorkQueue() {
  const queue = useQuery(queueQuery);
  const admin = useAdmin();
  const [section, setSection] = useState<QueueSection | null>(null);
  const move = (by: 1 | -1) => {
    const links = [...document.querySelectorAll<HTMLElement>('[data-queue-item]')];
    const at = links.indexOf(document.activeElement as HTMLElement);
    links[at === -1 ? 0 : Math.min(links.length - 1, Math.max(0, at + by))]?.focus();
  };
  useKeys({ j: () => move(1), k: () => move(-1) });

  const sections = queue.data?.sections ?? [];
  const all = queue.data?.items ?? [];
  const items = section === null ? all.slice(0, MOST_URGENT) : all.filter((item) => item.section === section);
  const total = sections.reduce((sum, { count }) => sum + count, 0);
  const shown = section === null ? total : (sections.find(({ key }) => key === section)?.count ?? 0);

  return (
    <>
      {queue.isPending && (
        <div role="status" aria-label="Loading the work queue" className="flex flex-col gap-2">
          {Array.from({ length: 8 }, (_, index) => index).map((index) => (
            <Skeleton key={index} className="h-10" />
          ))}
        </div>
      )}
      {queue.isError && (
        <LoadError
          title="Failed to load the work queue"
          small
          className="mb-3"
          busy={queue.isFetching}
          onRetry={queue.refetch}
        >
          {messageOf(queue.error)}
        </LoadError>
      )}
      {queue.data && (
        <>
          <ul aria-label="Sections" className="flex gap-2 overflow-x-auto p-1">
            {sections.map(({ key, label, count, mine }) => (
              <li key={key} className="shrink-0">
                <button
                  type="button"
                  aria-pressed={section === key}
                  onClick={() => setSection(section === key ? null : key)}
                  className={cn(
                    'flex min-w-32 flex-col items-start rounded-card border px-3 py-2 text-left',
                    section === key ? 'border-teal bg-teal-soft' : 'border-line bg-surface hover:bg-sunken',
                  )}
                >
                  <span
                    className={cn('figures text-xl font-semibold', (!mine || count === 0) && 'text-muted')}
                  >
                    {count.toLocaleString('en-US')}
                  </span>
                  <span className="text-muted">{label}</span>
                </button>
              </li>
            ))}
          </ul>
          {shown === 0 && items.length === 0 && (
            <EmptyState title="Nothing waits" className="mt-3 py-10">
              Every promise is kept. New work appears here by itself.
            </EmptyState>
          )}
          {items.length > 0 && (
            <ol aria-label="Waiting" className="mt-3 rounded-card border border-line bg-surface">
              {items.map((item) => (
                <li key={keyOf(item)} className="border-b border-line last:border-b-0">
                  <Link
                    {...linkTo(item)}
                    data-queue-item
                    className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 px-3 py-2 -outline-offset-2 hover:bg-sunken/70 md:grid-cols-[7rem_9rem_minmax(9rem,1fr)_minmax(10rem,2fr)_8rem] md:py-1.5"
                  >
                    <span className="order-2 md:order-none">
                      <Clock due={item.due_at} />
                    </span>
                    <span className="order-3 text-muted md:order-none">{QUEUE_LABELS[item.section]}</span>
                    <span className="order-1 min-w-0 truncate font-medium md:order-none" title={item.title}>
                      {item.title}
                    </span>
                    <span className="order-5 flex min-w-0 items-center gap-3 max-md:col-span-2 md:order-none">
                      {item.customer && (
                        <span className="w-36 shrink-0">
                          <Person name={item.customer} wallet={item.wallet_address} />
                        </span>
                      )}
                      <span className="min-w-0 truncate text-muted" title={item.detail}>
                        {item.detail}
                      </span>
                    </span>
                    <span className="order-4 truncate text-right text-muted md:order-none md:text-left">
                      {item.assigned_to === admin.id ? 'Me' : (item.assigned_admin_name ?? 'Nobody')}
                    </span>
                  </Link>
                </li>
              ))}
            </ol>
          )}
          {shown > items.length && section !== null && (
            <p className="mt-3 text-muted">
              {items.length === 0
                ? `${shown.toLocaleString('en-US')} wait.`
                : `These are the ${items.length} most urgent of ${shown.toLocaleString('en-US')}.`}{' '}
              <Link
                to={LISTS[section].to}
                search={LISTS[section].search}
                className="text-teal underline underline-offset-4"
              >
                Open the list
              </Link>
            </p>
          )}
          {section === null && total > items.length && (
            <p className="mt-3 text-muted">
              These are the {items.length} most urgent of {total.toLocaleString('en-US')}.
            </p>
          )}
        </>
      )}
    </>
  );
}
