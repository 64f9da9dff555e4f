import { type Figure, UNNAMED_CAUSE } from '#domain/admin/figures.ts';
import { addDays, daysBetween, daysIn, monthOf, quarterOf } from '#domain/admin/periods.ts';
import { type EnteredKind, type Line, linesOf } from '#domain/books/journal.ts';
import { PER_GWEI } from '#domain/books/totals.ts';
import type { SourceName, SourceRows } from '#worker/admin/figures/sources/repository.ts';
import { bookedRow, type Entry } from '#worker/money/entries/repository.ts';

/** What each figure counts: one definition each, which the job, the daily check and a rebuild share. */

/** What a row adds to a figure: of no product, on its own day and nothing, unless it says otherwise. */
interface Added {
  product?: string;
  /** Another day; or any other period, which then has no month. */
  period?: string;
  count?: number;
  value?: number;
  gwei?: number;
}

interface Definition {
  source: SourceName;
  added: (row: never) => readonly Added[];
}

const from = <Name extends SourceName>(
  source: Name,
  added: (row: SourceRows[Name]) => readonly Added[],
): Definition => ({ source, added });

/** What entries add; one that cancels another takes the same away. */
const entered = (added: (entry: Entry) => readonly Added[]) =>
  from('entries', (entry) =>
    added(entry).map(({ count = 0, value = 0, gwei = 0, ...where }) => ({
      ...where,
      count: entry.sign * count,
      value: entry.sign * value,
      gwei: entry.sign * gwei,
    })),
  );

/** What the lines of an entry add, by their account. */
const booked = (added: (line: Line) => Omit<Added, 'product'> | null): Definition =>
  entered((entry) =>
    linesOf(bookedRow(entry)).flatMap((line) => {
      const sums = added(line);
      return sums ? [{ product: line.account, ...sums }] : [];
    }),
  );

const ONE = { count: 1 };

/** Movements of some kinds: how many, and what they are worth. */
const moved = (...kinds: EnteredKind[]) =>
  entered(({ kind, product, cents: value, gwei }) =>
    kinds.includes(kind) ? [{ ...ONE, product, value, gwei }] : [],
  );

/** Days of the month from this one on. */
const daysLeft = (day: string) => daysIn(monthOf(day)) - Number(day.slice(8)) + 1;

/** Of a contract that was withdrawn from, nothing was ever earned. */
const steps = (entry: Entry, weight: (day: string) => number): Added[] =>
  (entry.is_void === 1 ? [] : earningSteps(entry))
    .filter(({ cents, policies }) => cents !== 0 || policies !== 0)
    .map(({ day, cents, policies }) => ({
      product: entry.product,
      period: day,
      value: cents * weight(day),
      count: policies * weight(day),
    }));

export const DEFINITIONS: Readonly<Record<Figure, Definition>> = {
  users: from('accounts', () => [ONE]),
  // A change of cover sells nobody another policy.
  policies: from('policies', ({ product, replaces }) => (replaces === 1 ? [] : [{ ...ONE, product }])),
  // One that was replaced or withdrawn from only waits for its refund.
  active: from(
    'policies',
    ({ product, status, refund_kind: ending, end_date: period, coverage_usd: cover }) =>
      status === 'active' && ending !== 'replacement' && ending !== 'withdrawal'
        ? [{ ...ONE, product, period, value: cover * 100 }]
        : [],
  ),
  claims: from('claims', ({ product, amount_cents: value }) => [{ ...ONE, product, value }]),
  premium: moved('premium'),
  refund: moved('refund'),
  unmatched: moved('unmatched', 'dust'),
  unmatched_refund: moved('unmatched_refund'),
  claim_paid: moved('claim_paid', 'claim_paid_other'),
  revenue: entered(({ kind, product, cents: value, gwei }) => {
    if (kind === 'premium') return [{ product, value, gwei }];
    return kind === 'refund' ? [{ product, value: -value, gwei: -gwei }] : [];
  }),
  platform_fee: entered(({ kind, product, fee_cents: value, cents, gwei }) => {
    if (kind !== 'premium' && kind !== 'refund') return [];
    const share = cents === 0 ? 0n : (BigInt(gwei) * BigInt(value)) / BigInt(cents);
    return [{ product, value, gwei: Number(share) }];
  }),
  earning_step: entered((entry) => steps(entry, () => 1)),
  earning_weight: entered((entry) => steps(entry, daysLeft)),
  reserve: entered(({ kind, product, cents: value }) => (kind === 'reserve' ? [{ product, value }] : [])),
  claim_causes: from('claims', ({ at, product, cause, amount_cents: value }) => [
    { ...ONE, product, period: `${quarterOf(at)}/${cause ?? UNNAMED_CAUSE}`, value },
  ]),
  claims_approved: from('decisions', ({ kind, product }) =>
    kind === 'approved' ? [{ ...ONE, product }] : [],
  ),
  decision_time: from('decisions', ({ product, minutes: value }) => [{ ...ONE, product, value }]),
  gas: from('fees', ({ usd_micros: value, gwei }) => [{ ...ONE, value, gwei }]),
  failed_payment: from('failures', () => [ONE]),
  views: from('visits', ({ views: count }) => [{ count }]),
  visitors: from('visits', ({ visitors: count }) => [{ count }]),
  debit: booked(({ cents }) => (cents > 0 ? { ...ONE, value: cents } : null)),
  credit: booked(({ cents }) => (cents < 0 ? { ...ONE, value: -cents } : null)),
  coins: booked(({ units }) =>
    units === undefined ? null : { gwei: Number(units / PER_GWEI), value: Number(units % PER_GWEI) },
  ),
};

interface Step {
  day: string;
  /** How much more is earned per day from that day on, and how many more policies cover it. */
  cents: number;
  policies: number;
}

type Sold = Pick<Entry, 'kind' | 'at' | 'cents' | 'term_start' | 'term_days' | 'term_cents'>;

/**
 * A premium is earned evenly over the days sold, its remainder on the first. A refund stops that and the cover, and corrects on
 * its day what was earned before to what we keep.
 */
export function earningSteps({
  kind,
  at,
  cents,
  term_start: start,
  term_days: days,
  term_cents,
}: Sold): Step[] {
  if (start === null || days === null || term_cents === null) return [];
  const end = addDays(start, days);
  const second = addDays(start, 1);
  const total = kind === 'premium' ? cents : term_cents;
  const rest = total % days;
  const each = (total - rest) / days;
  if (kind === 'premium') {
    return [
      { day: start, cents: each + rest, policies: 1 },
      { day: second, cents: -rest, policies: 0 },
      { day: end, cents: -each, policies: -1 },
    ];
  }
  const day = at.slice(0, 10);
  const isEarly = day <= start;
  const earned = isEarly ? 0 : Math.min(daysBetween(start, day), days) * each + rest;
  const correction = total - cents - earned;
  const corrected = [
    { day, cents: correction, policies: 0 },
    { day: addDays(day, 1), cents: -correction, policies: 0 },
  ];
  if (day >= end) return corrected;
  return [
    { day: isEarly ? start : day, cents: -each - (isEarly ? rest : 0), policies: -1 },
    ...(isEarly ? [{ day: second, cents: rest, policies: 0 }] : []),
    { day: end, cents: each, policies: 1 },
    ...corrected,
  ];
}
