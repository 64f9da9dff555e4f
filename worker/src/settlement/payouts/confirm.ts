import { type Ctx, chainOf } from '../../platform/context.ts';
import { policyById } from '../../policies/sold.ts';
import type { QuoteRow } from '../../quotes/repository.ts';
import { type Verified, verifyChange } from '../registry/verify.ts';

/** The payout that a transaction is said to make: its claim number, or its dollars and incident time (ISO). */
export type PayoutReport = { policyId: number; txHash: string; at?: number | undefined } & (
  | { claimNumber: number }
  | { usd: number; incidentAt: string }
);

/** Records a payout from the contract's own event: 200 recorded, 202 not certain yet, 422 another event. */
export async function confirmPayout(ctx: Ctx, report: PayoutReport): Promise<Verified> {
  const { policy, quote } = await policyById(ctx, report.policyId);
  const chain = chainOf(ctx, policy.chainId);
  return verifyChange(
    ctx,
    chain,
    { txHash: report.txHash.toLowerCase(), at: report.at },
    (change) =>
      change.kind === 'claim_paid' && change.quoteId === policy.quoteId && isReported(report, change),
    (call) => 'usd' in report && chain.paysClaim(call, callOf(quote, report)),
  );
}

const callOf = ({ id, contract }: QuoteRow, { usd, incidentAt }: { usd: number; incidentAt: string }) => ({
  contract,
  quoteId: id,
  usd,
  incidentAt: Math.floor(Date.parse(incidentAt) / 1000),
});

function isReported(
  report: PayoutReport,
  { claimNumber, usd, incidentAt }: { claimNumber: number; usd: number; incidentAt: number },
): boolean {
  if ('claimNumber' in report) return claimNumber === report.claimNumber;
  return usd === report.usd && incidentAt * 1000 === Date.parse(report.incidentAt);
}
