import { addYears, dayOf, parseDay } from '#domain/days.ts';
import { PRODUCTS, type ProductKey } from '#domain/products/index.ts';
import type { Choice } from '#domain/products/product.ts';
import { type NoClaims, type Price, price, startProblem, termProblem } from '#domain/quote/pricing.ts';

/** UTC day numbers; null while the typed text is not a date. */
export interface Term {
  start: number | null;
  end: number | null;
}

/** From today, a UTC day number, for the length that the product offers first. */
export function defaultTerm(product: ProductKey, today: number): { start: number; end: number } {
  return { start: today, end: defaultEnd(product, today) };
}

function defaultEnd(product: ProductKey, start: number): number {
  const { defaultDays } = PRODUCTS[product];
  return defaultDays === 365 ? addYears(start, 1) : start + defaultDays;
}

export interface TermCheck {
  price: Price | null;
  startError: string | null;
  endError: string | null;
}

/** The price of a term, or which date is wrong and why. `today` is a UTC day number. */
export function checkTerm(
  product: ProductKey,
  choice: Choice,
  { start, end }: Term,
  today: number,
  noClaims: NoClaims | null = null,
  children: readonly boolean[] = [],
): TermCheck {
  const none = { price: null, startError: null, endError: null };
  if (start === null) return { ...none, startError: 'Please enter a date as MM/DD/YYYY.' };
  const startError = startProblem(start, today);
  if (startError !== null) return { ...none, startError };
  if (end === null) return { ...none, endError: 'Please enter a date as MM/DD/YYYY.' };
  const problem = termProblem(product, start, end);
  if (problem !== null) return { ...none, endError: problem };
  return { ...none, price: price(product, choice, start, end, noClaims, children) };
}

/** The term with a new start. An end that would be too early moves to the default length. */
export function withStart(product: ProductKey, term: Term, start: number | null): Term {
  const early = start !== null && term.end !== null && term.end - start < PRODUCTS[product].minDays;
  return { start, end: early && start !== null ? defaultEnd(product, start) : term.end };
}

/** The term that a link asks for (`YYYY-MM-DD`) if we offer it today, otherwise the default. */
export function linkedTerm(
  product: ProductKey,
  link: { start?: string | undefined; end?: string | undefined },
  now: number,
): Term {
  const term = { start: parseDay(link.start ?? ''), end: parseDay(link.end ?? '') };
  return checkTerm(product, PRODUCTS[product].defaultChoice, term, dayOf(now)).price === null
    ? defaultTerm(product, dayOf(now))
    : term;
}
