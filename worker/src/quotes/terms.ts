import { dayOf, parseDay } from '../../../domain/days.ts';
import { AppError, type ErrorCode } from '../../../domain/errors.ts';
import type { ProductKey } from '../../../domain/products/index.ts';
import { startProblem, termProblem } from '../../../domain/quote/pricing.ts';
import type { Actor } from '../platform/context.ts';

/** A refusal that belongs to one field. */
export function fieldError(path: string, message: string, code: ErrorCode = 'invalid'): AppError {
  return new AppError(code, message, { issues: [{ path, message }] });
}

/** A deactivated account keeps its cover but gets no new one: 403. */
export function requireActive(actor: Actor): void {
  if (actor.active) return;
  throw new AppError(
    'inactive_account',
    'Your account is deactivated and cannot get a quote. Please contact support.',
  );
}

/**
 * The term as UTC day numbers, or 422 in words. A start one UTC day back is taken: it may still be today where the
 * customer is.
 * @param now milliseconds since 1970
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
