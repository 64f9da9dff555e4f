import { type Figure, UNNAMED_CAUSE } from '#domain/admin/figures.ts';
import { addDays, daysBetween, daysIn, monthOf, quarterOf } from '#domain/admin/periods.ts';
import { type BookedRow, type Line, linesOf } from '#domain/books/journal.ts';
import { PER_GWEI } from '#domain/books/totals.ts';
import type { Movement } from '#worker/admin/figures/movements/repository.ts';
import {
  BOOKED_SOURCES,
  type BookedSource,
  type SourceName,
  type SourceRows,
} from '#worker/admin/figures/sources/repository.ts';

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
  sources: readonly SourceName[];
  added: (row: never, source: SourceName) => readonly Added[];
}

const from = <Name extends SourceName>(
  source: Name,
  added: (row: SourceRows[Name]) => readonly Added[],
): Definition => ({ sources: [source], added });

/** What the lines that a row books add, by their account. */
const booked = (added: (line: Line) => Omit<Added, 'product'> | null): Definition => ({
  sources: BOOKED_SOURCES,
  added: (row: never, source) =>
    linesOf(bookedRow(source as BookedSource, row)).flatMap((line) => {
      const sums = added(line);
      return sums ? [{ product: line.account, ...sums }] : [];
    }),
});

const ONE = { count: 1 };

/** Movements of some kinds: how many, and what they are worth. */
const moved = (...kinds: Movement['kind'][]) =>
  from('money', (movement) =>
    kinds.includes(movement.kind)
      ? [{ ...ONE, product: movement.product, value: movement.usdCents, gwei: movement.gwei }]
      : [],
  );

/** Days of the month from this one on. */
const daysLeft = (day: string) => daysIn(monthOf(day)) - Number(day.slice(8)) + 1;

const steps = (movement: Movement, weight: (day: string) => number): Added[] =>
  earningSteps(movement)
    .filter(({ cents }) => cents !== 0)
    .map(({ day, cents }) => ({ product: movement.product, period: day, value: cents * weight(day) }));

export const DEFINITIONS: Readonly<Record<Figure, Definition>> = {
  users: from('accounts', () => [ONE]),
  // A change of cover sells nobody another policy.
  policies: from('policies', ({ product, replaces }) => (replaces === 1 ? [] : [{ ...ONE, product }])),
  active: from('policies', ({ product, status, end_date: period, coverage_usd: cover }) =>
    status === 'active' ? [{ ...ONE, product, period, value: cover * 100 }] : [],
  ),
  claims: from('claims', ({ product, amount_cents: value }) => [{ ...ONE, product, value }]),
  premium: moved('premium'),
  refund: moved('refund'),
  unmatched: moved('unmatched'),
  unmatched_refund: moved('unmatched_refund'),
  claim_paid: moved('claim_paid', 'claim_paid_other'),
  revenue: from('money', ({ kind, product, usdCents, gwei }) => {
    if (kind === 'premium') return [{ product, value: usdCents, gwei }];
    return kind === 'refund' ? [{ product, value: -usdCents, gwei: -gwei }] : [];
  }),
  platform_fee: from('money', ({ kind, product, platformFeeCents: value, usdCents, gwei }) => {
    if (kind !== 'premium' && kind !== 'refund') return [];
    const share = usdCents === 0 ? 0n : (BigInt(gwei) * BigInt(value)) / BigInt(usdCents);
    return [{ product, value, gwei: Number(share) }];
  }),
  earning_step: from('money', (movement) => steps(movement, () => 1)),
  earning_weight: from('money', (movement) => steps(movement, daysLeft)),
  reserve: from('reserves', ({ product, cents: value }) => [{ product, value }]),
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
  /** How much more is earned per day from that day on. */
  cents: number;
}

/**
 * A premium is earned evenly over the days sold, its remainder on the first. A refund stops that, and corrects on its day
 * what was earned before to what we keep.
 */
export function earningSteps({ kind, at, usdCents, term }: Movement): Step[] {
  if (term === null) return [];
  const { start, days } = term;
  const end = addDays(start, days);
  const second = addDays(start, 1);
  const total = kind === 'premium' ? usdCents : term.premiumCents;
  const rest = total % days;
  const each = (total - rest) / days;
  if (kind === 'premium') {
    return [
      { day: start, cents: each + rest },
      { day: second, cents: -rest },
      { day: end, cents: -each },
    ];
  }
  const day = at.slice(0, 10);
  const isEarly = day <= start;
  const earned = isEarly ? 0 : Math.min(daysBetween(start, day), days) * each + rest;
  const correction = total - usdCents - earned;
  const corrected = [
    { day, cents: correction },
    { day: addDays(day, 1), cents: -correction },
  ];
  if (day >= end) return corrected;
  return [
    { day: isEarly ? start : day, cents: -each - (isEarly ? rest : 0) },
    ...(isEarly ? [{ day: second, cents: rest }] : []),
    { day: end, cents: each },
    ...corrected,
  ];
}

/** The rows of the sources that the journal books. */

function ofMovement({ kind, isDust, usdCents: cents, platformFeeCents, onChain }: Movement): BookedRow {
  if (kind === 'claim_paid_other' || onChain === null) return { kind: 'claim_paid_other', cents };
  const { cash, units } = onChain;
  return { kind: kind === 'unmatched' && isDust ? 'dust' : kind, cents, units, cash, platformFeeCents };
}

/** What the journal books of a source's row. */
export const bookedRow = <Source extends BookedSource>(source: Source, row: SourceRows[Source]): BookedRow =>
  source === 'reserves'
    ? { kind: 'reserve', cents: (row as SourceRows['reserves']).cents }
    : ofMovement(row as Movement);
