import { skipToken, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { SEARCH_WINDOW } from '#domain/admin/list.ts';
import type { Call } from '#domain/http/call.ts';
import { Figures } from '#web/features/admin/parts/screen.tsx';
import { adminApi } from '#web/features/admin/queries.ts';
import { type Admin, useAdmin, useColleagues } from '#web/features/admin/use-admin.ts';
import { useKeys } from '#web/features/admin/use-keys.ts';
import type { DataOf, Input } from '#web/lib/api/call.ts';
import { formatCount } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, LoadError } from '#web/ui/states.tsx';
import { Beside, rowElement, stepped } from './beside.tsx';
import { DisplayMenu, ToolButton, useHidden } from './display-menu.tsx';
import { FilterBar, SearchBox } from './filters.tsx';
import { Pager, pageOf } from './pager.tsx';
import { Rows, type Selection } from './rows.tsx';
import { filterQuery, nameOf, pageQuery, useListView } from './search.ts';
import { SelectionBar } from './selection-bar.tsx';
import type { DeskColumn, DeskFilter, DeskKind, FilterOption } from './types.ts';
import { useDownload } from './use-change.ts';
import { useNews } from './use-news.ts';
import { ViewsMenu } from './views-menu.tsx';

/** A list of the desk with its filters, pages, views, keys and the panel of the open record. */
export function DeskList<Row, Statistics extends Call>({ kind }: { kind: DeskKind<Row, Statistics> }) {
  const { list, noun, linked = NO_ROWS, load, rowId, Panel, Summary, Actions } = kind;
  const { may } = useAdmin();
  const people = useColleagues(kind.people === 'any' ? undefined : kind.people, kind.people !== undefined);
  const { data: statistics } = useStatistics(kind);
  const filters = (kind.filters ?? NO_ROWS).map((filter) => withOptions(filter, people, statistics));
  const exportCall = may('export') ? kind.exportCall : undefined;
  const choices = kind.bulk && changesOf(kind.bulk, may)(people);
  const several = kind.bulk?.several && may(kind.bulk.several.needs) ? kind.bulk.several : undefined;
  const bulk = choices && (choices.length > 0 || exportCall || several) ? choices : null;
  const own = useListView(list, [
    ...filters.flatMap(({ key, lastKey }) => (lastKey ? [key, lastKey] : [key])),
    ...linked.map(({ key }) => key),
  ]);
  const { view } = own;
  const query = pageQuery(view);
  const page = useQuery(pageOf(list, query, load));
  const dates = filters.find(({ as }) => as === 'dates');
  const isDated = [dates?.key, dates?.lastKey].some((key) => key && view.filters[key]);
  const columns = useMemo(
    () => (isDated ? sortedByDay(kind.columns) : kind.columns),
    [kind.columns, isDated],
  );
  const hidden = useHidden(list);
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<string | null>(null);
  const [selected, setSelected] = useState<Selection>({});
  const rows = page.data?.rows ?? NO_ROWS;
  const ids = rows.map(rowId);
  const sort =
    view.sortBy && !isDated
      ? { by: view.sortBy, order: view.sortOrder }
      : isDated
        ? { by: RECORDED, order: view.sortOrder }
        : kind.defaultSort;
  const news = useNews({
    list,
    query: view.cursor === null && view.page === 1 && !page.isPlaceholderData ? query : null,
    load,
    rowId,
    page: page.data,
    loadedAt: page.dataUpdatedAt,
    scroller,
  });
  const filtered = view.search !== '' || Object.keys(view.filters).length > 0;
  const download = useDownload((call: Call) =>
    adminApi.download(call, { query: filterQuery(view).toString() }),
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are another selection.
  useEffect(() => setSelected({}), [query]);

  const close = () => {
    const id = view.open;
    own.open(null);
    if (id !== null) setActive(id);
  };
  const move = (by: 1 | -1) => {
    const next = stepped(ids, view.open ?? active, by);
    if (next === undefined) return;
    setActive(next);
    if (view.open !== null) own.open(next, true);
    else rowElement(scroller.current, next)?.focus();
  };
  useKeys({
    '/': () => scroller.current?.querySelector<HTMLElement>('[data-desk-search]')?.focus(),
    x: () => {
      if (bulk && active !== null)
        setSelected(({ [active]: was, ...rest }) => (was ? rest : { ...rest, [active]: true }));
    },
  });

  const chosen = rows.filter((row) => selected[rowId(row)]);

  return (
    <Beside
      scroller={scroller}
      open={view.open}
      active={active}
      move={move}
      close={close}
      label={kind.panelLabel}
      panel={view.open !== null && <Panel key={view.open} id={view.open} />}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-4">
        <h1 className="text-xl">{kind.title}</h1>
        {Actions && <Actions />}
      </div>
      <div className={`flex flex-wrap items-end gap-x-4 gap-y-1 ${kind.figures ? 'mt-3' : ''}`}>
        {kind.figures && (
          <Figures to={`/admin/${list}`} figures={statistics ? kind.figures(statistics) : NO_ROWS} />
        )}
        {Summary && <Summary statistics={statistics} />}
      </div>
      <div data-list-head className="sticky top-0 z-20 -mx-1 bg-ground px-1 pt-3 pb-2">
        <div className="flex flex-wrap items-center gap-2">
          <SearchBox
            label={`Search ${noun}`}
            {...kind.search}
            value={view.search}
            onSearch={(text) => own.show({ search: text }, true)}
          />
          <div className="flex flex-wrap items-center gap-2">
            <ViewsMenu
              list={list}
              query={filterQuery(view).toString()}
              name={nameOf(view, filters, linked)}
              onShow={own.showQuery}
            />
            <DisplayMenu
              list={list}
              columns={columns}
              limit={view.limit}
              sort={sort}
              onSort={(by, order) => own.show({ sortBy: by, sortOrder: order })}
              onLimit={(limit) => own.show({ limit: limit === 10 ? undefined : limit })}
            />
            {exportCall && (
              <ToolButton
                icon={Download}
                title="Export"
                busy={download.isPending}
                onClick={() => download.mutate(exportCall)}
              />
            )}
          </div>
        </div>
        {filters.length + linked.length > 0 && (
          <div className="pt-2">
            <FilterBar
              filters={filters}
              linked={linked}
              chosen={view.filters}
              onChoose={(changes) => own.show(changes)}
            />
          </div>
        )}
        <div role="status">
          {news.count > 0 && (
            <p className="mt-1 flex items-center gap-3 text-sm">
              <span className="figures">{newsText(news.count, noun)}</span>
              <Button variant="link" onClick={news.take}>
                Show
              </Button>
            </p>
          )}
        </div>
      </div>
      {bulk && (
        <SelectionBar
          key={query}
          list={list}
          rows={chosen}
          ids={chosen.map(rowId)}
          choices={bulk}
          several={several}
          exportCall={exportCall}
          onClear={() => setSelected({})}
        />
      )}
      {page.data?.pagination.search_limited && (
        <p role="status" className="mb-2 text-muted">
          Only the {SEARCH_WINDOW} newest matches were searched. Add another word to narrow it down.
        </p>
      )}
      {page.isError && (
        <LoadError
          title={kind.failed ?? `Failed to load ${noun}`}
          small
          className="mb-3"
          query={page}
          label={kind.retryLabel}
        />
      )}
      {page.isPending && (
        <div role="status" aria-label={`Loading ${noun}`} className="flex flex-col gap-2">
          {Array.from({ length: 8 }, (_, index) => index).map((index) => (
            <Skeleton key={index} className="h-9" />
          ))}
        </div>
      )}
      {page.data && rows.length === 0 && (
        <EmptyState
          title={`No ${noun} found`}
          className="py-10"
          actions={
            filtered && (
              <Button variant="secondary" size="small" onClick={own.clear}>
                Clear filters
              </Button>
            )
          }
        />
      )}
      {page.data && rows.length > 0 && (
        <Rows
          {...kind}
          columns={columns}
          rows={rows}
          hidden={hidden}
          open={view.open}
          active={active}
          onActive={setActive}
          onOpen={(id) => {
            setActive(id);
            own.open(id, view.open !== null);
          }}
          selected={bulk ? selected : null}
          onSelected={setSelected}
          sort={sort}
          onSort={(by, order) => own.show({ sortBy: by, sortOrder: order })}
          busy={page.isPlaceholderData}
        />
      )}
      {page.data && (
        <Pager
          page={page.data}
          number={view.page}
          noun={noun}
          busy={page.isPlaceholderData}
          onPage={(changes) => {
            own.show(changes);
            scroller.current?.scrollTo({ top: 0 });
          }}
        />
      )}
    </Beside>
  );
}

const NO_ROWS: never[] = [];

/** Counts of the whole list; nothing for a kind without them. */
export function useStatistics<Statistics extends Call>({
  statistics,
  statisticsEvery: refetchInterval,
}: Pick<DeskKind<never, Statistics>, 'statistics' | 'statisticsEvery'>) {
  const options = refetchInterval ? { refetchInterval } : {};
  return useQuery<DataOf<Statistics>>({
    queryKey: ['no-statistics'],
    queryFn: skipToken,
    ...(statistics && adminApi.query(statistics, {} as Input<Statistics>, options)),
  });
}

/** The filter with its options and how many rows each would show. */
function withOptions(filter: DeskFilter, people: readonly FilterOption[], statistics: unknown): DeskFilter {
  const { key, counts, options = [] } = filter;
  if (filter.people === 'authors')
    return { ...filter, options: people.filter(({ value }) => value !== 'nobody') };
  if (filter.people === 'assignees') {
    const others = people.filter(({ value, label }) => value !== 'nobody' && label !== 'Me');
    return { ...filter, options: [...ASSIGNEES, ...others] };
  }
  const counted = (statistics as Record<string, Record<string, unknown>[]> | undefined)?.[counts ?? ''];
  const countOf = (value: string) => counted?.find((one) => one[key] === value)?.count as number | undefined;
  return { ...filter, options: options.map((option) => ({ ...option, count: countOf(option.value) })) };
}

const ASSIGNEES = [
  { value: 'me', label: 'To me' },
  { value: 'nobody', label: 'To nobody' },
];

/** What this administrator may change of several rows at once. */
const changesOf = <Row,>({ needs, choices }: NonNullable<DeskKind<Row>['bulk']>, may: Admin['may']) =>
  choices && needs && may(needs) ? choices : () => NO_ROWS;

/** The server's name of the sort by when the rows were recorded, which is the only one of a list of some days. */
const RECORDED = 'created_at';

const sortedByDay = <Row,>(columns: readonly DeskColumn<Row>[]) =>
  columns.map((column) => ({ ...column, sort: column.id === RECORDED }));

/** '1 new claim', '3 new claims' */
const newsText = (count: number, noun: string) =>
  `${formatCount(count)} new ${count === 1 ? singular(noun) : noun}`;
const singular = (noun: string) => noun.replace(/ies$/, 'y').replace(/s$/, '');
