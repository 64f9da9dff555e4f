import { createLink, Link, type LinkProps, useNavigate, useSearch } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, ChevronLeft, ChevronRight, Minus } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import type { Worth } from '#domain/admin/insight-schema.ts';
import { formatUsd } from '#domain/money.ts';
import { ShortMoment } from '#web/features/admin/parts/cells.tsx';
import type { DeskPath, DeskSearch } from '#web/features/admin/paths.ts';
import { cn } from '#web/lib/cn.ts';
import { trimZeros } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ether } from './figures.ts';

/** A period by name, with the ones before and after it. */
export function PeriodStep({
  name,
  unit,
  onStep,
  hasNext,
}: {
  name: string;
  /** `month`, `quarter` or `year`. */
  unit: string;
  onStep: (by: -1 | 1) => void;
  hasNext: boolean;
}) {
  return (
    <div className="flex items-center gap-1">
      <Button variant="secondary" size="denseIcon" aria-label={`Previous ${unit}`} onClick={() => onStep(-1)}>
        <ChevronLeft aria-hidden />
      </Button>
      <h2 className="figures min-w-36 text-center text-base" aria-live="polite">
        {name}
      </h2>
      <Button
        variant="secondary"
        size="denseIcon"
        aria-label={`Next ${unit}`}
        disabled={!hasNext}
        onClick={() => onStep(1)}
      >
        <ChevronRight aria-hidden />
      </Button>
    </div>
  );
}

/** `+12.5%` with an arrow. Null says that there was nothing to compare with. */
export function ChangeMark({ change, against }: { change: string | null; against?: string | undefined }) {
  if (change === null) return <span className="text-muted">Nothing {against ?? 'to compare with'}</span>;
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

/** Why a loss ratio can be thousands of percent: almost nothing of the premium is earned in the first days. */
export function EarlyRatio({
  ratio,
  earned,
  written,
}: {
  ratio: number | null;
  earned: string;
  written: string;
}) {
  if (ratio === null || ratio <= 100 || Number(earned) * 10 >= Number(written)) return null;
  return (
    <p className="mt-2 text-[0.8125rem] text-muted">
      Premium is earned day by day: {formatUsd(earned)} of {formatUsd(written)} so far. Until more is earned,
      claims weigh too much in the ratio.
    </p>
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
      {ether(worth.eth, places)} <span className="font-normal text-muted">{formatUsd(worth.usd)}</span>
    </span>
  );
}

/** A figure as a link to the rows behind it. */
export const RowsLink = createLink((props: ComponentProps<'a'>) => (
  <a {...props} className="underline decoration-line-strong underline-offset-4 hover:text-teal" />
));

/** Up to when everything is counted: the figures are computed once a minute. */
export function AsOf({ at, className }: { at: string | null; className?: string }) {
  return (
    <p className={cn('text-xs text-muted', className)}>
      {at === null ? (
        'Nothing has been counted yet.'
      ) : (
        <>
          As of <ShortMoment at={at} />
        </>
      )}
    </p>
  );
}

/** A figure with its change; the whole card leads to the rows behind it. */
export function StatCard<To extends DeskPath>({
  label,
  value,
  note,
  children,
  to,
  search,
}: {
  label: string;
  value: ReactNode;
  note?: ReactNode;
  children?: ReactNode;
  to?: To;
  search?: DeskSearch<To>;
}) {
  return (
    <Card className={cn('relative flex flex-col gap-1 p-4', to && 'hover:bg-sunken/60')}>
      <h2 className="text-[0.8125rem] font-medium tracking-normal text-muted">
        {to ? (
          <Link {...({ to, search } as LinkProps)} className="after:absolute after:inset-0">
            {label}
          </Link>
        ) : (
          label
        )}
      </h2>
      <div className="figures text-2xl font-semibold tracking-tight">{value}</div>
      {note && <p className="figures text-[0.8125rem] text-muted">{note}</p>}
      {children && <p className="text-xs">{children}</p>}
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

interface TableRow {
  key: string | number;
  /** The first one is the row's name. */
  cells: readonly ReactNode[];
  /** Percent of the whole, drawn as a bar below the name. */
  share?: number;
  strong?: boolean;
  /** Cells of several lines begin at the same height. */
  top?: boolean;
}

/** A small table. A wide one scrolls in its place. */
export function SmallTable({
  caption,
  columns,
  rows,
  empty = '',
}: {
  caption: string;
  columns: readonly Column[];
  rows: readonly TableRow[];
  /** Instead of a table without rows. */
  empty?: string;
}) {
  if (rows.length === 0) return <p className="py-6 text-center text-muted">{empty}</p>;
  return (
    <section
      aria-label={`Table: ${caption}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard.
      tabIndex={0}
      className="relative overflow-x-auto -outline-offset-2"
    >
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
          {rows.map(({ key, cells: [name, ...cells], share, strong, top }) => (
            <tr
              key={key}
              className={cn('border-t border-line', strong && 'font-medium', top && '*:align-top')}
            >
              <th scope="row" className={cn('py-2 text-left font-normal', strong && 'font-medium')}>
                {name}
                {share !== undefined && (
                  <span aria-hidden className="mt-1.5 block h-1.5 overflow-hidden rounded-full bg-sunken">
                    <span
                      className="block h-full rounded-full bg-teal"
                      style={{ width: `${Math.min(100, Math.max(0, share))}%` }}
                    />
                  </span>
                )}
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

/** A choice that the address bar of a screen keeps. The default is left out of it. */
export function useParam<Value extends string>(
  from: '/admin/admin-dashboard' | '/admin/analytics' | '/admin/books' | '/admin/revenue',
  key: string,
  allowed: readonly Value[],
  fallback: Value,
): readonly [Value, (value: Value) => void] {
  const params: Readonly<Record<string, string | number | undefined>> = useSearch({ from });
  const navigate = useNavigate({ from });
  const raw = String(params[key] ?? '');
  const value = allowed.find((one) => one === raw) ?? fallback;
  const change = (next: Value) => {
    // The router writes numbers without quotes.
    const kept = /^\d+$/.test(next) ? Number(next) : next;
    const search = { ...params, [key]: next === fallback ? undefined : kept };
    void navigate({ search, resetScroll: false });
  };
  return [value, change];
}
