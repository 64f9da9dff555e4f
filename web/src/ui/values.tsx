import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { shortAddress, shortHash } from '#domain/address.ts';
import { type ChainRef, transactionLink } from '#domain/chains.ts';
import { shownPlaces } from '#domain/currencies.ts';
import { DAY_SECONDS, formatDay } from '#domain/days.ts';
import { formatAmount as exactAmount, formatUnits, grouped } from '#domain/money.ts';
import type { ProductKey } from '#domain/products/index.ts';
import { cn } from '#web/lib/cn.ts';
import { longDate, longMoment, trimZeros } from '#web/lib/format.ts';
import { CopyButton } from './copy.tsx';

const BADGE_VARIANTS = {
  default: 'bg-teal-soft text-teal',
  secondary: 'bg-amber-soft text-amber',
  outline: 'border border-line-strong text-muted',
  destructive: 'bg-coral-soft text-coral',
};
export type BadgeVariant = keyof typeof BADGE_VARIANTS;

const BADGE = 'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-[0.8125rem] font-medium';

/** A one-word status. The color only repeats the word. */
export function Badge({ variant, children }: { variant: BadgeVariant; children: ReactNode }) {
  return <span className={cn(BADGE, BADGE_VARIANTS[variant])}>{children}</span>;
}

/** What a status is called, and its color. */
export interface Look {
  label: string;
  variant: BadgeVariant;
}

export const StatusBadge = ({ label, variant }: Look) => <Badge variant={variant}>{label}</Badge>;

interface FactProps {
  label: string;
  /** The desk's size. */
  dense?: boolean;
  className?: string;
  children: ReactNode;
}

export function Fact({ label, dense = false, className, children }: FactProps) {
  return (
    <div
      className={cn(
        'flex items-baseline justify-between gap-x-4 gap-y-0.5',
        dense ? 'border-b border-line/60 py-1.5' : 'flex-wrap py-3',
        className,
      )}
    >
      <dt className={cn('shrink-0 text-muted', dense || 'text-sm')}>{label}</dt>
      <dd className={cn('figures ml-auto min-w-0 text-right wrap-anywhere', dense || 'text-[0.9375rem]')}>
        {children}
      </dd>
    </div>
  );
}

export type FactRow = readonly [label: string, value: ReactNode];

export interface FactListProps {
  /** A row that is `false` or null is left out. */
  rows?: readonly (FactRow | false | null)[];
  /** The desk's size, in two columns where there is room. */
  dense?: boolean;
  className?: string;
  children?: ReactNode;
}

export function FactList({ rows = [], dense = false, className, children }: FactListProps) {
  return (
    <dl
      className={cn(
        dense ? 'grid gap-x-8 text-[0.8125rem] @2xl:grid-cols-2' : 'divide-y divide-line',
        className,
      )}
    >
      {rows.map(
        (row) =>
          row && (
            <Fact key={row[0]} label={row[0]} dense={dense}>
              {row[1]}
            </Fact>
          ),
      )}
      {children}
    </dl>
  );
}

const iso = (at: number | string) => (typeof at === 'string' ? at : new Date(at * 1000).toISOString());

/** The UTC day of a moment (ISO time, or seconds since 1970), with the exact time on hover. */
export function Moment({ at, className }: { at: number | string; className?: string }) {
  return (
    <time dateTime={iso(at)} title={longMoment(iso(at))} className={className}>
      {longDate(iso(at))}
    </time>
  );
}

/**
 * The last day before `end` (the first second without cover), with the exact time on hover. Cover until midnight ends
 * at 24:00 of that day, not on the next day.
 */
export function EndMoment({ end }: { end: number }) {
  const day = longDate(formatDay(Math.ceil(end / DAY_SECONDS) - 1));
  return (
    <time dateTime={iso(end)} title={end % DAY_SECONDS === 0 ? `${day} at 24:00 UTC` : longMoment(iso(end))}>
      {day}
    </time>
  );
}

/** With every paid digit. */
export { exactAmount };

/** `0.6000 ETH` from base units, with the currency's display decimals. */
function shownAmount(amount: bigint, decimals: number, symbol: string): string {
  return `${grouped(formatUnits(amount, decimals, shownPlaces(symbol)))} ${symbol}`;
}

/** `0.6 ETH` or `1,200 USDC`: as many decimals as we show of the currency, and no zeros at the end. */
export function shortAmount(amount: bigint, decimals: number, symbol: string): string {
  return `${grouped(trimZeros(formatUnits(amount, decimals, shownPlaces(symbol))))} ${symbol}`;
}

export function Money(props: { amount: bigint; decimals: number; symbol: string }) {
  const { amount, decimals, symbol } = props;
  return (
    <span className="figures" title={exactAmount(amount, decimals, symbol)}>
      {shownAmount(amount, decimals, symbol)}
    </span>
  );
}

export function AddressText({ address }: { address: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <span className="figures" title={address}>
        {shortAddress(address)}
      </span>
      <CopyButton text={address} label={`Copy address ${shortAddress(address)}`} />
    </span>
  );
}

export function TransactionHash({ hash, chainId }: { hash: string; chainId: ChainRef | number | null }) {
  const link = chainId === null ? null : transactionLink(chainId, hash);
  return (
    <span className="inline-flex items-center gap-1">
      <span className="figures" title={hash}>
        {shortHash(hash)}
      </span>
      <CopyButton text={hash} label={`Copy transaction hash ${shortHash(hash)}`} />
      {link && (
        <a
          href={link}
          target="_blank"
          rel="noreferrer"
          aria-label="Open the transaction in the block explorer"
          className="-my-1.5 grid size-8 place-items-center rounded-[8px] text-muted hover:bg-sunken hover:text-ink"
        >
          <ExternalLink aria-hidden className="size-4" />
        </a>
      )}
    </span>
  );
}

/** A full address, hash or id with a copy button. It wraps, so that it can be compared by eye. */
export function LongHash({ text, copy }: { text: string; copy: string }) {
  return (
    <span className="inline-flex max-w-full items-start gap-1">
      <span className="figures min-w-0 text-balance break-all">{text}</span>
      <CopyButton text={text} label={`${copy} ${shortAddress(text)}`} />
    </span>
  );
}

/** Where a link to a policy's page leads. */
export const policyLink = (id: number | string, type: ProductKey | undefined) =>
  ({ to: '/policy/$id', params: { id: String(id) }, search: { type } }) as const;
