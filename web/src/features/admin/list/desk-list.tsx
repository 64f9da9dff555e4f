import { useMutation, useQuery } from '@tanstack/react-query';
import type { RowData } from '@tanstack/react-table';
import { Download } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { SEARCH_WINDOW } from '#domain/admin/list.ts';
import type { Call } from '#domain/http/call.ts';
import type { DeskListKey } from '#web/features/admin/paths.ts';
import { adminApi } from '#web/features/admin/queries.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { useKeys } from '#web/features/admin/use-keys.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { formatCount } from '#web/lib/format.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, LoadError } from '#web/ui/states.tsx';

import { toast } from '#web/ui/toast.ts';
import { TOOL_NAME } from './columns.ts';
import { DisplayMenu, useHidden } from './display-menu.tsx';
import { FilterBar, SearchBox } from './filters.tsx';
import { Pager } from './pager.tsx';
import { type LoadPage, pageOf } from './pages.ts';
import { Rows, type Selection } from './rows.tsx';
import { filterQuery, nameOf, pageQuery, useListView } from './search.ts';

import { SelectionBar } from './selection-bar.tsx';
import { SidePanel } from './side-panel.tsx';
import type { BulkChoice, DeskColumn, DeskFilter, LinkedFilter } from './types.ts';
import { useNews } from './use-news.ts';
import { rowElement, useReturn } from './use-return.ts';

import { ViewsMenu } from './views-menu.tsx';

interface DeskListProps<Row extends RowData> {
  list: DeskListKey;
  title: string;
  /** What the rows are, as in 'Showing 1 to 10 of 40 users'. */
  noun: string;
  /** At module scope, or memoized. The first is the title column. */
  columns: readonly DeskColumn<Row>[];
  /** What `?open=` holds and the record's path takes. */
  rowId: (row: Row) => string;
  /** The row's name for screen readers. */
  rowLabel: (row: Row) => string;
  /** A row that somebody should notice, such as an unread message. */
  isMarked?: (row: Row) => boolean;
  filters?: readonly DeskFilter[];
  /** Filters without a control, such as one record's lines; each shows as a chip to remove it. */
  linked?: readonly LinkedFilter[];
  /** The sort that the server uses by default. */
  defaultSort?: { by: string; order: 'ASC' | 'DESC' };
  search?: { label: string; placeholder: string };
  /** At module scope. */
  load: LoadPage<Row>;
  /** The call that downloads the list. */
  exportCall?: Call;
  /** 'No users found' */
  empty: string;
  /** 'Failed to load users' */
  failed: string;
  retryLabel?: 'Try Again' | 'Retry';
  /** The panel of the open record. */
  panel: (id: string) => ReactNode;
  panelLabel: string;
  /** Changes of the selected rows, beside their export; rows can be selected only with it. */
  bulk?: readonly BulkChoice<Row>[];
  /** Figures above the list, and actions beside the title. */
  summary?: ReactNode;
  actions?: ReactNode;
}

