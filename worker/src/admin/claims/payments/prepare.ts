import { METHOD_LABELS } from '../../../../../domain/claims/schema.ts';
import { AppError } from '../../../../../domain/errors.ts';
import { claimById, recordedPayouts } from '../../../claims/desk.ts';
import { guardClaim } from '../../../claims/repository.ts';
import { type AdminCtx, chainOf } from '../../../platform/context.ts';
import { type PreparedPayout, preparePayout } from '../../../settlement/payouts/prepare.ts';
import { PayoutProposed } from '../../../settlement/registry/refusal.ts';
import { audit } from '../../audit.ts';
import { changedSince, requireSeen } from '../../seen.ts';
import { discardTransfer } from '../../transfers/discard.ts';
import { handOut } from '../../transfers/hand-out.ts';
import { type AdminClaim, presentForDesk } from '../present.ts';
import { payableUsd } from './payable.ts';

const subjectOf = (id: number) => `claim:${id}`;

/**
 * Prepares the payout of an approved claim as a transaction for the claims role. 409 while the registry
 * shows an unrecorded payout on the policy: it may be for this claim, which would be paid twice. 409 as well when the claim
 * is not as the caller saw it, and where no contract refuses a second payout, while one that was prepared may still arrive.
 */
export async function prepareClaimPayout(
  ctx: AdminCtx,
  { id, ifMatch, callData = false }: { id: number; ifMatch?: string | undefined; callData?: boolean },
): Promise<PreparedPayout> {
  const row = await claimById(ctx, id);
  requireSeen(row.claim, ifMatch, 'claim');
  const { claim, other, policy } = row;
  const usd = payableUsd(row);
  if (other) {
    throw new AppError(
      'conflict',
      `This claim is to be paid by ${METHOD_LABELS[other.method]}. Withdraw that first to pay it on chain.`,
    );
  }
  const subject = subjectOf(claim.id);
  const { policyId, incidentAt } = claim;
  async function prepare(): Promise<PreparedPayout> {
    const recorded = await recordedPayouts(ctx, row);
    const ready = await preparePayout(ctx, { policyId, usd, incidentAt }).catch(async (error: unknown) => {
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
    return ready;
  }
  return handOut(ctx, {
    ...{ action: 'claim.payout', subject, chain: chainOf(ctx, policy.chainId), quoteId: policy.quoteId },
    ...{ payout: { usd, incidentAt }, callData, prepare },
    isSame: () => true,
    audited: ({ amount, currency, claim_number: number }) => ({ usd, amount, currency, number }),
    guards: [guardClaim(ctx.db, claim)],
    changed: () => changedSince('claim'),
  });
}

/** Discards the payout that was prepared for a claim and certainly not sent, so that it can be prepared again. */
export async function discardClaimPayout(
  ctx: AdminCtx,
  { id, notSigned }: { id: number; notSigned: boolean },
): Promise<AdminClaim> {
  const { policy } = await claimById(ctx, id);
  const { chainId, quoteId } = policy;
  const subject = subjectOf(id);
  await discardTransfer(ctx, { chainId, quoteId, action: 'claim.payout', subject, notSigned });
  return presentForDesk(ctx, await claimById(ctx, id));
}
