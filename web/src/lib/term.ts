import { addYears, dayOf, parseDay } from '../../../domain/days.ts';
import { PRODUCTS, type ProductKey } from '../../../domain/products/index.ts';
import { type Price, price, startProblem, termProblem } from '../../../domain/quote/pricing.ts';

/** UTC day numbers; null while what is typed is no date. */
export interface Term {
  start: number | null;
  end: number | null;
}

/** From today for the length offered first: a year, or for travel 30 days. */
export function defaultTerm(product: ProductKey, now: number): { start: number; end: number } {
  const start = dayOf(now);
  return { start, end: defaultEnd(product, start) };
}

export function defaultEnd(product: ProductKey, start: number): number {
  const { defaultDays } = PRODUCTS[product];
  return defaultDays === 365 ? addYears(start, 1) : start + defaultDays;
}

export interface TermCheck {
  price: Price | null;
  startError: string | null;
  endError: string | null;
}

/** The price of a term, or what is wrong with which date. `today` is a UTC day number. */
export function checkTerm(product: ProductKey, { start, end }: Term, today: number): TermCheck {
  const none = { price: null, startError: null, endError: null };
  if (start === null) return { ...none, startError: 'Please enter a date as MM/DD/YYYY.' };
  const startError = startProblem(start, today);
  if (startError !== null) return { ...none, startError };
  if (end === null) return { ...none, endError: 'Please enter a date as MM/DD/YYYY.' };
  const problem = termProblem(product, start, end);
  if (problem !== null) return { ...none, endError: problem };
  return { ...none, price: price(product, start, end) };
}

/** The term with another start; an end that would come too early moves to the length offered first. */
export function withStart(product: ProductKey, term: Term, start: number | null): Term {
  const early = start !== null && term.end !== null && term.end - start < PRODUCTS[product].minDays;
  return { start, end: early && start !== null ? defaultEnd(product, start) : term.end };
}

/** The term that a link asks for (`YYYY-MM-DD`), if it is on offer today; otherwise the one offered first. */
export function linkedTerm(product: ProductKey, link: { start?: string; end?: string }, now: number): Term {
  const term = { start: parseDay(link.start ?? ''), end: parseDay(link.end ?? '') };
  return checkTerm(product, term, dayOf(now)).price === null ? defaultTerm(product, now) : term;
}
