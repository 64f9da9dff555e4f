import { claimNumber } from '#domain/claims/lifecycle.ts';
import { causeProblem } from '#domain/claims/rules.ts';
import { fieldError } from '#domain/errors.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { causeLabel } from '#domain/products/forms/index.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { claimedOnAnother, coveredInstead } from '#worker/policies/change/repository.ts';
import type { PolicyRow } from '#worker/policies/repository.ts';
import type { ClaimFields } from './repository.ts';

type Incident = Pick<ClaimFields, 'policy_id' | 'incident_date' | 'incident_at'>;

/** Why an incident isn't this policy's, or was claimed on a policy of the same changes of cover, for its customer; null if it can be claimed. */
export async function claimedElsewhere(
  ctx: Ctx,
  { policy_id, incident_date, incident_at }: Incident,
): Promise<string | null> {
  const [successor, other] = await Promise.all([
    coveredInstead(ctx.db, policy_id, incident_at),
    claimedOnAnother(ctx.db, policy_id, incident_date),
  ]);
  if (successor !== null) {
    return `${policyNumber(successor)} replaced this policy before that day. Please make the claim on ${policyNumber(successor)}.`;
  }
  if (other === null) return null;
  return `You claimed for that day with ${claimNumber(other.id)} on ${policyNumber(other.policy_id)}, and an incident is covered once. If something else happened on the same day, please tell us in a message about ${claimNumber(other.id)}.`;
}

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
