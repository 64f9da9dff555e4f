import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import {
  QUEUE_SECTION_LABELS,
  type QueueItem,
  type QueueKind,
  type QueueSection,
} from '#domain/admin/records-schema.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { formatCount } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hooks.ts';
import { EmptyState } from '#web/ui/states.tsx';
import { keyOf, LISTS, WHOSE_LABELS, whoseOf } from './display.ts';
import { ItemRow } from './item-row.tsx';

export interface Shown {
  section: QueueSection;
  items: readonly QueueItem[];
  /** How many there are, of which these are the most urgent. */
  count: number;
  /** Whether there are others, which are not here to be looked at. */
  unseen: boolean;
}

interface SectionsProps {
  shown: readonly Shown[];
  /** The one section that is chosen. */
  only: QueueSection | null;
  open: string | null;
  kind: QueueKind | null;
  mine: boolean;
  onActive: (key: string) => void;
}

/** How much is put off, in one line: what is late by now is not hidden by it. */
function Snoozed({ items, count }: Pick<Shown, 'items' | 'count'>) {
  const now = useNow(30_000);
  const late = items.filter(({ due_at: due }) => Date.parse(due) < now).length;
  return (
    <p className="mt-4 px-3 text-[0.8125rem] text-muted">
      {formatCount(count)} snoozed
      {late > 0 && <span className="text-coral">, {formatCount(late)} of them late</span>}.{' '}
      <Link
        to="/admin/queue"
        search={(now) => ({ ...now, section: 'snoozed' })}
        className="text-teal underline underline-offset-4"
      >
        Show
      </Link>
    </p>
  );
}

/** What waits, section by section. */
export function Sections({ shown, only, open, kind, mine, onActive }: SectionsProps) {
  const admin = useAdmin();
  const waiting = shown.filter(({ count, items, unseen }) => count > 0 || items.length > 0 || unseen);
  if (waiting.length === 0) {
    return (
      <EmptyState title="Nothing waits" className="mt-3 py-10">
        Every promise is kept. New work appears here automatically.
      </EmptyState>
    );
  }
  return waiting.map(({ section, items, count, unseen }) => {
    if (section === 'snoozed' && only === null) return <Snoozed key={section} items={items} count={count} />;
    const title = section === 'to_do' && !mine ? 'For others to do' : QUEUE_SECTION_LABELS[section];
    return (
      <section key={section} aria-label={title} className="mt-3">
        <h2 className="flex items-baseline justify-between gap-3 px-3 pb-1.5 text-[0.8125rem] font-medium tracking-normal text-muted">
          {title}
          <span className="figures">{formatCount(count)}</span>
        </h2>
        {items.length > 0 && (
          <ol aria-label={title} className="overflow-hidden rounded-card border border-line bg-surface">
            {items.map((item, index) => {
              const whose = whoseOf(item, admin);
              const isFirst = index === 0 || whoseOf(items[index - 1] as QueueItem, admin) !== whose;
              return (
                <Fragment key={keyOf(item)}>
                  {section === 'to_do' && isFirst && (whose !== 'unassigned' || index > 0) && (
                    <li className="border-b border-line bg-sunken px-3 py-1 text-[0.8125rem] text-muted">
                      {WHOSE_LABELS[whose]}
                    </li>
                  )}
                  <ItemRow item={item} open={open} named={kind === null} onActive={onActive} />
                </Fragment>
              );
            })}
          </ol>
        )}
        {unseen && (
          <p className="mt-2 px-3 text-muted">
            Only the 50 most urgent items of each kind are looked at. The lists find the others.
          </p>
        )}
        {count > items.length && (
          <p className="mt-2 px-3 text-muted">
            {items.length === 0
              ? `${formatCount(count)} wait.`
              : `These are the ${items.length} most urgent of ${formatCount(count)}.`}{' '}
            {kind !== null && (
              <Link {...LISTS[kind]} className="text-teal underline underline-offset-4">
                Open the list
              </Link>
            )}
          </p>
        )}
      </section>
    );
  });
}
