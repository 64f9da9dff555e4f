import type { UseQueryResult } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Worth } from '../../../../../domain/admin/insight-schema.ts';
import { messageOf } from '../../../lib/api/errors.ts';
import { cn } from '../../../lib/cn.ts';
import { trimZeros } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { dollars, ether } from './figures.ts';

/** `+12.5%` with an arrow. Null says that there was nothing to compare with. */
export function ChangeMark({ change, against }: { change: string | null; against: string }) {
  if (change === null) return <span className="text-muted">Nothing {against}</span>;
  const Icon = change.startsWith('+') ? ArrowUp : change.startsWith('-') ? ArrowDown : Minus;
  return (
    <span className="text-muted">
      <span
        className={cn(
          'figures font-medium whitespace-nowrap [&_svg]:mr-0.5 [&_svg]:inline [&_svg]:size-3.5 [&_svg]:-translate-y-px',
          change.startsWith('+') ? 'text-teal' : 'text-ink',
        )}
      >
        <Icon aria-hidden />
        {change}
      </span>{' '}
      {against}
    </span>
  );
}

/** Both units of an amount, with every digit on hover; one above the other in a table. */
export function WorthText({
  worth,
  places = 4,
  stacked = false,
}: {
  worth: Worth;
  places?: number;
  stacked?: boolean;
}) {
  return (
    <span
      className={cn('figures', stacked && 'inline-flex flex-col items-end leading-snug')}
      title={`${trimZeros(worth.eth)} ETH at the rates of each day`}
    >
      {ether(worth.eth, places)} <span className="font-normal text-muted">{dollars(worth.usd)}</span>
    </span>
  );
}

/** A figure as a link to the rows behind it. */
export function RowsLink({
  to,
  search = {},
  children,
}: {
  to: string;
  search?: Record<string, string>;
  children: ReactNode;
}) {
  return (
    <Link
      to={to}
      search={search}
      className="underline decoration-line-strong underline-offset-4 hover:text-teal"
    >
      {children}
    </Link>
  );
}

/** A figure with its change; the whole card leads to the rows behind it. */
export function StatCard({
  label,
  value,
  note,
  children,
  ...link
}: {
  label: string;
  value: ReactNode;
  note?: ReactNode;
  children?: ReactNode;
  to?: string;
  search?: Record<string, string>;
}) {
  const { to, search } = link;
  return (
    <Card className={cn('relative flex flex-col gap-1 p-4', to && 'hover:bg-sunken/60')}>
      <h2 className="text-[0.8125rem] font-medium tracking-normal text-muted">
        {to === undefined ? (
          label
        ) : (
          <Link to={to} {...(search ? { search } : {})} className="after:absolute after:inset-0">
            {label}
          </Link>
        )}
      </h2>
      <p className="figures text-2xl font-semibold tracking-tight">{value}</p>
      {note && <p className="figures text-[0.8125rem] text-muted">{note}</p>}
      {children && <p className="text-xs">{children}</p>}
    </Card>
  );
}

/** A part of a screen that loads by itself. What was loaded stays while a refresh fails. */
export function Section<Data>({
  title,
  failed,
  query,
  actions,
  className,
  loading = 'h-40',
  children,
}: {
  title: string;
  /** 'Failed to load the trends' */
  failed: string;
  query: UseQueryResult<Data>;
  actions?: ReactNode;
  className?: string;
  /** The height of what loads. */
  loading?: string;
  children: (data: Data) => ReactNode;
}) {
  const { data, error, isFetching, isPlaceholderData, refetch } = query;
  return (
    <Card aria-label={title} className={cn('min-w-0 p-4', className)}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-sm font-semibold tracking-normal">{title}</h2>
        {actions}
      </div>
      {error && (
        <LoadError title={failed} small className="mb-3" busy={isFetching} onRetry={refetch}>
          {messageOf(error)}
        </LoadError>
      )}
      {data === undefined && !error && (
        <div role="status" aria-label={`Loading: ${title}`}>
          <Skeleton className={loading} />
        </div>
      )}
      {data !== undefined && (
        <div aria-busy={isPlaceholderData} className={cn(isPlaceholderData && 'opacity-60')}>
          {children(data)}
        </div>
      )}
    </Card>
  );
}

/** One of a few, in one line. */
export function Choice<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly (readonly [value: Value, label: string])[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  return (
    <fieldset aria-label={label} className="flex max-w-full min-w-0 flex-wrap gap-1">
      {options.map(([option, text]) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === value}
          onClick={() => onChange(option)}
          className={cn(
            'h-8 shrink-0 rounded-full border px-3 text-[0.8125rem] pointer-coarse:h-10',
            option === value
              ? 'border-teal bg-teal-soft font-medium text-teal'
              : 'border-line bg-surface text-muted hover:text-ink',
          )}
        >
          {text}
        </button>
      ))}
    </fieldset>
  );
}

type Column = readonly [head: ReactNode, align?: 'end'];

/** A small table. A wide one scrolls in its place. */
export function SmallTable({
  caption,
  columns,
  rows,
}: {
  caption: string;
  columns: readonly Column[];
  /** The first cell of a row is its name. */
  rows: readonly { key: string | number; cells: readonly ReactNode[]; strong?: boolean }[];
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard.
    <section aria-label={`Table: ${caption}`} tabIndex={0} className="overflow-x-auto -outline-offset-2">
      <table className="w-full text-[0.8125rem]">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(([head, align], index) => (
              <th
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity, and never move.
                key={index}
                scope="col"
                className={cn(
                  'py-1.5 font-medium whitespace-nowrap text-muted not-first:pl-4',
                  align ? 'text-right' : 'text-left',
                )}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...cells], strong }) => (
            <tr key={key} className={cn('border-t border-line', strong && 'font-medium')}>
              <th scope="row" className={cn('py-2 text-left font-normal', strong && 'font-medium')}>
                {name}
              </th>
              {cells.map((cell, index) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above.
                  key={index}
                  className={cn(
                    'py-2 pl-4',
                    columns[index + 1]?.[1] && 'figures text-right whitespace-nowrap',
                  )}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A choice that the address bar keeps. The default is left out of it. */
export function useParam<Value extends string>(
  key: string,
  allowed: readonly Value[],
  fallback: Value,
): readonly [Value, (value: Value) => void] {
  const params: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const raw = String(params[key] ?? '');
  const value = allowed.find((one) => one === raw) ?? fallback;
  const change = (next: Value) => {
    const { [key]: _, ...others } = params;
    // The router writes numbers without quotes.
    const kept = /^\d+$/.test(next) ? Number(next) : next;
    const search = next === fallback ? others : { ...others, [key]: kept };
    void navigate({ to: '.', search: search as Record<string, string | number>, resetScroll: false });
  };
  return [value, change];
}
