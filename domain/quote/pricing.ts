import { addYears, formatUsDay } from '../days.ts';
import type { ProductKey } from '../products/index.ts';
import { PRODUCTS } from '../products/index.ts';

export interface Price {
  /** Whole US dollars for a year. */
  basePerYear: number;
  /** Days charged: end minus start, and 365 for one calendar year, leap year or not. */
  days: number;
  /** Whole US dollars for the whole term. */
  premium: number;
  /** Whole US dollars of cover. */
  coverage: number;
}

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

/** premium = base / 365 × days, rounded to the dollar, in integers (customer.md §9). */
export function price(product: ProductKey, startDay: number, endDay: number): Price {
  const { basePerYear, coverage } = PRODUCTS[product];
  const days = chargedDays(startDay, endDay);
  const premium = Math.floor((basePerYear * days * 2 + 365) / 730);
  return { basePerYear, days, premium, coverage };
}
