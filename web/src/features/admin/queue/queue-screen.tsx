import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import {
  QUEUE_LABELS,
  QUEUE_SECTION_LABELS,
  QUEUE_SECTIONS,
  type QueueItem,
  type QueueKind,
  type QueueSection,
} from '#domain/admin/records-schema.ts';
import { ClaimPanel } from '#web/features/admin/claims/claim-panel.tsx';
import { ExceptionPanel } from '#web/features/admin/exceptions/exception-panel.tsx';
import { Beside, rowElement, stepped } from '#web/features/admin/kit/beside.tsx';
import { FilterBar } from '#web/features/admin/kit/filters.tsx';
import { AfterChangeContext } from '#web/features/admin/kit/use-change.ts';
import { ThreadPanel } from '#web/features/admin/messages/thread-panel.tsx';
import { Halts } from '#web/features/admin/parts/screen.tsx';
import { PolicyPanel } from '#web/features/admin/policies/policy-panel.tsx';
import { queueQuery } from '#web/features/admin/queries.ts';
import { ApprovalPanel } from '#web/features/admin/settings/approvals-card.tsx';
import { formatCount } from '#web/lib/format.ts';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { EmptyState, Loaded } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';
import { keyOf, LISTS, nearest, placeOf } from './display.ts';
import { ItemRow } from './item-row.tsx';

/** Items of a section that are shown together; one kind alone shows all that came. */
const MOST_URGENT = 50;

type Queue = NonNullable<ReturnType<typeof useQueue>['data']>;
const useQueue = () => useQuery(queueQuery);

interface Shown {
  section: QueueSection;
  items: readonly QueueItem[];
  /** How many there are, of which these are the most urgent. */
  count: number;
}

/** The sections with the items that the filters leave. */
function shownOf(queue: Queue, only: QueueSection | null, kind: QueueKind | null): Shown[] {
  return queue.sections
    .filter(({ key }) => only === null || key === only)
    .map(({ key, count, kinds }) => {
      const its = queue.items.filter((item) => item.section === key);
      return kind === null
        ? { section: key, items: its.slice(0, MOST_URGENT), count }
        : {
            section: key,
            items: its.filter((item) => item.kind === kind),
            count: kinds.find((one) => one.key === kind)?.count ?? 0,
          };
    });
}

const textOf = (value: string | number | undefined) => (value === undefined ? null : String(value));

/** What waits for this administrator by what it waits for, and the record that is worked on. */
export function QueueScreen() {
  const queue = useQueue();
  const cache = useQueryClient();
  const search = useSearch({ from: '/admin/queue' });
  const navigate = useNavigate({ from: '/admin/queue' });
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<string | null>(null);

  const open = textOf(search.open);
  const place = placeOf(open);
  const only = QUEUE_SECTIONS.find((one) => one === search.section) ?? null;
  const kind = placeOf(`to_do.${search.kind}.-`)?.kind ?? null;
  const shown = queue.data ? shownOf(queue.data, only, kind) : [];
  const keysIn = (sections: readonly Shown[]) => sections.flatMap(({ items }) => items.map(keyOf));
  /** The open record's section as it is now. */
  const keys = keysIn(shown.filter(({ section }) => section === place?.section));
  /** The same as it was when the open record was last in it: where to continue once it is not. */
  const around = useRef<readonly string[]>([]);
  if (open !== null && keys.includes(open)) around.current = keys;
  const current = useRef(open);
  current.current = open;

  const show = (changes: Partial<typeof search>, replace = false) =>
    void navigate({ search: (now) => ({ ...now, ...changes }), replace, resetScroll: false });
  const close = () => {
    setActive(open);
    show({ open: undefined });
  };
  const move = (by: 1 | -1) => {
    if (open === null) {
      const next = stepped(keysIn(shown), active, by);
      if (next !== undefined) rowElement(scroller.current, next)?.focus();
      return;
    }
    const at = keys.indexOf(open);
    const next = at === -1 ? nearest(around.current, open, new Set(keys), by) : keys[at + by];
    if (next) show({ open: next }, true);
  };
  /** A decision opens the next item, if it has taken this one out of its section. Whoever decided has read the queue again. */
  const decided = (done?: string | null) => {
    const now = cache.getQueryData(queueQuery.queryKey);
    if (open === null || now === undefined || current.current !== open) return;
    const left = keysIn(shownOf(now, only, kind).filter(({ section }) => section === place?.section));
    if (left.includes(open)) return;
    show({ open: nearest(around.current, open, new Set(left), 1) ?? undefined }, true);
    if (done) toast.success(done);
  };

  return (
    <Beside
      scroller={scroller}
      open={open}
      active={active}
      move={move}
      close={close}
      label={place ? `${QUEUE_SECTION_LABELS[place.section]}: ${QUEUE_LABELS[place.kind]}` : ''}
      panel={place && <AfterChangeContext value={decided}>{PANELS[place.kind](place.id)}</AfterChangeContext>}
    >
      <h1 className="pt-4 text-xl">Work queue</h1>
      <Halts className="my-3" />
      <Loaded
        query={queue}
        name="the work queue"
        failed="Failed to load the work queue"
        loading={<SkeletonRows count={8} className="h-10" />}
        small
        warns
      >
        {(data) => (
          <>
            <Filters queue={data} only={only} kind={kind} onChoose={(changes) => show(changes)} />
            <Sections shown={shown} open={open} kind={kind} mine={data.mine} onActive={setActive} />
          </>
        )}
      </Loaded>
    </Beside>
  );
}

