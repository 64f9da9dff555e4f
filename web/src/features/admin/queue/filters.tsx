/** What the queue is narrowed to, and what that leaves of it. */

import { AMOUNTS, type AmountKey } from '#domain/admin/list.ts';
import type * as queueApi from '#domain/admin/queue-api.ts';
import {
  QUEUE_LABELS,
  QUEUE_SECTION_LABELS,
  QUEUE_SECTIONS,
  type QueueItem,
  type QueueKind,
  type QueueSection,
} from '#domain/admin/records-schema.ts';
import { FLAG_FILTER } from '#web/features/admin/claims/display.ts';
import { FilterBar } from '#web/features/admin/kit/filters.tsx';
import { AMOUNT_FILTER, PRODUCT_FILTER } from '#web/features/admin/kit/filters-of.ts';
import type { DataOf } from '#web/lib/api/call.ts';
import { ownFirst, placeOf, type Worker } from './display.ts';
import type { Shown } from './sections.tsx';

type Queue = DataOf<typeof queueApi.getQueue>;

/** Items of a section that are shown together; one kind alone shows all that came. */
const MOST_URGENT = 50;

const NARROWING = [PRODUCT_FILTER, AMOUNT_FILTER, FLAG_FILTER];

/** Chosen values by the name of their filter. */
type Narrow = Readonly<Record<string, string>>;

/** Of an address those of these filters that have a value. */
const narrowOf = (search: Readonly<Record<string, unknown>>): Narrow =>
  Object.fromEntries(
    NARROWING.flatMap(({ key, options = [] }) => {
      const found = options.find(({ value }) => value === search[key]);
      return found ? [[key, found.value]] : [];
    }),
  );

/** Whether an item is what the filters ask for. One without a product or an amount is in none of them. */
function isWithin({ product, amount_usd: usd, flags }: QueueItem, narrow: Narrow): boolean {
  const { policy_type: type, amount, flag } = narrow;
  if (type !== undefined && product !== type) return false;
  if (flag !== undefined && !flags.some((one) => one === flag)) return false;
  if (amount === undefined) return true;
  const { over, to } = AMOUNTS[amount as AmountKey];
  return usd !== null && usd > over && usd <= to;
}

/** What the address narrows the queue to. */
interface Chosen {
  section: QueueSection | null;
  kind: QueueKind | null;
  /** Filters of the items themselves, of which only the most urgent ones are here. */
  narrow: Narrow;
}

/** The sections with the items that the filters leave, of what is to do one's own first. */
export function shownOf(queue: Queue, { section: only, kind, narrow }: Chosen, who: Worker): Shown[] {
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

type Search = Readonly<Record<string, unknown>>;

/** What an address asks for. */
export const chosenOf = (search: Search): Chosen => ({
  section: QUEUE_SECTIONS.find((one) => one === search.section) ?? null,
  kind: placeOf(`to_do.${search.kind}.-`)?.kind ?? null,
  narrow: narrowOf(search),
});

interface FiltersProps {
  queue: Queue;
  chosen: Chosen;
  onChoose: (changes: Record<string, string | undefined>) => void;
}

/** The filters in one line, each kind of work with its count. */
export function Filters({
  queue: { sections },
  chosen: { section: only, kind, narrow },
  onChoose,
}: FiltersProps) {
  const sums = new Map<QueueKind, number>();
  for (const { key, count } of sections
    .filter((section) => only === null || section.key === only)
    .flatMap(({ kinds }) => kinds)) {
    sums.set(key, (sums.get(key) ?? 0) + count);
  }
  // The chosen kind stays, also when its last item is done.
  if (kind !== null) sums.set(kind, sums.get(kind) ?? 0);
  // What is put off has no place of its own until something is.
  const offered = sections.filter(({ key, count }) => key !== 'snoozed' || key === only || count > 0);
  return (
    <div className="sticky top-0 z-20 -mx-1 bg-ground px-1 pt-2 pb-1">
      <FilterBar
        filters={[
          {
            key: 'section',
            label: 'Section',
            options: offered.map(({ key, count }) => ({
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
