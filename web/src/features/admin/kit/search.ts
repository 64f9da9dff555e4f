import { useNavigate, useSearch } from '@tanstack/react-router';
import { DESK_PAGE_SIZE } from '#domain/admin/list.ts';
import type { DeskListKey } from '#web/features/admin/paths.ts';
import { datesText } from './dates.tsx';
import type { DeskFilter, LinkedFilter } from './types.ts';

/** What a list's address says. */
export interface ListView {
  /** Id of the record in the panel. */
  open: string | null;
  search: string;
  sortBy: string | null;
  sortOrder: 'ASC' | 'DESC';
  /** Position and number of the page; the first without a cursor. */
  cursor: string | null;
  page: number;
  limit: number;
  /** Chosen filters; one that is `all` is left out. */
  filters: Readonly<Record<string, string>>;
}

type Params = Record<string, string | number | undefined>;

const LONGEST = 200;

/** The router writes numbers without quotes. */
export const asParam = (text: string) => (/^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text);

/** The search parameters that a saved view's query says. */
export const paramsOf = (query: string) =>
  Object.fromEntries([...new URLSearchParams(query)].map(([key, text]) => [key, asParam(text)]));

function readView(params: Params, filters: readonly string[]): ListView {
  const text = (key: string) => {
    const value: unknown = params[key];
    return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, LONGEST) : '';
  };
  const limit = Number(text('limit'));
  const page = Number(text('page'));
  return {
    open: text('open') || null,
    search: text('search'),
    sortBy: text('sortBy') || null,
    sortOrder: text('sortOrder') === 'ASC' ? 'ASC' : 'DESC',
    cursor: text('cursor') || null,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    limit: Number.isSafeInteger(limit) && limit > 0 && limit <= 200 ? limit : DESK_PAGE_SIZE,
    filters: Object.fromEntries(
      filters.map((key) => [key, text(key)]).filter(([, value]) => value !== '' && value !== 'all'),
    ),
  };
}

/** The query of the server's list call, without its page: also the export's, and what a saved view keeps. */
export function filterQuery({ search, sortBy, sortOrder, filters }: ListView): URLSearchParams {
  const query = new URLSearchParams(filters);
  if (search !== '') query.set('search', search);
  if (sortBy !== null) {
    query.set('sortBy', sortBy);
    query.set('sortOrder', sortOrder);
  }
  return query;
}

/** The query of the server's list call. `page` only numbers the answer when there is a cursor. */
export function pageQuery(view: ListView): string {
  const query = filterQuery(view);
  query.set('limit', String(view.limit));
  if (view.cursor !== null) query.set('cursor', view.cursor);
  else if (view.page > 1) query.set('page', String(view.page));
  return query.toString();
}

/** What a view is called if nobody names it: the labels of its filters, its search, or 'All'. */
export function nameOf(
  { search, filters }: ListView,
  known: readonly DeskFilter[],
  linked: readonly LinkedFilter[],
): string {
  const parts = [
    ...known.flatMap(({ key, lastKey, label, as, options }) => {
      if (as === 'dates' && lastKey) {
        const [from, to] = [filters[key], filters[lastKey]];
        return from || to ? [`${label} ${datesText(from, to)}`] : [];
      }
      return (options ?? []).filter(({ value }) => value === filters[key]).map((option) => option.label);
    }),
    ...linked.flatMap(({ key, names }) => (filters[key] ? [names?.[filters[key]] ?? filters[key]] : [])),
    ...(search ? [`“${search}”`] : []),
  ];
  return (parts.join(', ') || 'All').slice(0, 60);
}

/** The list's view in the address bar, and how to change it. */
export function useListView(list: DeskListKey, filters: readonly string[]) {
  const from = `/admin/${list}` as const;
  const params: Params = useSearch({ from });
  const navigate = useNavigate({ from });
  const go = (next: Params, replace: boolean) => {
    const search = Object.fromEntries(
      Object.entries(next)
        .filter(([, value]) => value !== undefined && value !== '')
        .map(([key, value]) => [key, asParam(String(value))]),
    );
    void navigate({ search, replace, resetScroll: false });
  };
  /** Changes what the list shows, from its first page unless the change names another. */
  const show = (changes: Params, replace = false) =>
    go({ ...params, cursor: undefined, page: undefined, ...changes }, replace);
  return {
    view: readView(params, filters),
    show,
    /** Shows exactly what a saved view's query says. */
    showQuery: (query: string) => go(paramsOf(query), false),
    clear: () => show(Object.fromEntries([...filters, 'search'].map((key) => [key, undefined]))),
    /** Opens a record; `act` is what its panel begins with. */
    open: (id: string | null, replace = false) =>
      go({ ...params, open: id ?? undefined, act: undefined, document: undefined }, replace),
  };
}
