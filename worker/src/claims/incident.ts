import { claimNumber } from '#domain/claims/lifecycle.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { claimedOnAnother, coveredInstead } from '#worker/policies/change/repository.ts';
import type { ClaimFields } from './repository.ts';

type Incident = Pick<ClaimFields, 'policy_id' | 'incident_date' | 'incident_at'>;

/** Why an incident isn't this policy's, or was claimed on a policy of the same changes of cover, for its customer; null if it can be claimed. */
export async function claimedElsewhere(
  ctx: Ctx,
  { policy_id, incident_date, incident_at }: Incident,
): Promise<string | null> {
  const successor = await coveredInstead(ctx.db, policy_id, incident_at);
  if (successor !== null) {
    return `${policyNumber(successor)} replaced this policy before that day. Please make the claim on ${policyNumber(successor)}.`;
  }
  const other = await claimedOnAnother(ctx.db, policy_id, incident_date);
  if (other === null) return null;
  return `You claimed for that day with ${claimNumber(other.id)} on ${policyNumber(other.policy_id)}, and an incident is covered once. If something else happened on the same day, please tell us in a message about ${claimNumber(other.id)}.`;
}
