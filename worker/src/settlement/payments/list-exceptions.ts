import { notFound } from '#domain/errors.ts';
import * as paymentsApi from '#domain/payments/api.ts';
import type { PaymentException } from '#domain/payments/schema.ts';
import { keyOfAddress } from '#worker/platform/chain/address.ts';
import type { WalletCtx } from '#worker/platform/context.ts';
import { readPageById } from '#worker/platform/db/page.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { presentPayment } from '#worker/settlement/exceptions/present.ts';
import { exceptionsOf, type OwnException, type Reason } from '#worker/settlement/exceptions/repository.ts';
import { consentFor, recordConsent } from './consent.ts';

/** A page of the actor's payments without a policy that we owe back or have refunded, newest first. */
export const listExceptions = serve(paymentsApi.listPaymentExceptions, async (ctx, input) => {
  const { wallet } = ctx.actor;
  if (keyOfAddress(input.wallet) !== wallet) throw notFound('You cannot see payments of this wallet.');
  const page = await readPageById(
    input,
    (count, cursor) => exceptionsOf(ctx.db, wallet, count, cursor),
    ({ exception }) => exception.id,
  );
  return { ...page, data: page.data.map((row) => presentException(ctx, row)) };
});

/** An exception as its payer sees it. */
function presentException(ctx: WalletCtx, row: OwnException): PaymentException {
  const { exception, refund } = row;
  const refunded = exception.status === 'resolved';
  return {
    ...presentPayment(ctx, row),
    id: exception.id,
    reason: exception.reason as Reason,
    status: refunded ? ('refunded' as const) : ('owed' as const),
    refunded_at: refunded ? (refund?.block_time ?? null) : null,
    refund_tx_hash: refunded ? (refund?.tx_hash ?? null) : null,
    ...consentFor(ctx, row),
  };
}

/** Records the payer's consent to the whole refund. */
export const consentToRefund = serve(paymentsApi.consentToRefund, async (ctx, input) =>
  presentException(ctx, await recordConsent(ctx, input)),
);