/** A list of the desk with its filters, pages, views, keys and the panel of the open record. */
export function DeskList<Row extends RowData>(props: DeskListProps<Row>) {
  const { list, filters = NO_ROWS, linked = NO_ROWS, load, rowId } = props;
  const { may } = useAdmin();
  const exportCall = may('export') ? props.exportCall : undefined;
  const bulk = props.bulk && (props.bulk.length > 0 || exportCall) ? props.bulk : null;
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
    () => (isDated ? sortedByDay(props.columns) : props.columns),
    [props.columns, isDated],
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
        : props.defaultSort;
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
  const download = useMutation({
    mutationFn: (call: Call) => adminApi.download(call, { query: filterQuery(view).toString() }),
    onSuccess: saveFile,
    onError: (error) => toast.error('The export failed', messageOf(error)),
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are another selection.
  useEffect(() => setSelected({}), [query]);

  const move = (by: 1 | -1) => {
    const from = ids.indexOf(view.open ?? active ?? '');
    const next = ids[from === -1 ? 0 : Math.min(ids.length - 1, Math.max(0, from + by))];
    if (next === undefined) return;
    setActive(next);
    if (view.open !== null) own.open(next, true);
    else rowElement(scroller.current, next)?.focus();
  };
  const close = () => {
    const id = view.open;
    own.open(null);
    if (id !== null) setActive(id);
  };
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    '/': () =>
      scroller.current
        ?.querySelector<HTMLElement>('[data-desk-search] input, input[data-desk-search]')
        ?.focus(),
    f: () => scroller.current?.querySelector<HTMLElement>('[data-filters] button')?.focus(),
    x: () => {
      if (bulk && active !== null)
        setSelected(({ [active]: was, ...rest }) => (was ? rest : { ...rest, [active]: true }));
    },
    Escape: ({ target }) => {
      const field = target instanceof HTMLElement && target.closest<HTMLElement>('input, textarea');
      // The first Esc only leaves the field, so that a half-written reply stays.
      if (field) field.blur();
      else if (view.open !== null) close();
    },
  });

  const narrowed = useReturn(scroller, view.open, active);
  const chosen = rows.filter((row) => selected[rowId(row)]);
  const noFilters = () => own.clear();

  return (
    <div className="flex min-h-0 grow">
      <div
        ref={scroller}
        data-desk-list
        className="@container min-w-0 grow overflow-y-auto px-3 pb-6 sm:px-5"
        inert={narrowed}
      >
        <div className="mx-auto max-w-[100rem]">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-4">
            <h1 className="text-xl">{props.title}</h1>
            {props.actions}
          </div>
          {props.summary}
          <div data-list-head className="sticky top-0 z-20 -mx-1 bg-ground px-1 pt-3 pb-2">
            <div className="flex flex-wrap items-center gap-2">
              {props.search && (
                <SearchBox
                  {...props.search}
                  value={view.search}
                  onSearch={(text) => own.show({ search: text }, true)}
                />
              )}
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
                  <Button
                    variant="secondary"
                    size="dense"
                    title="Export"
                    busy={download.isPending}
                    onClick={() => download.mutate(exportCall)}
                  >
                    {!download.isPending && <Download aria-hidden />}
                    <span className={TOOL_NAME}>Export</span>
                  </Button>
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
                  <span className="figures">{newsText(news.count, props.noun)}</span>
                  <Button variant="link" size="inline" onClick={news.take}>
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
            <LoadError title={props.failed} small className="mb-3" query={page} label={props.retryLabel} />
          )}
          {page.isPending && (
            <div role="status" aria-label={`Loading ${props.noun}`} className="flex flex-col gap-2">
              {Array.from({ length: 8 }, (_, index) => index).map((index) => (
                <Skeleton key={index} className="h-9" />
              ))}
            </div>
          )}
          {page.data && rows.length === 0 && (
            <EmptyState
              title={props.empty}
              className="py-10"
              actions={
                filtered && (
                  <Button variant="secondary" size="small" onClick={noFilters}>
                    Clear filters
                  </Button>
                )
              }
            />
          )}
          {page.data && rows.length > 0 && (
            <Rows
              {...props}
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
              scroller={scroller}
              busy={page.isPlaceholderData}
            />
          )}
          {page.data && (
            <Pager
              page={page.data}
              number={view.page}
              noun={props.noun}
              busy={page.isPlaceholderData}
              onPage={(changes) => {
                own.show(changes);
                scroller.current?.scrollTo({ top: 0 });
              }}
            />
          )}
        </div>
      </div>
      {view.open !== null && (
        <SidePanel key="panel" id={view.open} label={props.panelLabel} onClose={close} onMove={move}>
          {props.panel(view.open)}
        </SidePanel>
      )}
    </div>
  );
}

const NO_ROWS: never[] = [];

/** The server's name of the sort by when the rows were recorded, which is the only one of a list of some days. */
const RECORDED = 'created_at';

const sortedByDay = <Row,>(columns: readonly DeskColumn<Row>[]) =>
  columns.map(({ sort, ...column }) => (sort === RECORDED ? { ...column, sort } : column));

/** '1 new claim', '3 new claims' */
const newsText = (count: number, noun: string) =>
  `${formatCount(count)} new ${count === 1 ? singular(noun) : noun}`;
const singular = (noun: string) => noun.replace(/ies$/, 'y').replace(/s$/, '');
