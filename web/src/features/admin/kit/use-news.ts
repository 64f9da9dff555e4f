import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { DeskListKey } from '#web/features/admin/paths.ts';
import { countsQuery } from '#web/features/admin/queries.ts';
import { rowElement } from './beside.tsx';
import { type DeskPage, type LoadPage, pageOf } from './pager.tsx';

/** The first row that can be read, and where it is. */
interface Place {
  id: string;
  top: number;
  loadedAt: number;
}

function placeOf(scroller: HTMLElement | null, loadedAt: number): Place | null {
  if (!scroller) return null;
  const head = scroller.querySelector('[data-list-head]')?.getBoundingClientRect().bottom ?? 0;
  for (const row of scroller.querySelectorAll<HTMLElement>('[data-row-id]')) {
    const { top, bottom } = row.getBoundingClientRect();
    if (bottom >= head) return { id: row.dataset.rowId ?? '', top, loadedAt };
  }
  return null;
}

interface NewsOf<Row> {
  list: DeskListKey;
  /** The query of the page; null if it is not the first. */
  query: string | null;
  load: LoadPage<Row>;
  rowId: (row: Row) => string;
  page: DeskPage<Row> | undefined;
  loadedAt: number;
  scroller: RefObject<HTMLDivElement | null>;
}

/**
 * What came in since the first page was loaded. The counts of the rail say that something did; only then the page is read
 * again, beside the one that is shown.
 */
export function useNews<Row>({ list, query, load, rowId, page, loadedAt, scroller }: NewsOf<Row>) {
  const cache = useQueryClient();
  const { data: counts } = useQuery(countsQuery);
  const newest =
    list in (counts?.newest ?? {}) ? counts?.newest[list as keyof typeof counts.newest] : undefined;
  const [known, setKnown] = useState({ loadedAt, newest });
  if (known.loadedAt !== loadedAt || (known.newest === undefined && newest !== undefined)) {
    setKnown({ loadedAt, newest });
  }
  const { data: fresh } = useQuery({
    queryKey: ['news', list, query, newest],
    queryFn: ({ signal }) => load(query ?? '', signal),
    enabled: query !== null && page !== undefined && known.newest !== undefined && newest !== known.newest,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const shown = new Set(page?.rows.map(rowId));
  const isNew = newest !== known.newest && page !== undefined && fresh !== undefined;
  const count = !isNew
    ? 0
    : Math.max(fresh.rows.filter((row) => !shown.has(rowId(row))).length, fresh.total - page.total);

  const place = useRef<Place | null>(null);
  useLayoutEffect(() => {
    const element = scroller.current;
    const was = place.current;
    if (!was || !element || was.loadedAt === loadedAt) return;
    place.current = null;
    const row = rowElement(element, was.id);
    if (!row) return;
    element.scrollTop += row.getBoundingClientRect().top - was.top;
    row.focus({ preventScroll: true });
  }, [loadedAt, scroller]);

  function take() {
    if (!page || !fresh || query === null) return;
    place.current = placeOf(scroller.current, loadedAt);
    const known = new Set(fresh.rows.map(rowId));
    cache.setQueryData(pageOf(list, query, load).queryKey, {
      ...fresh,
      rows: [...fresh.rows, ...page.rows.filter((row) => !known.has(rowId(row)))],
      pagination: { ...fresh.pagination, next_cursor: page.pagination.next_cursor },
    });
  }
  return { count, take };
}
