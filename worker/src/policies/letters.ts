import { policyNumber } from '#domain/policy/lifecycle.ts';
import { PRODUCTS, type ProductKey } from '#domain/products/index.ts';
import { letter } from '#worker/delivery/mail/letter.ts';
import type { Ctx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';

/** Letters about a policy, as statements for the batch that causes them. */
export type LetterStatements = [Statement, Statement];

/** The wallet and address to write to, and the policy. */
export interface Addressee {
  /** Id of the policy's quote. */
  quoteId: string;
  wallet: string;
  email: string;
}

export interface Money {
  /** Base units. */
  amount: string;
  currency: string;
  decimals: number;
}

const about = ({ quoteId, wallet, email }: Addressee) => ({ quoteId, wallet, email });

/** The cover is proven: once a policy, even if a reorganization removes it and it becomes active again. */
export const policyActive = (ctx: Ctx, to: Addressee & { product: ProductKey }): LetterStatements =>
  letter(ctx, {
    ...about(to),
    kind: 'policy_active',
    subject: `Your ${PRODUCTS[to.product].label} policy is active`,
    dedupeKey: `policy_active:${to.quoteId}`,
  });

/**
 * A rejection was withdrawn, and the policy is active.
 * @param to `decision` identifies the decision among the policy's
 */
export const policyTakenBack = (
  ctx: Ctx,
  to: Addressee & { policyId: number; decision: number },
): LetterStatements =>
  letter(ctx, {
    ...about(to),
    kind: 'policy_active',
    subject: `We accept policy ${policyNumber(to.policyId)} after all`,
    payload: { taken_back: 1 },
    dedupeKey: `taken_back:${to.quoteId}:${to.decision}`,
  });

/**
 * @param after when the last such letter to this address was written; keeps two simultaneous requests to
 * one letter
 */
export const certificateAsked = (
  ctx: Ctx,
  to: Addressee & { policyId: number },
  after: string,
): LetterStatements =>
  letter(ctx, {
    ...about(to),
    kind: 'certificate',
    subject: `Your insurance certificate ${policyNumber(to.policyId)}`,
    dedupeKey: `certificate:${to.wallet}:${to.quoteId}:${to.email}:${after}`,
  });

/** The holder asked to cancel, or agreed to the refund with a change of cover; `refund` is what they will get back. */
export const cancellationReceived = (
  ctx: Ctx,
  to: Addressee & { policyId: number; requestedAt: string; byChange?: boolean },
  refund: Money,
): LetterStatements =>
  letter(ctx, {
    ...about(to),
    kind: 'cancellation_received',
    subject: to.byChange
      ? `You changed your cover: the refund of ${policyNumber(to.policyId)}`
      : `We received your cancellation of ${policyNumber(to.policyId)}`,
    payload: { ...refund },
    dedupeKey: `cancellation:${to.quoteId}:${to.requestedAt}`,
  });

/** The premium was refunded on chain; `txHash` is the refund's transaction. */
export const premiumRefunded = (
  ctx: Ctx,
  to: Addressee & { policyId: number },
  refund: Money & { txHash: string },
): LetterStatements =>
  letter(ctx, {
    ...about(to),
    kind: 'refunded',
    subject: `Your premium for ${policyNumber(to.policyId)} was refunded`,
    payload: { ...refund },
    dedupeKey: `refunded:${to.quoteId}:${refund.txHash}`,
  });
