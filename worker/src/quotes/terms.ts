import { dayOf, parseDay } from '#domain/days.ts';
import { AppError, fieldError } from '#domain/errors.ts';
import type { Details } from '#domain/products/forms/facts.ts';
import { FORMS } from '#domain/products/forms/index.ts';
import { childrenIn } from '#domain/products/forms/travelers.ts';
import type { ProductKey } from '#domain/products/index.ts';
import type { Choice } from '#domain/products/product.ts';
import { type NoClaims, type Price, price, startProblem, termProblem } from '#domain/quote/pricing.ts';
import { coverProblem } from '#domain/quote/schema.ts';
import type { Actor } from '#worker/platform/context.ts';

/** Throws 403 for a deactivated account, which keeps its cover but gets no new one. */
export function requireActive(actor: Actor): void {
  if (actor.active) return;
  throw new AppError(
    'inactive_account',
    'Your account is deactivated and cannot get a quote. Please contact support.',
  );
}

/**
 * The term as UTC day numbers, or 422 with a sentence. A start one UTC day ago is allowed, because it may
 * still be today in the customer's time zone.
 * @param now milliseconds since the Unix epoch
 */
export function checkTerm(product: ProductKey, startDate: string, endDate: string, now: number) {
  const startDay = parseDay(startDate);
  const endDay = parseDay(endDate);
  if (startDay === null) throw fieldError('policy_start_date', 'Please enter a real date as YYYY-MM-DD.');
  if (endDay === null) throw fieldError('policy_end_date', 'Please enter a real date as YYYY-MM-DD.');
  const today = dayOf(now);
  const wrongStart = startProblem(startDay === today - 1 ? today : startDay, today);
  if (wrongStart) throw fieldError('policy_start_date', wrongStart);
  const problem = termProblem(product, startDay, endDay);
  if (problem) throw fieldError('policy_end_date', problem);
  return { startDay, endDay };
}

/** The price of what is insured, or 422 if its people can't have this cover together. */
export function priceOf(
  { product, details, choice }: { product: ProductKey; details: Details; choice: Choice },
  { startDay, endDay }: { startDay: number; endDay: number },
  noClaims: NoClaims | null,
): Price {
  const children = childrenIn(product, details, startDay);
  const problem = coverProblem(product, choice, children.length + 1);
  if (problem !== null) throw fieldError('choices', problem);
  return price(product, choice, startDay, endDay, noClaims, children);
}

interface Acceptance {
  wording_version: string | null;
  /** ISO time by our clock. */
  wording_accepted_at: string | null;
}

/** What the holder says to have accepted, with the time; 422 when that text is not the current one anymore. */
export function acceptWording(product: ProductKey, version: string | undefined, at: string): Acceptance {
  if (version === undefined) return { wording_version: null, wording_accepted_at: null };
  if (version === FORMS[product].wording.version)
    return { wording_version: version, wording_accepted_at: at };
  throw fieldError('wording_version', 'The terms have changed. Please read and accept the current ones.');
}

/** When the current wording was accepted, with the quote or before it with its draft; null when it was not. */
export function acceptedAt(
  product: ProductKey,
  ...acceptances: readonly (Acceptance | null)[]
): string | null {
  const current = acceptances.find((each) => each?.wording_version === FORMS[product].wording.version);
  return current?.wording_accepted_at ?? null;
}
