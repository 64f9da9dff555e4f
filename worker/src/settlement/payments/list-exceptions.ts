import { chainIdOf } from '#domain/chains.ts';
import { addBusinessDays } from '#domain/days.ts';
import { AppError } from '#domain/errors.ts';
import * as paymentsApi from '#domain/payments/api.ts';
import type { PaymentException } from '#domain/payments/schema.ts';
import type { SignedConsent } from '#domain/policy/consent.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { isRejectable } from '#domain/policy/rejection.ts';
import { PROMISES } from '#domain/promises.ts';
import { keyOfAddress } from '#worker/platform/chain/address.ts';
import { chainOf, nowIso, type WalletCtx } from '#worker/platform/context.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { idCursor, readPage } from '#worker/platform/db/page.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { consentOffer, verifiedConsent } from '#worker/policies/consent.ts';
import {
  exceptionsOf,
  guardOpen,
  type OwnException,
  ownException,
  type Reason,
  setConsent,
} from '#worker/settlement/exceptions/repository.ts';

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

const isOpen = ({ exception, event }: OwnException) =>
  exception.status === 'open' && event.status === 'confirmed';

/**
 * The consent that refunding this payment needs, and the one we have. Until 30 days after the start of the cover we can
 * reject without one.
 */
function consentFor(ctx: WalletCtx, row: OwnException) {
  const { exception, event } = row;
  const { consent_signature, consent_valid_until: until } = exception;
  const consented = consent_signature !== null && until !== null && until > nowIso(ctx) ? until : null;
  const needed = isOpen(row) && !isRejectable(event.cover_from ?? event.block_time, ctx.clock());
  const quote = { id: event.quote_id, contract: exception.contract };
  return {
    consent:
      needed && consented === null
        ? consentOffer(ctx, chainOf(ctx, event.chain_id), quote, BigInt(event.amount ?? '0'))
        : null,
    consented_until: consented,
  };
}

/** Records the payer's consent to the whole refund. Consenting again replaces it. 404 for another wallet's payment. */
async function recordConsent(
  ctx: WalletCtx,
  { id, ...consent }: SignedConsent & { id: number },
): Promise<OwnException> {
  const row = await ownException(ctx.db, id, ctx.actor.wallet);
  if (!row) throw new AppError('not_found', 'There is no such payment.');
  if (!isOpen(row)) throw new AppError('conflict', 'Nothing is owed for this payment.');
  const { event, exception } = row;
  const quote = { id: event.quote_id, contract: exception.contract };
  const amount = BigInt(event.amount ?? '0');
  const stored = await verifiedConsent(ctx, chainOf(ctx, event.chain_id), quote, amount, consent);
  await commit(ctx, [guardOpen(ctx.db, exception), setConsent(ctx.db, id, stored)], () => {
    throw new AppError('conflict', 'Nothing is owed for this payment anymore.');
  });
  ctx.log.info('refund_consented', { exception: id });
  const after = await ownException(ctx.db, id, ctx.actor.wallet);
  if (!after) throw new AppError('not_found', 'There is no such payment.');
  return after;
}
