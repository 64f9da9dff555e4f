import { formatDecimal } from '#domain/money.ts';

/**
 * What the roll-ups count, each by UTC day and, where it has one, by product. Money is in US cents and billionths of an
 * ether.
 */
export const FIGURES = [
  /** Customers who joined, policies issued, claims made (with the amounts claimed). */
  ...['users', 'policies', 'claims'],
  /** Active policies and their cover, by the last day of cover. */
  'active',
  /** Premiums that paid for policies, and what of them was refunded. */
  ...['premium', 'refund'],
  /** The difference of both. */
  'revenue',
  /** Payments that fit no policy, and their refunds. */
  ...['unmatched', 'unmatched_refund'],
  /** Claims paid, on chain or outside it. */
  'claim_paid',
  /** Our share of the premiums. */
  'platform_fee',
  /** Changes of the premium earned per day and of the number of policies that cover it, and their weight within their month. */
  ...['earning_step', 'earning_weight'],
  /** By how much what open claims are expected to cost rose or fell. */
  'reserve',
  /** Claims made and the amounts claimed, by the quarter and the cause of loss: `2026-Q3/fire`. */
  'claim_causes',
  /** Claims by their first decision: the approved ones, and all, with the minutes that it took. */
  ...['claims_approved', 'decision_time'],
  /** What the networks charged for our transactions, in millionths of a dollar: most fees are less than a cent. */
  'gas',
  /** Reported payments that failed. */
  'failed_payment',
  /** Page views and visitors: see analytics. */
  ...['views', 'visitors'],
  /** What the journal books to an account, which stands for the product: see `domain/books/journal.ts`. */
  ...['debit', 'credit'],
  /** Base units of a cash account's token that came in less those that went out: `gwei` × 10⁹ + `value`. */
  'coins',
] as const;
/** The cause of claims that nobody named one for. */
export const UNNAMED_CAUSE = 'unnamed';
export type Figure = (typeof FIGURES)[number];
/** Figures by a quarter and a cause, instead of days. */
export const CELL_FIGURES = ['claim_causes'] as const satisfies Figure[];
/** Figures by account. */
export const BOOK_FIGURES = ['debit', 'credit', 'coins'] as const satisfies Figure[];

/** Tenths of `part / whole`, rounded half away from zero; `whole` is above zero. */
function tenths(part: number, whole: number): number {
  const [by, of] = [BigInt(Math.abs(part)), BigInt(whole)];
  const rounded = Number((by * 2000n + of) / (of * 2n));
  return part < 0 ? -rounded : rounded;
}

/** `part` of `whole` in percent to one decimal, both whole numbers; null unless `whole` is above zero. */
export const percentOf = (part: number, whole: number): number | null =>
  whole > 0 ? tenths(part, whole) / 10 + 0 : null;

/** `+12.5%`, `-3.0%` or `0.0%` from one whole number to another; null if the one before was zero. */
export function changeOf(now: number, before: number): string | null {
  if (before === 0) return null;
  const percent = tenths(now - before, Math.abs(before));
  if (percent === 0) return '0.0%';
  return `${percent > 0 ? '+' : '-'}${formatDecimal(Math.abs(percent) / 10, 1)}%`;
}

const decimal = (units: number, places: number): string => {
  const digits = String(Math.abs(units)).padStart(places + 1, '0');
  return `${units < 0 ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
};
/** US cents as dollars: `1234.50`. */
export const dollars = (cents: number): string => decimal(cents, 2);
/** Billionths of an ether as ether: `0.600000000`. */
export const ether = (gwei: number): string => decimal(gwei, 9);
const MICROS_PER_CENT = 10_000;
/** US cents of a sum of fees in millionths of a dollar, rounded half away from zero. Only for what is shown. */
export function centsOf(micros: number): number {
  const cents = Math.floor(Math.abs(micros) / MICROS_PER_CENT + 0.5);
  return micros < 0 && cents > 0 ? -cents : cents;
}
export const worthOf = ({ value, gwei }: { value: number; gwei: number }) => ({
  eth: ether(gwei),
  usd: dollars(value),
});
