import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import {
  QUEUE_LABELS,
  QUEUE_SECTION_LABELS,
  QUEUE_SECTIONS,
  type QueueKind,
  type QueueSection,
} from '#domain/admin/records-schema.ts';
import { Beside, rowElement, stepped } from '#web/features/admin/kit/beside.tsx';
import { FilterBar } from '#web/features/admin/kit/filters.tsx';
import { AfterChangeContext } from '#web/features/admin/kit/use-change.ts';
import { Halts } from '#web/features/admin/parts/screen.tsx';
import { queueQuery } from '#web/features/admin/queries.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { useKeys } from '#web/features/admin/use-keys.ts';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Loaded } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';
import { keyOf, nearest, ownFirst, placeOf, type Worker } from './display.ts';
import { isWithin, NARROWING, type Narrow, narrowOf } from './narrow.ts';
import { PANELS } from './panels.tsx';
import { Sections, type Shown } from './sections.tsx';
import { Snooze } from './snooze.tsx';
import { TakeNext } from './take-next.tsx';

/** Items of a section that are shown together; one kind alone shows all that came. */
const MOST_URGENT = 50;

type Queue = NonNullable<ReturnType<typeof useQueue>['data']>;
const useQueue = () => useQuery(queueQuery);

/** What the address narrows the queue to. */
interface Chosen {
  section: QueueSection | null;
  kind: QueueKind | null;
  /** Filters of the items themselves, of which only the most urgent ones are here. */
  narrow: Narrow;
}

/** The sections with the items that the filters leave, of what is to do one's own first. */
function shownOf(queue: Queue, { section: only, kind, narrow }: Chosen, who: Worker): Shown[] {
  const isNarrow = Object.keys(narrow).length > 0;
  return queue.sections
    .filter(({ key }) => only === null || key === only)
    .map(({ key, count, kinds }) => {
      const all = queue.items.filter((item) => item.section === key);
      const ofKind = kind === null ? all : all.filter((item) => item.kind === kind);
      const total = kind === null ? count : (kinds.find((one) => one.key === kind)?.count ?? 0);
      const left = isNarrow ? ofKind.filter((item) => isWithin(item, narrow)) : ofKind;
      const its = key === 'to_do' ? ownFirst(left, who) : left;
      return {
        section: key,
        items: kind === null ? its.slice(0, MOST_URGENT) : its,
        count: isNarrow ? left.length : total,
        unseen: isNarrow && total > ofKind.length,
      };
    });
}

/** What is put off has no place of its own until something is. */
const isOffered =
  (only: QueueSection | null) =>
  ({ key, count }: { key: QueueSection; count: number }) =>
    key !== 'snoozed' || key === only || count > 0;

const textOf = (value: string | number | undefined) => (value === undefined ? null : String(value));

/** What waits for this administrator by what it waits for, and the record that is worked on. */
export function QueueScreen() {
  const queue = useQueue();
  const admin = useAdmin();
  const cache = useQueryClient();
  const search = useSearch({ from: '/admin/queue' });
  const navigate = useNavigate({ from: '/admin/queue' });
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<string | null>(null);
  /** The item whose snooze is asked for. */
  const [asking, setAsking] = useState<string | null>(null);

  const open = textOf(search.open);
  const place = placeOf(open);
  const chosen: Chosen = {
    section: QUEUE_SECTIONS.find((one) => one === search.section) ?? null,
    kind: placeOf(`to_do.${search.kind}.-`)?.kind ?? null,
    narrow: narrowOf(search),
  };
  const { section: only, kind } = chosen;
  const shown = queue.data ? shownOf(queue.data, chosen, admin) : [];
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
    const left = keysIn(shownOf(now, chosen, admin).filter(({ section }) => section === place?.section));
    if (left.includes(open)) return;
    show({ open: nearest(around.current, open, new Set(left), 1) ?? undefined }, true);
    if (done) toast.success(done);
  };

  const item = queue.data?.mine ? queue.data.items.find((one) => keyOf(one) === open) : undefined;
  useKeys(
    {
      z: () => {
        setAsking(active);
        show({ open: active ?? undefined });
      },
    },
    open === null && active !== null && queue.data?.mine === true,
  );

  return (
    <Beside
      scroller={scroller}
      open={open}
      active={active}
      move={move}
      close={close}
      label={place ? `${QUEUE_SECTION_LABELS[place.section]}: ${QUEUE_LABELS[place.kind]}` : ''}
      panel={
        place && (
          <AfterChangeContext value={decided}>
            {item && (
              <Snooze
                item={item}
                asking={asking === open}
                onAsk={(asks) => setAsking(asks ? open : null)}
                onDone={decided}
              />
            )}
            {PANELS[place.kind](place.id)}
          </AfterChangeContext>
        )
      }
    >
      <div className="flex items-center justify-between gap-3 pt-4">
        <h1 className="text-xl">Work queue</h1>
        <TakeNext
          items={shown.flatMap(({ section, items }) => (section === 'to_do' ? items : []))}
          onTaken={(item) => show({ open: keyOf(item) })}
        />
      </div>
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
            <Filters queue={data} chosen={chosen} onChoose={(changes) => show(changes)} />
            <Sections
              shown={shown}
              only={only}
              open={open}
              kind={kind}
              mine={data.mine}
              onActive={setActive}
            />
          </>
        )}
      </Loaded>
    </Beside>
  );
}

interface FiltersProps {
  queue: Queue;
  chosen: Chosen;
  onChoose: (changes: Record<string, string | undefined>) => void;
}

function Filters({ queue: { sections }, chosen: { section: only, kind, narrow }, onChoose }: FiltersProps) {
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
            options: sections.filter(isOffered(only)).map(({ key, count }) => ({
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
          ...NARROWING,
        ]}
        linked={[]}
        chosen={{ ...(only ? { section: only } : {}), ...(kind ? { kind } : {}), ...narrow }}
        onChoose={onChoose}
      />
    </div>
  );
}
