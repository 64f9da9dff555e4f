import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { CSSProperties, KeyboardEvent, MouseEvent } from 'react';
import { useSnapshot } from 'valtio';
import { cn } from '#web/lib/cn.ts';
import { desk } from '#web/state/desk.ts';
import { asParam } from './search.ts';
import type { DeskColumn, DeskKind, Priority } from './types.ts';

/** Ids of the selected rows. */
export type Selection = Record<string, true>;

interface RowsProps<Row>
  extends Pick<DeskKind<Row>, 'list' | 'columns' | 'noun' | 'rowId' | 'rowLabel' | 'isMarked'> {
  rows: readonly Row[];
  hidden: readonly string[];
  open: string | null;
  active: string | null;
  onActive: (id: string) => void;
  onOpen: (id: string) => void;
  /** Null where rows cannot be selected. */
  selected: Selection | null;
  onSelected: (selected: Selection) => void;
  sort: { by: string; order: 'ASC' | 'DESC' } | undefined;
  onSort: (by: string, order: 'ASC' | 'DESC') => void;
  busy: boolean;
}

/** Place of a cell in a row of two lines; a table is a grid in the order of the columns. */
const NARROW: Record<NonNullable<DeskColumn<unknown>['narrow']>, string> = {
  first: 'order-1',
  end: 'order-2',
  second: 'order-4',
};

/** Text that fits no longer ends in '…' where a column grows; nothing else is cut. */
const sized = ({ grow, wrap }: DeskColumn<never>) =>
  cn('min-w-0', grow ? 'flex-1' : 'shrink-0 max-w-full', grow && !wrap ? 'truncate' : 'wrap-anywhere');

const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest('a, button, input, label') !== null;

