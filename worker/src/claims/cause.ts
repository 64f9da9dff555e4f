import { causeProblem } from '#domain/claims/rules.ts';
import { causeLabel } from '#domain/products/forms/index.ts';
import type { PolicyRow } from '#worker/policies/repository.ts';
import { fieldError } from '#worker/quotes/terms.ts';

/** 422 unless the policy's product has this cause of loss, and covers it on the day of the incident. */
export function requireCause(
  {
    product,
    cover_start_date,
    start_date,
  }: Pick<PolicyRow['policy'], 'product' | 'cover_start_date' | 'start_date'>,
  cause: string | null,
  day: string,
): void {
  if (cause !== null && causeLabel(product, cause) === null) {
    throw fieldError('cause', 'Please choose a cause from the list.');
  }
  const problem = causeProblem(cause, day, { coverStart: cover_start_date, start: start_date });
  if (problem !== null) throw fieldError('cause', problem);
}
