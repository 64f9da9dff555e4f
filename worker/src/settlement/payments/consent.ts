import { conflict, orNotFound } from '#domain/errors.ts';
import type { SignedConsent } from '#domain/policy/consent.ts';
import { isRejectable } from '#domain/policy/rejection.ts';
import { chainOf, nowIso, type WalletCtx } from '#worker/platform/context.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { consentOffer, verifiedConsent } from '#worker/policies/consent.ts';
import {
  guardOpen,
  type OwnException,
  ownException,
  payerConsentUntil,
  setConsent,
} from '#worker/settlement/exceptions/repository.ts';

const isOpen = ({ exception, event }: OwnException) =>
  exception.status === 'open' && event.status === 'confirmed';

/**
 * The consent that refunding this payment needs, and the one we have. Until 30 days after the start of the cover we can
 * reject without one.
 */
export function consentFor(ctx: WalletCtx, row: OwnException) {
  const { exception, event } = row;
  const consented = payerConsentUntil(exception, nowIso(ctx));
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
export async function recordConsent(
  ctx: WalletCtx,
  { id, ...consent }: SignedConsent & { id: number },
): Promise<OwnException> {
  const row = orNotFound(await ownException(ctx.db, id, ctx.actor.wallet), 'There is no such payment.');
  if (!isOpen(row)) throw conflict('Nothing is owed for this payment.');
  const { event, exception } = row;
  const quote = { id: event.quote_id, contract: exception.contract };
  const amount = BigInt(event.amount ?? '0');
  const given = await verifiedConsent(ctx, chainOf(ctx, event.chain_id), quote, amount, consent);
  const stored = { signature: given.consent_signature, valid_until: given.consent_until };
  await commit(
    ctx,
    [guardOpen(ctx.db, exception), setConsent(ctx.db, id, stored)],
    conflict('Nothing is owed for this payment anymore.'),
  );
  ctx.log.info('refund_consented', { exception: id });
  return orNotFound(await ownException(ctx.db, id, ctx.actor.wallet), 'There is no such payment.');
}