export function Rows<Row>(props: RowsProps<Row>) {
  const { rows, columns, hidden, rowId, selected, sort, onSort } = props;
  const { density } = useSnapshot(desk);
  const shown = columns.filter(({ id }) => !hidden.includes(id));
  const all = rows.map((row) => ({ id: rowId(row), row }));
  const chosen = selected ?? {};
  const toggle = (id: string) => {
    const { [id]: was, ...rest } = chosen;
    props.onSelected(was ? rest : { ...rest, [id]: true });
  };
  const isAll = all.length > 0 && all.every(({ id }) => chosen[id]);
  // One row takes part in the tab order: the active one, or the first.
  const tabbed = all.some(({ id }) => id === props.active) ? props.active : all[0]?.id;

  return (
    <table
      aria-label={props.noun}
      aria-busy={props.busy}
      style={templates(shown, selected !== null) as CSSProperties}
      className={cn(
        'block rounded-card border border-line bg-surface',
        TEMPLATES,
        props.busy && 'opacity-60',
      )}
    >
      <thead className="block">
        <tr className="grid grid-cols-(--cols) gap-x-4 border-b border-line px-3 text-[0.8125rem] text-muted @max-4xl:hidden">
          {selected && (
            <th className="flex items-center">
              <input
                type="checkbox"
                aria-label={`Select all ${props.noun} on this page`}
                className="size-4 accent-teal"
                checked={isAll}
                onChange={() =>
                  props.onSelected(isAll ? {} : Object.fromEntries(all.map(({ id }) => [id, true] as const)))
                }
              />
            </th>
          )}
          {shown.map((column) => (
            <HeaderCell key={column.id} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody className="block">
        {all.map(({ id, row }) => {
          const open = id === props.open;
          return (
            <tr
              key={id}
              data-row-id={id}
              aria-current={open ? 'true' : undefined}
              aria-label={props.rowLabel(row)}
              tabIndex={id === tabbed ? 0 : -1}
              onFocus={() => props.onActive(id)}
              onClick={(event: MouseEvent) => {
                if (!isControl(event.target)) props.onOpen(id);
              }}
              onKeyDown={(event: KeyboardEvent) => {
                if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
                event.preventDefault();
                props.onOpen(id);
              }}
              className={cn(
                'relative flex cursor-pointer min-h-11 flex-wrap content-center items-center gap-x-3 gap-y-0.5 border-b border-line px-3 py-1 leading-4 -outline-offset-2 first:rounded-t-card last:rounded-b-card last:border-b-0 hover:bg-sunken/70 @4xl:grid @4xl:grid-cols-(--cols) @4xl:gap-x-4 @4xl:first:rounded-t-none',
                selected && '@max-4xl:pl-10',
                density === 'compact' ? '@4xl:min-h-9 @4xl:py-1' : '@4xl:min-h-12 @4xl:py-2',
                props.isMarked?.(row) && 'font-semibold shadow-[inset_3px_0_0_var(--color-teal)]',
                open && 'bg-teal-soft hover:bg-teal-soft',
              )}
            >
              {selected && (
                <td className="flex items-center @max-4xl:absolute @max-4xl:inset-y-0 @max-4xl:left-3">
                  <input
                    type="checkbox"
                    aria-label={`Select ${props.rowLabel(row)}`}
                    className="size-4 accent-teal"
                    checked={chosen[id] === true}
                    onChange={() => toggle(id)}
                  />
                </td>
              )}
              <td aria-hidden className="order-3 h-0 basis-full @4xl:hidden" />
              {shown.map((column) => {
                const title = column === columns[0];
                return (
                  <td
                    key={column.id}
                    style={{ '--width': `${column.width}rem` } as CSSProperties}
                    className={cn(
                      '@4xl:order-none',
                      sized(column),
                      column.narrow ? NARROW[column.narrow] : 'hidden',
                      column.narrow === 'second' && column.grow && 'text-muted @4xl:text-ink',
                      SHOWN_FROM[column.priority],
                      title && 'font-medium @4xl:[font-weight:inherit]',
                      column.align === 'end' && 'figures text-right @md:min-w-(--width)',
                    )}
                  >
                    {column.narrowLabel && <span className="@4xl:hidden">{column.narrowLabel} </span>}
                    {title ? (
                      <Link
                        to="."
                        from={`/admin/${props.list}`}
                        search={(now) => ({ ...now, open: asParam(id) })}
                        replace={props.open !== null}
                        resetScroll={false}
                        preload={false}
                        tabIndex={-1}
                        className="block truncate hover:underline hover:underline-offset-4"
                      >
                        {column.cell(row)}
                      </Link>
                    ) : (
                      column.cell(row)
                    )}
                  </td>
                );
              })}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface HeaderCellProps<Row> {
  column: DeskColumn<Row>;
  sort: { by: string; order: 'ASC' | 'DESC' } | undefined;
  onSort: (by: string, order: 'ASC' | 'DESC') => void;
}

function HeaderCell<Row>({ column, sort, onSort }: HeaderCellProps<Row>) {
  const by = column.sort ? column.id : undefined;
  const end = column.align === 'end';
  const shown = cn('hidden font-normal', SHOWN_FROM[column.priority], end ? 'text-right' : 'text-left');
  if (by === undefined) return <th className={cn('truncate leading-9', shown)}>{column.header}</th>;
  const order = sort?.by === by ? sort.order : null;
  const Arrow = order === 'ASC' ? ArrowUp : ArrowDown;
  return (
    <th aria-sort={order === null ? 'none' : order === 'ASC' ? 'ascending' : 'descending'} className={shown}>
      <button
        type="button"
        onClick={() => onSort(by, order === 'DESC' ? 'ASC' : 'DESC')}
        className={cn(
          'inline-flex h-9 items-center gap-1 align-top rounded-md hover:text-ink',
          // The name stays above its figures; the arrow stands before it.
          end && 'flex-row-reverse',
          order && 'font-medium text-ink',
        )}
      >
        {column.header}
        <Arrow aria-hidden className={cn('size-3.5', order === null && 'opacity-0')} />
      </button>
    </th>
  );
}

/**
 * A row has two lines in a list below 56 rem. From there a table shows the columns of priority 1, from 63 rem those of 2,
 * and so on.
 */
export const TEMPLATES =
  '@4xl:[--cols:var(--cols-1)] @min-[63rem]:[--cols:var(--cols-2)] @min-[72rem]:[--cols:var(--cols-3)] @min-[84rem]:[--cols:var(--cols-4)] @min-[96rem]:[--cols:var(--cols-5)]';
export const SHOWN_FROM: Readonly<Record<Priority, string>> = {
  1: '@4xl:block',
  2: '@4xl:hidden @min-[63rem]:block',
  3: '@4xl:hidden @min-[72rem]:block',
  4: '@4xl:hidden @min-[84rem]:block',
  5: '@4xl:hidden @min-[96rem]:block',
};

type Columns = readonly Pick<DeskColumn<never>, 'priority' | 'width' | 'grow'>[];

/** A table's columns while it shows those up to this priority. */
function template(columns: Columns, upTo: Priority, selectable: boolean): string {
  const widths = columns
    .filter(({ priority }) => priority <= upTo)
    .map(({ width, grow }) => (grow ? `minmax(${width}rem,${grow}fr)` : `${width}rem`));
  return [...(selectable ? ['2rem'] : []), ...widths].join(' ');
}

/** What `TEMPLATES` chooses from by the list's width. */
export const templates = (columns: Columns, selectable: boolean) =>
  Object.fromEntries(
    ([1, 2, 3, 4, 5] as const).map((upTo) => [`--cols-${upTo}`, template(columns, upTo, selectable)]),
  );
