/** The calls for any transfer. What it is for has calls of its own besides, which answer with that record. */
import * as transfersApi from '#domain/admin/transfers-api.ts';
import { conflict, fieldError, orNotFound } from '#domain/errors.ts';
import { requirePermitted } from '#worker/admin/auth/guard.ts';
import { otherMethodOf, withdrawOffChain } from '#worker/admin/claims/payments/off-chain-payment.ts';
import { wantedPayout } from '#worker/admin/claims/payments/prepare.ts';
import { reportPayment } from '#worker/admin/claims/payments/report.ts';
import { wantedExceptionRefund } from '#worker/admin/exceptions/exception.ts';
import { wantedRefund } from '#worker/admin/policies/refund.ts';
import { handOut } from '#worker/admin/transfers/hand-out.ts';
import { discardTransfer as discard, reportRefund } from '#worker/admin/transfers/sent.ts';
import { type TransferRow, transferById } from '#worker/money/transfers/repository.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import { reply, serve } from '#worker/platform/http/serve.ts';

const NEEDS = { payout: 'claims.pay', refund: 'policies.write' } as const;

export const prepareTransfer = serve(transfersApi.prepareTransfer, async (ctx, input) => {
  const { call_data } = input;
  requirePermitted(ctx.admin, NEEDS['claim_id' in input ? 'payout' : 'refund']);
  const none = { claim_number: null, step: null, outcome: null };
  if ('claim_id' in input) {
    const { claim_id: id } = input;
    return { ...none, ...(await handOut(ctx, () => wantedPayout(ctx, { id, call_data }))) };
  }
  const refund = () =>
    'policy_id' in input
      ? wantedRefund(ctx, { ...input, id: input.policy_id })
      : wantedExceptionRefund(ctx, { id: input.exception_id, call_data });
  return { ...none, ...(await handOut(ctx, refund)) };
});

/** 404 if there is none. 403 unless the administrator may send it. */
async function transferOf(ctx: AdminCtx, id: string): Promise<TransferRow> {
  const row = orNotFound(await transferById(ctx.db, id), 'There is no such transfer.');
  requirePermitted(ctx.admin, NEEDS[row.kind]);
  return row;
}

export const discardTransfer = serve(transfersApi.discardTransfer, async (ctx, { id, not_signed }) => {
  const row = await transferOf(ctx, id);
  if (row.ended_at !== null) return row;
  if (row.reference === null) await discard(ctx, row, not_signed ? 'true' : 'false');
  else await withdrawOffChain(ctx, { id: row.claim_id ?? 0 });
  return transferOf(ctx, id);
});

export const reportTransfer = serve(transfersApi.reportTransfer, async (ctx, { id, ...sent }) => {
  const row = await transferOf(ctx, id);
  const { claim_id, policy_id, exception_id, reference, state } = row;
  if ((otherMethodOf(sent.payment_method) !== null) !== (reference !== null)) {
    throw fieldError('payment_method', 'This transfer is made in another way.');
  }
  // The claim's report would propose it again, as another transfer.
  if (reference !== null && state === 'discarded') {
    throw conflict('This payment was withdrawn. Please report a new one for its claim.');
  }
  const about = policy_id === null ? { exceptionId: exception_id ?? 0 } : { policyId: policy_id };
  const { content } =
    claim_id === null
      ? await reportRefund(ctx, row, about, sent)
      : await reportPayment(ctx, { ...sent, id: claim_id });
  return reply({ ...content, data: await transferOf(ctx, id) });
});
