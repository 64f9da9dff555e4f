import { METHOD_LABELS } from '../../../../../domain/claims/schema.ts';
import { AppError } from '../../../../../domain/errors.ts';
import { claimById, recordedPayouts } from '../../../claims/desk.ts';
import { guardClaim } from '../../../claims/repository.ts';
import type { AdminCtx } from '../../../platform/context.ts';
import { commit } from '../../../platform/db/commit.ts';
import { type PreparedPayout, preparePayout } from '../../../settlement/payouts/prepare.ts';
import { PayoutProposed } from '../../../settlement/registry/refusal.ts';
import { audit } from '../../audit.ts';
import { changedSince, requireSeen } from '../../seen.ts';
import { payableUsd } from './payable.ts';

/**
 * Prepares the payout of an approved claim as a transaction for the claims role. 409 while the registry
 * shows an unrecorded payout on the policy: it may be for this claim, which would be paid twice. 409 as well when the claim
 * is not as the caller saw it.
 */
export async function prepareClaimPayout(
  ctx: AdminCtx,
  id: number,
  ifMatch?: string,
): Promise<PreparedPayout> {
  const row = await claimById(ctx, id);
  requireSeen(row.claim, ifMatch, 'claim');
  const { claim, other } = row;
  const usd = payableUsd(row);
  if (other) {
    throw new AppError(
      'conflict',
      `This claim is to be paid by ${METHOD_LABELS[other.method]}. Withdraw that first to pay it on chain.`,
    );
  }
  const recorded = await recordedPayouts(ctx, row);
  const subject = `claim:${claim.id}`;
  const payout = { policyId: claim.policyId, usd, incidentAt: claim.incidentAt };
  const ready = await preparePayout(ctx, payout).catch(async (error: unknown) => {
    if (error instanceof PayoutProposed) {
      await ctx.db.batch([audit(ctx, { action: 'claim.payout_proposed', subject, after: { usd } })]);
    }
    throw error;
  });
  if (ready.claim_number > recorded + 1) {
    throw new AppError(
      'conflict',
      'The registry shows a payout on this policy that is not confirmed here yet. Please try again in a few minutes.',
    );
  }
  const after = { usd, amount: ready.amount, currency: ready.currency, number: ready.claim_number };
  const prepared = audit(ctx, { action: 'claim.payout_prepared', subject, after });
  await commit(ctx, [guardClaim(ctx.db, claim), prepared], () => {
    throw changedSince('claim');
  });
  return ready;
}
