import { type Ctx, chainOf } from '#worker/platform/context.ts';
import { policyById } from '#worker/policies/sold.ts';
import { type Verified, verifyChange } from '#worker/settlement/registry/verify.ts';

/**
 * The payout that a transaction is said to make: by its claim number, its dollars and incident time (ISO), or all of them.
 */
export type PayoutReport = { policyId: number; txHash: string; at?: number | undefined } & (
  | { claimNumber: number }
  | { usd: number; incidentAt: string; claimNumber?: number | null }
);

/** Records a payout from the contract's own event: 200 recorded, 202 not certain yet, 422 another event. */
export async function confirmPayout(ctx: Ctx, report: PayoutReport): Promise<Verified> {
  const { claimNumber } = report;
  const { policy, quote } = await policyById(ctx, report.policyId);
  const chain = chainOf(ctx, policy.chain_id);
  return verifyChange(
    ctx,
    chain,
    { txHash: report.txHash.toLowerCase(), at: report.at },
    (change) =>
      change.kind === 'claim_paid' && change.quote_id === policy.quote_id && isReported(report, change),
    (call) => {
      if (!('usd' in report) || !claimNumber) return false;
      const { usd, incidentAt: iso } = report;
      const incidentAt = Math.floor(Date.parse(iso) / 1000);
      const { id: quoteId, contract } = quote;
      return chain.paysClaim(call, { contract, quoteId, claimNumber, incidentAt, usd });
    },
  );
}

/** Records a proposed payout from the contract's own event, so that the queue shows at once what it waits for. */
export async function confirmProposal(
  ctx: Ctx,
  report: { policyId: number; txHash: string; usd: number; incidentAt: string },
): Promise<Verified> {
  const { policy } = await policyById(ctx, report.policyId);
  return verifyChange(
    ctx,
    chainOf(ctx, policy.chain_id),
    { txHash: report.txHash.toLowerCase() },
    (change) =>
      change.kind === 'payout_proposed' &&
      change.quote_id === policy.quote_id &&
      change.usd === report.usd &&
      change.incidentAt * 1000 === Date.parse(report.incidentAt),
  );
}

function isReported(
  report: PayoutReport,
  { claimNumber, usd, incidentAt }: { claimNumber: number; usd: number; incidentAt: number },
): boolean {
  if (report.claimNumber && claimNumber !== report.claimNumber) return false;
  return !('usd' in report) || (usd === report.usd && incidentAt * 1000 === Date.parse(report.incidentAt));
}
