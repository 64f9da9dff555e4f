import { orNotFound } from '#domain/errors.ts';
import { type Ctx, chainOf } from '#worker/platform/context.ts';
import { policyById } from '#worker/policies/sold.ts';
import { exceptionById } from '#worker/settlement/exceptions/repository.ts';
import { type Verified, verifyChange } from '#worker/settlement/registry/verify.ts';

export type RefundReport = { txHash: string; at?: number | undefined } & (
  | { policyId: number }
  | { exceptionId: number }
);

/** Records a refund from the contract's own event: 200 recorded, 202 not certain yet, 422 another event. */
export async function confirmRefund(ctx: Ctx, report: RefundReport): Promise<Verified> {
  const { quote_id, chain_id } = await refunded(ctx, report);
  return verifyChange(
    ctx,
    chainOf(ctx, chain_id),
    { txHash: report.txHash.toLowerCase(), at: report.at },
    (change) => change.kind === 'premium_refunded' && change.quote_id === quote_id,
  );
}

async function refunded(ctx: Ctx, report: RefundReport) {
  if ('policyId' in report) return (await policyById(ctx, report.policyId)).policy;
  const owed = orNotFound(await exceptionById(ctx.db, report.exceptionId), 'There is no such payment.');
  return owed.event;
}
