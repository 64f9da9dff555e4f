import { createLink, Link, type LinkProps, useNavigate, useSearch } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, ChevronLeft, ChevronRight, Minus } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import type { Worth } from '#domain/admin/insight-schema.ts';
import { formatUsd } from '#domain/money.ts';
import { asParam } from '#web/features/admin/kit/search.ts';
import { ShortMoment } from '#web/features/admin/parts/cells.tsx';
import { IconButton } from '#web/features/admin/parts/icon-button.tsx';
import { cn } from '#web/lib/cn.ts';
import { percent, trimZeros } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { FilterButtons } from '#web/ui/list-tools.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ether } from './figures.ts';

const TABS = [
  ['Revenue', '/admin/revenue', undefined],
  ['Reports', '/admin/reports', undefined],
  ['Outcomes', '/admin/reports', 'outcomes'],
] as const;

/** Revenue and reports are tabs of one place. Reports keep their period. */
export function FigureTabs({ shown }: { shown: (typeof TABS)[number][0] }) {
  const { period, from } = useSearch({ strict: false });
  return (
    <nav aria-label="Revenue and reports" className="mb-4 flex gap-1 border-b border-line">
      {TABS.map(([label, to, view]) => (
        <Link
          key={label}
          to={to}
          search={to === '/admin/revenue' ? {} : { period, from, view }}
          aria-current={label === shown ? 'page' : undefined}
          className={cn(
            '-mb-px inline-flex h-10 items-center border-b-2 px-3',
            label === shown ? 'border-teal font-medium' : 'border-transparent text-muted hover:text-ink',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

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
      <IconButton
        icon={ChevronLeft}
        variant="secondary"
        label={`Previous ${unit}`}
        onClick={() => onStep(-1)}
      />
      <h2 className="figures min-w-36 text-center text-base" aria-live="polite">
        {name}
      </h2>
      <IconButton
        icon={ChevronRight}
        variant="secondary"
        label={`Next ${unit}`}
        disabled={!hasNext}
        onClick={() => onStep(1)}
      />
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

interface Early {
  too_early: boolean;
}

/** A ratio over premium earned, or that it is too early for one. */
export const earnedRatio = (ratio: number | null, { too_early: early }: Early): string =>
  early ? 'Too early' : percent(ratio);

/** Why it is too early: a claim of the first days would be thousands of percent of what is earned by then. */
export function EarlyRatio({ too_early: early }: Early) {
  if (!early) return null;
  return (
    <p className="mt-2 text-[0.8125rem] text-muted">
      Premium is earned day by day. It is too early for a ratio over it until a tenth of what was written in
      twelve months is earned.
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

interface StatCard {
  value: ReactNode;
  note?: ReactNode;
  /** Null says that there was nothing to compare with. */
  change: string | null;
  /** What it is compared with, such as `30 days before`. */
  before: string;
  /** The rows behind it; the whole card leads to them. */
  rows?: LinkProps;
}

/** Figures with their change, in one row; until they are there, only what they are called. */
export function StatCards({
  cards,
  labels,
}: {
  cards: readonly StatCard[] | null;
  labels: readonly string[];
}) {
  return (
    <div
      className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4"
      {...(cards === null && { role: 'status', 'aria-label': 'Loading the overview' })}
    >
      {labels.map((label, index) => {
        const card = cards?.[index];
        return (
          <Card
            key={label}
            className={cn('relative flex flex-col gap-1 p-4', card?.rows && 'hover:bg-sunken/60')}
          >
            <h2 className="text-[0.8125rem] font-medium tracking-normal text-muted">
              {card?.rows ? (
                <Link {...card.rows} className="after:absolute after:inset-0">
                  {label}
                </Link>
              ) : (
                label
              )}
            </h2>
            {card ? (
              <>
                <div className="figures text-2xl font-semibold tracking-tight">{card.value}</div>
                {card.note && <p className="figures text-[0.8125rem] text-muted">{card.note}</p>}
                <p className="text-xs">
                  <ChangeMark
                    change={card.change}
                    against={`${card.change === null ? 'in' : 'from'} the ${card.before}`}
                  />
                </p>
              </>
            ) : (
              <Skeleton className="h-14 w-32" />
            )}
          </Card>
        );
      })}
    </div>
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
  /** What each is called. */
  options: Readonly<Record<Value, string>>;
  value: Value;
  onChange: (value: Value) => void;
}) {
  const named = (Object.entries(options) as [Value, string][]).map(([key, text]) => ({
    value: key,
    label: text,
  }));
  return <FilterButtons dense legend={label} options={named} value={value} onChange={onChange} />;
}

interface AddressChoice<Value extends string> {
  label: string;
  options: Readonly<Record<Value, string>>;
  /** Left out of the address. */
  fallback: NoInfer<Value>;
}

type Screen = '/admin/admin-dashboard' | '/admin/books' | '/admin/reports' | '/admin/revenue';
type Params = Readonly<Record<string, string | number | undefined>>;

/** What the address bar of a screen says, and how to change it. Any change but one of the page begins with the first. */
export function useAddress(from: Screen): readonly [Params, (changes: Params) => void] {
  const params: Params = useSearch({ from });
  const navigate = useNavigate({ from });
  const show = (changes: Params) =>
    void navigate({ search: { ...params, cursor: undefined, ...changes }, resetScroll: false });
  return [params, show];
}

/** A choice that the address bar of a screen keeps, and its buttons. */
export function useChoice<Value extends string>(
  from: Screen,
  key: string,
  { label, options, fallback }: AddressChoice<Value>,
): readonly [Value, ReactNode] {
  const [params, show] = useAddress(from);
  const raw = String(params[key] ?? '');
  const value = raw in options ? (raw as Value) : fallback;
  const change = (next: Value) => show({ [key]: next === fallback ? undefined : asParam(next) });
  return [value, <Choice key={key} label={label} options={options} value={value} onChange={change} />];
}
