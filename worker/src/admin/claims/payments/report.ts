import * as adminClaimsApi from '#domain/admin/claims-api.ts';
import { AppError, fieldError } from '#domain/errors.ts';
import { formatUsd } from '#domain/money.ts';
import { presentForDesk } from '#worker/admin/claims/present.ts';
import { requireSeen } from '#worker/admin/seen.ts';
import { announces, hashIn, verifySent } from '#worker/admin/transfers/sent.ts';
import { type ClaimRow, claimById } from '#worker/claims/desk.ts';
import { stepOf } from '#worker/claims/step.ts';
import { findPayout, moveTransfer } from '#worker/money/transfers/repository.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { reply, serve } from '#worker/platform/http/serve.ts';
import { confirmAnnouncement, confirmPayout } from '#worker/settlement/payouts/payout.ts';
import { otherMethodOf, reportOffChain } from './off-chain-payment.ts';
import { payableUsd } from './payable.ts';

/**
 * Records a claim's payment by its transaction. 200 once the contract's event has paid it; 202 while that
 * is uncertain, with the claim in processing once the chain shows a matching payment. 422 for any other
 * transaction. An announcement is recorded in the same way, and its claim stays approved.
 */
export const reportPayment = serve(adminClaimsApi.reportPayment, async (ctx, input) => {
  const method = otherMethodOf(input.payment_method);
  if (method !== null) return reportOffChain(ctx, { ...input, method });
  const row = await claimById(ctx, input.id);
  const txHash = hashIn(input);
  if (isPaidBy(row, txHash)) return paid(ctx, row);
  const prepared = await findPayout(ctx.db, input.id);
  if (prepared?.tx_hash !== txHash) requireSeen(row.claim, input.ifMatch, 'claim');
  const usd = payableUsd(row);
  if (input.payout_amount !== undefined && input.payout_amount !== usd) {
    throw fieldError('payout_amount', `This claim is approved for ${formatUsd(usd)}.`);
  }
  const { policy_id, incident_at } = row.claim;
  if (prepared && announces(prepared, txHash)) {
    const { status, message } = await confirmAnnouncement(ctx, {
      policyId: policy_id,
      txHash,
      usd,
      incidentAt: incident_at,
    });
    return reply({ data: await presentForDesk(ctx, await claimById(ctx, input.id)), status, message });
  }
  const claimNumber = prepared?.claim_number ?? null;
  const verified = await verifySent(ctx, row.policy, txHash, () =>
    confirmPayout(ctx, {
      policyId: policy_id,
      txHash,
      claimNumber,
      usd,
      incidentAt: incident_at,
      at: input.block_number,
    }),
  );
  if (verified.status === 202) {
    // A hash alone proves nothing: the customer hears of a payment only if the chain shows one.
    if (verified.shown) await note(ctx, row, txHash);
    const data = await presentForDesk(ctx, await claimById(ctx, input.id));
    return reply({ data, status: 202, message: verified.message });
  }
  const now = await claimById(ctx, input.id);
  if (!isPaidBy(now, txHash)) {
    throw new AppError('payment_mismatch', 'This transaction did not pay this claim. See the exceptions.');
  }
  return paid(ctx, now);
});

const isPaidBy = ({ claim, paidBy }: ClaimRow, txHash: string) =>
  claim.status === 'paid' && paidBy?.tx_hash === txHash;

const paid = async (ctx: AdminCtx, row: ClaimRow) =>
  reply({
    data: await presentForDesk(ctx, row),
    status: 200,
    message: 'The transaction is verified and the claim is paid.',
  });

/** Records that this transaction is paying the claim, once per transaction. */
async function note(ctx: AdminCtx, row: ClaimRow, txHash: string): Promise<void> {
  const { claim } = row;
  const prepared = await findPayout(ctx.db, claim.id);
  if (!prepared || (claim.status === 'processing_payment' && prepared.tx_hash === txHash)) return;
  const statements = stepOf(ctx, row, {
    change: { status: 'processing_payment' },
    told: ['claim_payment_sent', { payout_usd: claim.payout_usd ?? 0 }],
    tx_hash: txHash,
    adminId: ctx.admin.id,
    logged: { tx_hash: txHash },
  });
  // Another report, or the event itself, may come first; what it wrote stays.
  // A wallet that raises its fee sends the same call under another hash, and a contract carries out one of them.
  const sent = moveTransfer(ctx.db, prepared, 'sent', { step: 'pay', tx_hash: txHash });
  await commit(ctx, [...statements, ...sent], () => false);
}
