import { queryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DeskPagination } from '#domain/admin/list.ts';
import type { Call } from '#domain/http/call.ts';
import type { DeskListKey } from '#web/features/admin/paths.ts';
import { adminApi, STAYS } from '#web/features/admin/queries.ts';
import type { DataOf, Input } from '#web/lib/api/call.ts';
import { formatCount, longDate } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';

interface PagerProps {
  page: DeskPage<unknown>;
  number: number;
  /** What the rows are, such as `users`. */
  noun: string;
  busy: boolean;
  onPage: (changes: { cursor: string | undefined; page: number | undefined }) => void;
}

/**
 * 'Showing x to y of n users' with Previous and Next (admin.md §2), only with more than one page; n is followed by a plus
 * where there may be more.
 */
export function Pager({ page: { rows, total, pagination }, number, noun, busy, onPage }: PagerProps) {
  const { total_pages: pages, per_page: size, next_cursor: next, prev_cursor: previous } = pagination;
  const all = `${formatCount(total)}${pagination.total_is_minimum ? '+' : ''}`;
  if ((pages ?? 1) <= 1 && next === null && number === 1) return null;
  const first = (number - 1) * size + 1;
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <p className="figures text-muted" role="status">
        {rows.length > 0 &&
          `Showing ${formatCount(first)} to ${formatCount(first + rows.length - 1)} of ${all} ${noun}`}
        {pagination.searched_to !== null &&
          ` Searched back to ${longDate(pagination.searched_to)}. Next goes further.`}
      </p>
      <Steps
        busy={busy}
        // The first page has no cursor, so that rows that came in meanwhile show.
        onPrevious={
          number <= 1
            ? null
            : () =>
                onPage(
                  number === 2
                    ? { cursor: undefined, page: undefined }
                    : { cursor: previous ?? undefined, page: number - 1 },
                )
        }
        onNext={next === null ? null : () => onPage({ cursor: next, page: number + 1 })}
      >
        <span className="figures">
          Page {formatCount(number)}
          {pages !== null && ` of ${formatCount(Math.max(pages, number))}`}
        </span>
      </Steps>
    </nav>
  );
}

interface StepsProps {
  /** Null on the first page, and on the last. */
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
  busy?: boolean;
  children?: ReactNode;
}

/** To the pages before and after. */
export function Steps({ onPrevious, onNext, busy = false, children }: StepsProps) {
  const step = (label: string, go: (() => void) | null) => (
    <Button
      variant="secondary"
      size="dense"
      disabled={go === null}
      aria-disabled={busy || undefined}
      onClick={() => !busy && go?.()}
    >
      {label}
    </Button>
  );
  return (
    <div className="flex items-center gap-3">
      {step('Previous', onPrevious)}
      {children}
      {step('Next', onNext)}
    </div>
  );
}

export interface DeskPage<Row> {
  rows: Row[];
  total: number;
  pagination: DeskPagination;
}

export type LoadPage<Row> = (query: string, signal: AbortSignal) => Promise<DeskPage<Row>>;

type RowOf<C extends Call, Name> = DataOf<C> extends Record<Name & string, (infer Row)[]> ? Row : never;

/** Loads pages of a list whose answer has its rows as `name` and their number as `total_name`. */
export const loaderOf =
  <C extends Call, Name extends string & keyof DataOf<C>>(call: C, name: Name): LoadPage<RowOf<C, Name>> =>
  async (query, signal) => {
    const answer = await adminApi.ask(call, { query } as Input<C>, { signal });
    const { pagination } = answer as { pagination: DeskPagination & Record<string, unknown> };
    const total = pagination[`total_${name}`] as number;
    return { rows: answer[name] as RowOf<C, Name>[], total, pagination };
  };

/** The start of a list's query keys, below that of what the list shows. */
export const listKey = (list: DeskListKey) => ['admin', list, 'list'] as const;

/** One page. The rows stay while the next ones load. */
export const pageOf = <Row,>(list: DeskListKey, query: string, load: LoadPage<Row>) =>
  queryOptions({
    queryKey: [...listKey(list), query],
    queryFn: ({ signal }) => load(query, signal),
    ...STAYS,
  });
