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
  quote_id: string;
  wallet: string;
  email: string;
}

export interface Money {
  /** Base units. */
  amount: string;
  currency: string;
  decimals: number;
}

const about = ({ quote_id, wallet, email }: Addressee) => ({ quote_id, wallet, email });

/** The cover is proven: once a policy, even if a reorganization removes it and it becomes active again. */
export const policyActive = (ctx: Ctx, to: Addressee & { product: ProductKey }): LetterStatements =>
  letter(ctx, {
    ...about(to),
    kind: 'policy_active',
    subject: `Your ${PRODUCTS[to.product].label} policy is active`,
    dedupe_key: `policy_active:${to.quote_id}`,
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
    dedupe_key: `taken_back:${to.quote_id}:${to.decision}`,
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
    dedupe_key: `certificate:${to.wallet}:${to.quote_id}:${to.email}:${after}`,
  });

/** The holder asked to cancel, or agreed to the refund with a change of cover; `refund` is what they will get back. */
export const cancellationReceived = (
  ctx: Ctx,
  to: Addressee & { policyId: number; requested_at: string; byChange?: boolean },
  refund: Money,
): LetterStatements =>
  letter(ctx, {
    ...about(to),
    kind: 'cancellation_received',
    subject: to.byChange
      ? `You changed your cover: the refund of ${policyNumber(to.policyId)}`
      : `We received your cancellation of ${policyNumber(to.policyId)}`,
    payload: { ...refund },
    dedupe_key: `cancellation:${to.quote_id}:${to.requested_at}`,
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
    dedupe_key: `refunded:${to.quote_id}:${refund.txHash}`,
  });
