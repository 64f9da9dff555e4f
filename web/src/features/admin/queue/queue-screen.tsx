import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { QUEUE_LABELS, QUEUE_SECTION_LABELS } from '#domain/admin/records-schema.ts';
import { Beside, rowElement, stepped } from '#web/features/admin/kit/beside.tsx';
import { DeskLoaded, Halts } from '#web/features/admin/parts/screen.tsx';
import { queueQuery } from '#web/features/admin/queries.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { keyOf, nearest, placeOf } from './display.ts';
import { chosenOf, Filters, shownOf } from './filters.tsx';
import { OpenItem } from './panels.tsx';
import { Sections, type Shown } from './sections.tsx';
import { useSnooze } from './snooze.tsx';
import { TakeNext } from './take-next.tsx';

const textOf = (value: string | number | undefined) => (value === undefined ? null : String(value));

/** What waits for this administrator by what it waits for, and the record that is worked on. */
export function QueueScreen() {
  const queue = useQuery(queueQuery);
  const admin = useAdmin();
  const cache = useQueryClient();
  const search = useSearch({ from: '/admin/queue' });
  const navigate = useNavigate({ from: '/admin/queue' });
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<string | null>(null);

  const open = textOf(search.open);
  const place = placeOf(open);
  const chosen = chosenOf(search);
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
      const listed = shown.filter(({ section }) => section !== 'snoozed' || section === only);
      const next = stepped(keysIn(listed), active, by);
      if (next !== undefined) rowElement(scroller.current, next)?.focus();
      return;
    }
    const at = keys.indexOf(open);
    const next = at === -1 ? nearest(around.current, open, new Set(keys), by) : keys[at + by];
    if (next) show({ open: next }, true);
  };
  /** A decision opens the next item, if it has taken this one out of its section. Whoever decided has read the queue again. */
  const decided = (tell?: () => void) => {
    const now = cache.getQueryData(queueQuery.queryKey);
    if (open === null || now === undefined || current.current !== open) return;
    const left = keysIn(shownOf(now, chosen, admin).filter(({ section }) => section === place?.section));
    if (left.includes(open)) return;
    show({ open: nearest(around.current, open, new Set(left), 1) ?? undefined }, true);
    tell?.();
  };

  const own = queue.data?.mine ? queue.data.items : [];
  const snooze = useSnooze({
    item: own.find((one) => keyOf(one) === (open ?? active)),
    open,
    onOpen: (key) => show({ open: key }),
    onDone: decided,
  });

  return (
    <Beside
      scroller={scroller}
      open={open}
      active={active}
      move={move}
      close={close}
      label={place ? `${QUEUE_SECTION_LABELS[place.section]}: ${QUEUE_LABELS[place.kind]}` : ''}
      tools={snooze.tool}
      panel={
        place && (
          <OpenItem place={place} decided={decided}>
            {snooze.notice}
          </OpenItem>
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
      <DeskLoaded what="work queue" query={queue} loading={<SkeletonRows count={8} className="h-10" />}>
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
      </DeskLoaded>
    </Beside>
  );
}
