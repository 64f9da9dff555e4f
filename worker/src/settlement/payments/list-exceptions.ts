import { chainIdOf } from '#domain/chains.ts';
import { addBusinessDays } from '#domain/days.ts';
import { AppError } from '#domain/errors.ts';
import * as paymentsApi from '#domain/payments/api.ts';
import type { PaymentException } from '#domain/payments/schema.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { PROMISES } from '#domain/promises.ts';
import { keyOfAddress } from '#worker/platform/chain/address.ts';
import type { WalletCtx } from '#worker/platform/context.ts';
import { idCursor, readPage } from '#worker/platform/db/page.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { exceptionsOf, type OwnException, type Reason } from '#worker/settlement/exceptions/repository.ts';
import { consentFor, recordConsent } from './consent.ts';

/** A page of the actor's payments without a policy that we owe back or have refunded, newest first. */
export const listExceptions = serve(paymentsApi.listPaymentExceptions, async (ctx, input) => {
  const { wallet } = ctx.actor;
  if (keyOfAddress(input.wallet) !== wallet) {
    throw new AppError('not_found', 'You cannot see payments of this wallet.');
  }
  const cursor = idCursor(input);
  const page = await readPage(
    input,
    cursor,
    (count) => exceptionsOf(ctx.db, wallet, count, cursor),
    ({ exception }) => ({ at: null, id: exception.id }),
  );
  return { ...page, data: page.data.map((row) => presentException(ctx, row)) };
});

/** An exception as its payer sees it. */
function presentException(ctx: WalletCtx, row: OwnException): PaymentException {
  const { exception, event, currency, decimals, policyId, refund } = row;
  const { chain_id, token, block_time } = event;
  // For a quote that isn't ours, only the chain knows the currency.
  const known = ctx.chains
    .find((chain) => chain.id === chain_id)
    ?.currencies.find((each) => each.token === token);
  const refunded = exception.status === 'resolved';
  return {
    id: exception.id,
    reason: exception.reason as Reason,
    status: refunded ? ('refunded' as const) : ('owed' as const),
    quote_id: event.quote_id,
    chain_id: chainIdOf(chain_id),
    tx_hash: event.tx_hash,
    currency: currency ?? known?.symbol ?? token ?? '',
    decimals: decimals ?? known?.decimals ?? 0,
    amount: event.amount ?? '0',
    paid_at: block_time,
    refund_due_at: new Date(
      addBusinessDays(Date.parse(block_time), PROMISES.refundBusinessDays),
    ).toISOString(),
    refunded_at: refunded ? (refund?.block_time ?? null) : null,
    refund_tx_hash: refunded ? (refund?.tx_hash ?? null) : null,
    policy_id: policyId,
    policy_number: policyId === null ? null : policyNumber(policyId),
    ...consentFor(ctx, row),
  };
}

/** Records the payer's consent to the whole refund. */
export const consentToRefund = serve(paymentsApi.consentToRefund, async (ctx, input) =>
  presentException(ctx, await recordConsent(ctx, input)),
);
