/** Why money on a chain needs a person. */

/**
 * A payment to us that became no policy: it is owed back. On a chain without a contract, unmarked: it names no quote; dust:
 * sending it back would take more than it is, so nothing is owed.
 */
export const PAYMENT_REASONS = [
  ...(['unknown_quote', 'late', 'duplicate', 'mismatch'] as const),
  ...(['unmarked', 'dust'] as const),
] as const;

/**
 * Money that left for nothing. claim_paid_twice: a claim like it was paid already; payout_without_claim: nothing of its
 * number, incident and dollars was prepared. On a chain without a contract, refund_in_error: a refund that was made before or
 * that differs from what was prepared; transfer_unprepared: anything else that left our account.
 */
const PAYOUT_REASONS = [
  ...(['claim_paid_twice', 'payout_without_claim', 'refund_in_error', 'transfer_unprepared'] as const),
] as const;
export type PayoutReason = (typeof PAYOUT_REASONS)[number];

/** Nothing is sent back: who got a payout owes it to us, and dust can't be sent. */
export const NEVER_OWED = [...PAYOUT_REASONS, 'dust'] as const;
export type NeverOwed = (typeof NEVER_OWED)[number];
export const isNeverOwed = (reason: ExceptionReason): reason is NeverOwed =>
  NEVER_OWED.some((each) => each === reason);

export const EXCEPTION_REASONS = [...PAYMENT_REASONS, ...PAYOUT_REASONS] as const;
export type ExceptionReason = (typeof EXCEPTION_REASONS)[number];

export const isPayoutReason = (reason: ExceptionReason): reason is PayoutReason =>
  PAYOUT_REASONS.some((each) => each === reason);
