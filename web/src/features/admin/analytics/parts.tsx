import type { DefaultError, UseQueryResult } from '@tanstack/react-query';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { messageOf } from '../../../lib/api/errors.ts';
import { cn } from '../../../lib/cn.ts';
import { longDate } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { heightOf, whole } from './display.ts';

interface SectionProps<Data> {
  title: string;
  /** What it counts, in one line. */
  note?: string;
  query: UseQueryResult<Data, DefaultError>;
  actions?: ReactNode;
  className?: string;
  children: (data: Data) => ReactNode;
}

/** A part of the screen that loads and fails on its own. */
export function Section<Data>({ title, note, query, actions, className, children }: SectionProps<Data>) {
  const id = useId();
  const { data } = query;
  return (
    <Card aria-labelledby={id} aria-busy={query.isFetching} className={cn('min-w-0 p-4', className)}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div>
          <h2 id={id} className="text-base">
            {title}
          </h2>
          {note && <p className="text-muted">{note}</p>}
        </div>
        {actions}
      </div>
      <div className="mt-3">
        {query.isPending && (
          <div role="status" aria-label={`Loading ${title.toLowerCase()}`}>
            <Skeleton className="h-40" />
          </div>
        )}
        {query.isError && (
          <LoadError
            title={`Failed to load ${title.toLowerCase()}`}
            small
            className="mb-3"
            busy={query.isFetching}
            onRetry={query.refetch}
          >
            {messageOf(query.error)}
          </LoadError>
        )}
        {data !== undefined && children(data)}
      </div>
    </Card>
  );
}

/** How a figure moved. What did not move is neither up nor down. */
export function Change({ change }: { change: string | null }) {
  if (change === null) return <span className="text-muted">Nothing to compare with yet</span>;
  if (change === '0.0%') return <span className="text-muted">Unchanged</span>;
  const up = change.startsWith('+');
  const Icon = up ? ArrowUp : ArrowDown;
  return (
    <span className={cn('inline-flex items-center gap-1', up ? 'text-teal' : 'text-coral')}>
      <Icon aria-hidden className="size-3.5" />
      <span className="sr-only">{up ? 'Up' : 'Down'}</span>
      {change}
    </span>
  );
}

const cell = 'border-b border-line py-1.5 pr-3 text-left last:pr-0';
const end = `${cell} figures text-right`;

export interface Column<Row> {
  header: string;
  align?: 'end';
  cell: (row: Row) => ReactNode;
}

/** A table whose first column names the row and shows its share as a bar. */
export function ShareTable<Row>({
  label,
  rows,
  name,
  share,
  columns,
  empty,
}: {
  label: string;
  rows: readonly Row[];
  /** What names a row, unique. */
  name: { header: string; of: (row: Row) => string };
  /** Percent. */
  share: (row: Row) => number;
  columns: readonly Column<Row>[];
  empty: string;
}) {
  if (rows.length === 0) return <p className="py-6 text-center text-muted">{empty}</p>;
  return (
    <table aria-label={label} className="w-full table-fixed border-collapse">
      <thead className="text-muted">
        <tr>
          <th scope="col" className={`${cell} font-normal`}>
            {name.header}
          </th>
          {columns.map(({ header, align }) => (
            <th key={header} scope="col" className={cn(align ? end : cell, 'w-22 font-normal')}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={name.of(row)}>
            <th scope="row" className={`${cell} relative font-normal`}>
              <span
                aria-hidden
                className="absolute inset-y-0.5 left-0 rounded-sm bg-teal-soft"
                style={{ width: `${Math.min(100, Math.max(0, share(row)))}%` }}
              />
              <span className="relative block truncate px-1.5" title={name.of(row)}>
                {name.of(row)}
              </span>
            </th>
            {columns.map((column) => (
              <td key={column.header} className={column.align ? end : cell}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface Bar {
  day: string;
  value: number;
}

/** One bar for each day, with the same figures as a table. */
export function DayBars({ label, noun, days }: { label: string; noun: string; days: readonly Bar[] }) {
  const most = Math.max(...days.map(({ value }) => value));
  const few = days.length <= 7;
  const weekday = (day: string) =>
    new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { weekday: 'short', timeZone: 'UTC' });
  const words = (value: number) => `${whole(value)} ${value === 1 ? noun.replace(/s$/, '') : noun}`;
  return (
    <figure className="m-0">
      <div
        role="img"
        aria-label={`${label}. The table below has every day.`}
        className={cn('flex h-44 items-end', few ? 'gap-3' : 'gap-px')}
      >
        {days.map(({ day, value }) => (
          <div
            key={day}
            className="flex h-full min-w-0 grow basis-0 flex-col justify-end"
            title={`${longDate(day)}: ${words(value)}`}
          >
            {few && <span className="figures pb-1 text-center text-xs">{whole(value)}</span>}
            <div className="flex min-h-0 grow flex-col justify-end">
              <div
                data-bar={day}
                className={cn('rounded-t-sm', value === 0 ? 'bg-sunken' : 'bg-teal')}
                style={{ height: `${heightOf(value, most)}%` }}
              />
            </div>
            {few && <span className="pt-1 text-center text-xs text-muted">{weekday(day)}</span>}
          </div>
        ))}
      </div>
      {!few && (
        <p className="mt-1 flex justify-between text-xs text-muted">
          <span>{longDate(days[0]?.day ?? '')}</span>
          <span>{longDate(days.at(-1)?.day ?? '')}</span>
        </p>
      )}
      <details className="mt-2">
        <summary className="inline-flex min-h-9 cursor-pointer items-center text-teal underline underline-offset-4">
          Show as a table
        </summary>
        <div className="max-h-72 overflow-y-auto">
          <table aria-label={label} className="w-full border-collapse">
            <thead className="text-muted">
              <tr>
                <th scope="col" className={`${cell} font-normal`}>
                  Day (UTC)
                </th>
                <th scope="col" className={`${end} font-normal capitalize`}>
                  {noun}
                </th>
              </tr>
            </thead>
            <tbody>
              {days.map(({ day, value }) => (
                <tr key={day}>
                  <th scope="row" className={`${cell} font-normal`}>
                    {longDate(day)}
                  </th>
                  <td className={end}>{whole(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
