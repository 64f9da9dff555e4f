import { DAY_SECONDS } from '#domain/days.ts';
import { AppError, fieldError } from '#domain/errors.ts';
import { ChainUnreachable } from '#domain/json-rpc.ts';
import { CONSENT_DAYS } from '#domain/policy/cancellation.ts';
import type { CancellationRequest } from '#domain/policy/consent.ts';
import type { Chain } from '#worker/platform/chain/chain.ts';
import { isoOf, type WalletCtx } from '#worker/platform/context.ts';
import type { QuoteRow } from '#worker/quotes/repository.ts';

/** Seconds that a browser's clock may be ahead of the worker's. */
const CLOCK_SLACK = 300;

/** What a consent is about: the quote of a policy, or of a payment that became none. */
export type Consented = Pick<QuoteRow, 'id' | 'contract'>;

const termsOf = ({ actor }: WalletCtx, { id, contract }: Consented, refund: bigint, validUntil: number) => ({
  contract,
  quoteId: id,
  holder: actor.wallet,
  refund,
  validUntil,
});

const seconds = (ms: number) => Math.floor(ms / 1000);

/** What the holder signs to agree to a refund, good for 14 days. */
export function consentOffer(ctx: WalletCtx, chain: Chain, quote: Consented, refund: bigint) {
  const validUntil = seconds(ctx.clock()) + CONSENT_DAYS * DAY_SECONDS;
  return {
    consent: chain.consentRequest(termsOf(ctx, quote, refund, validUntil)),
    valid_until: isoOf(validUntil),
  };
}

/** A consent as it is stored: a signature, or a call that the contract keeps; and its last second (ISO). */
export interface Consent {
  consent_by: 'signature' | 'call';
  consent_signature: string | null;
  consent_until: string;
}

/** The consent as it is stored. 422 when it is not the actor's to this refund, or not in its 14 days. */
export async function verifiedConsent(
  ctx: WalletCtx,
  chain: Chain,
  quote: Consented,
  refund: bigint,
  { signature, valid_until }: CancellationRequest,
): Promise<Consent> {
  if (signature === undefined || valid_until === undefined) {
    throw fieldError('signature', 'Please sign the cancellation with your wallet.');
  }
  const validUntil = seconds(Date.parse(valid_until));
  const now = seconds(ctx.clock());
  if (validUntil <= now || validUntil > now + CONSENT_DAYS * DAY_SECONDS + CLOCK_SLACK) {
    throw fieldError('valid_until', `A consent is good for ${CONSENT_DAYS} days. Please sign it again.`);
  }
  if (!(await isSigned(ctx, chain, termsOf(ctx, quote, refund, validUntil), signature))) {
    throw fieldError(
      'signature',
      'This signature does not match the current refund. Please review the refund and sign again.',
    );
  }
  return {
    consent_by: 'signature',
    consent_signature: signature.toLowerCase(),
    consent_until: isoOf(validUntil),
  };
}

async function isSigned(
  ctx: WalletCtx,
  chain: Chain,
  terms: ReturnType<typeof termsOf>,
  signature: string,
): Promise<boolean> {
  try {
    return await chain.verifyConsent(terms, signature);
  } catch (error) {
    if (!(error instanceof ChainUnreachable)) throw error;
    ctx.log.warn('consent_chain_unreachable', { chain: chain.id, reason: error.message });
    throw new AppError(
      'chain_unreachable',
      'The network cannot be reached at the moment, so we cannot check your signature. Please try again shortly.',
    );
  }
}
