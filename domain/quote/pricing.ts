import { addYears, formatUsDay } from '#domain/days.ts';
import { formatUsd } from '#domain/money.ts';
import { tariffRow } from '#domain/products/choice.ts';
import { PRODUCTS, type ProductKey } from '#domain/products/index.ts';
import type { Choice, TariffRow } from '#domain/products/product.ts';

/** A line of a price, in US cents. The lines add up to the premium. */
interface PriceLine {
  label: string;
  cents: number;
}

export interface Price extends TariffRow {
  /** Days charged: end minus start, and 365 for one calendar year, leap year or not. */
  days: number;
  /** Whole US dollars for the whole term. */
  premium: number;
  /** Each insured person's part of it. One entry for a thing. */
  shares: readonly number[];
  /** Whole US dollars of cover in all: the chosen one for each of them. */
  insured: number;
  lines: readonly PriceLine[];
}

/** Claim-free years behind a renewal, 1 to 3, and the newest policy that they were read from. */
export interface NoClaims {
  years: number;
  policy_number: string;
}

const DISCOUNT_PER_YEAR = 5;

/** Days charged for cover from `startDay` to `endDay` (UTC day numbers). */
export function chargedDays(startDay: number, endDay: number): number {
  return addYears(startDay, 1) === endDay ? 365 : endDay - startDay;
}

/** The last UTC day number on which cover can start: one year ahead. */
export function latestStart(today: number): number {
  return addYears(today, 1);
}

/** Why cover cannot start on a day, in a sentence; null when it can. All days are UTC day numbers. */
export function startProblem(startDay: number, today: number): string | null {
  if (startDay < today) return 'Cover cannot start before today.';
  const latest = latestStart(today);
  if (startDay <= latest) return null;
  return `Cover can start at most one year ahead, by ${formatUsDay(latest)}.`;
}

/** Why a term is not on offer, in a sentence; null when it is. */
export function termProblem(product: ProductKey, startDay: number, endDay: number): string | null {
  const { minDays, maxDays, label } = PRODUCTS[product];
  const days = endDay - startDay;
  if (days < 0) return 'The end date is before the start date.';
  if (days < minDays || days > maxDays) {
    return `${label} runs from ${minDays} ${minDays === 1 ? 'day' : 'days'} to ${maxDays} days; these dates make ${days}.`;
  }
  return null;
}

/**
 * premium = base / 365 × days, less 5 % per claim-free year, rounded half up to the dollar, in integers (customer.md §9;
 * bases and discount in product.md §2). Each further person pays the same, or half of it, rounded up, if `children` says that
 * they are a child. Throws if the product isn't sold with this choice.
 */
export function price(
  product: ProductKey,
  choice: Choice,
  startDay: number,
  endDay: number,
  noClaims: NoClaims | null = null,
  children: readonly boolean[] = [],
): Price {
  const row = tariffRow(product, choice);
  if (!row) throw new RangeError(`${product} has no such choice`);
  const days = chargedDays(startDay, endDay);
  const off = DISCOUNT_PER_YEAR * (noClaims?.years ?? 0);
  const charged = row.basePerYear * days * (100 - off);
  const full = roundedDivision(row.basePerYear * 100 * days, 365);
  const exact = roundedDivision(charged, 365);
  const one = roundedDivision(charged, 365 * 100);
  const shares = [one, ...children.map((child) => (child ? Math.ceil(one / 2) : one))];
  const premium = sum(shares);
  const term = days === 365 ? 'One year' : `${formatUsd(row.basePerYear)} ÷ 365 × ${days}`;
  const lines = [
    { label: children[0] === undefined ? term : `Traveler 1: ${term}`, cents: full },
    {
      label: `No claims on ${noClaims?.policy_number}, read from the registry: −${off} %`,
      cents: exact - full,
    },
    ...children.map((child, index) => ({
      label: `Traveler ${index + 2}${child ? ', under 18: half' : ''}`,
      cents: child ? roundedDivision(exact, 2) : exact,
    })),
  ];
  const rounding = premium * 100 - sum(lines.map(({ cents }) => cents));
  return {
    ...row,
    days,
    premium,
    shares,
    insured: row.coverage * shares.length,
    lines: [...lines, { label: 'Rounded to the dollar', cents: rounding }].filter(({ cents }) => cents !== 0),
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/** The quotient of two positive integers, rounded half up. */
const roundedDivision = (dividend: number, divisor: number): number =>
  Math.floor((dividend * 2 + divisor) / (divisor * 2));