const claim = (id: string) => <ClaimPanel key={id} id={id} />;
const policy = (id: string) => <PolicyPanel key={id} id={id} />;

/** The record of each kind of work. */
const PANELS: Readonly<Record<QueueKind, (id: string) => ReactNode>> = {
  claims_due: claim,
  documents_awaited: claim,
  payouts_to_confirm: claim,
  payouts_to_send: claim,
  payouts_under_way: claim,
  refunds_owed: policy,
  policies_to_review: policy,
  holder_changes: policy,
  messages_unanswered: (id) => <ThreadPanel key={id} id={id} />,
  exceptions: (id) => <ExceptionPanel key={id} id={id} />,
  approvals: (id) => <ApprovalPanel key={id} id={id} />,
};

interface FiltersProps {
  queue: Queue;
  only: QueueSection | null;
  kind: QueueKind | null;
  onChoose: (changes: Record<string, string | undefined>) => void;
}

function Filters({ queue: { sections }, only, kind, onChoose }: FiltersProps) {
  const sums = new Map<QueueKind, number>();
  for (const { key, count } of sections
    .filter((section) => only === null || section.key === only)
    .flatMap(({ kinds }) => kinds)) {
    sums.set(key, (sums.get(key) ?? 0) + count);
  }
  // The chosen kind stays, also when its last item is done.
  if (kind !== null) sums.set(kind, sums.get(kind) ?? 0);
  return (
    <div className="sticky top-0 z-20 -mx-1 bg-ground px-1 pt-2 pb-1">
      <FilterBar
        filters={[
          {
            key: 'section',
            label: 'Section',
            options: sections.map(({ key, count }) => ({
              value: key,
              label: QUEUE_SECTION_LABELS[key],
              count,
            })),
          },
          {
            key: 'kind',
            label: 'Kind',
            as: 'select',
            options: [...sums].map(([key, count]) => ({ value: key, label: QUEUE_LABELS[key], count })),
          },
        ]}
        linked={[]}
        chosen={{ ...(only ? { section: only } : {}), ...(kind ? { kind } : {}) }}
        onChoose={onChoose}
      />
    </div>
  );
}

interface SectionsProps {
  shown: readonly Shown[];
  open: string | null;
  kind: QueueKind | null;
  mine: boolean;
  onActive: (key: string) => void;
}

function Sections({ shown, open, kind, mine, onActive }: SectionsProps) {
  const waiting = shown.filter(({ count, items }) => count > 0 || items.length > 0);
  if (waiting.length === 0) {
    return (
      <EmptyState title="Nothing waits" className="mt-3 py-10">
        Every promise is kept. New work appears here automatically.
      </EmptyState>
    );
  }
  return waiting.map(({ section, items, count }) => {
    const title = section === 'to_do' && !mine ? 'For others to do' : QUEUE_SECTION_LABELS[section];
    return (
      <section key={section} aria-label={title} className="mt-3">
        <h2 className="flex items-baseline justify-between gap-3 px-3 pb-1.5 text-[0.8125rem] font-medium tracking-normal text-muted">
          {title}
          <span className="figures">{formatCount(count)}</span>
        </h2>
        {items.length > 0 && (
          <ol aria-label={title} className="overflow-hidden rounded-card border border-line bg-surface">
            {items.map((item) => (
              <ItemRow key={keyOf(item)} item={item} open={open} named={kind === null} onActive={onActive} />
            ))}
          </ol>
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
