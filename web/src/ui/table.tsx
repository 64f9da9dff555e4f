import type { ReactNode, Ref } from 'react';
import { cn } from '#web/lib/cn.ts';
import { LoadedSection } from './section.tsx';

/** A column: its head, and what it shows of a row. The first one names the row. */
type Column<Row> = readonly [head: ReactNode, cell: (row: Row) => ReactNode, align?: 'end'];

interface TableProps<Row> {
  caption: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  columns: readonly Column<Row>[];
  /** Percent of the whole, drawn as a bar below the name. */
  share?: (row: Row) => number;
  /** The sum of the others. */
  total?: (row: Row) => boolean;
  /** Cells of several lines begin at the same height. */
  top?: boolean;
  /** Instead of a table without rows. */
  empty?: string;
  /** Of what scrolls. */
  ref?: Ref<HTMLElement>;
  className?: string;
}

/** A small table of the desk. A wide one scrolls in its place. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, rows, rowKey, columns, share, total, top, empty = '', ref, className } = props;
  if (rows.length === 0) return <p className="py-6 text-center text-muted">{empty}</p>;
  return (
    <section
      ref={ref}
      aria-label={`Table: ${caption}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard.
      tabIndex={0}
      className={cn('relative overflow-x-auto -outline-offset-2', className)}
    >
      <table className="w-full text-[0.8125rem]">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(([head, , align], index) => (
              <th
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity, and never move.
                key={index}
                scope="col"
                className={cn(
                  'sticky top-0 bg-surface py-1.5 font-medium whitespace-nowrap text-muted not-first:pl-4',
                  align ? 'text-right' : 'text-left',
                )}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const strong = total?.(row) === true;
            return (
              <tr
                key={rowKey(row)}
                className={cn('border-t border-line', strong && 'font-medium', top && '*:align-top')}
              >
                {columns.map(([, cell, align], index) =>
                  index === 0 ? (
                    <th
                      key="name"
                      scope="row"
                      className={cn('min-w-36 py-2 text-left font-normal', strong && 'font-medium')}
                    >
                      {cell(row)}
                      {share && <Share percent={share(row)} />}
                    </th>
                  ) : (
                    <td
                      // biome-ignore lint/suspicious/noArrayIndexKey: as above.
                      key={index}
                      className={cn('py-2 pl-4', align && 'figures text-right whitespace-nowrap')}
                    >
                      {cell(row)}
                    </td>
                  ),
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

const Share = ({ percent }: { percent: number }) => (
  <span aria-hidden className="mt-1.5 block h-1.5 overflow-hidden rounded-full bg-sunken">
    <span
      className="block h-full rounded-full bg-teal"
      style={{ width: `${Math.min(100, Math.max(0, percent))}%` }}
    />
  </span>
);

interface TableCardProps<Data, Row>
  extends Omit<TableProps<Row>, 'caption' | 'rows'>,
    Omit<Parameters<typeof LoadedSection<Data>>[0], 'children'> {
  rows: (data: Data) => readonly Row[];
  /** Below the table. */
  foot?: (data: Data) => ReactNode;
}

/** A part of a screen that loads on its own and is a table. */
export const TableCard = <Data, Row>({ rows, foot, ...props }: TableCardProps<Data, Row>) => (
  <LoadedSection {...props}>
    {(data) => (
      <>
        <Table {...props} caption={props.title} rows={rows(data)} />
        {foot?.(data)}
      </>
    )}
  </LoadedSection>
);
