import { type Ctx, chainOf } from '../context.ts';
import { policyById } from '../policy/sold.ts';
import { type Verified, verifyChange } from '../registry/verify.ts';

/** Records a payout by its transaction, from the contract's own event: 200 recorded, 202 not certain yet, 422 another event. */
export async function confirmPayout(
  ctx: Ctx,
  report: { policyId: number; claimNumber: number; txHash: string },
): Promise<Verified> {
  const { policy } = await policyById(ctx, report.policyId);
  return verifyChange(
    ctx,
    chainOf(ctx, policy.chainId),
    report.txHash.toLowerCase(),
    (change) =>
      change.kind === 'claim_paid' &&
      change.quoteId === policy.quoteId &&
      change.claimNumber === report.claimNumber,
  );
}
