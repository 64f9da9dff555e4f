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

/** What the desk calls each, and what it means. */
export const EXCEPTION_REASON_TEXTS = {
  unknown_quote: { title: 'Unknown quote', text: 'The payment names a quote that we did not make.' },
  late: { title: 'Late payment', text: 'The payment came after its quote had expired.' },
  duplicate: { title: 'Paid twice', text: 'Another quote of the same purchase was paid before.' },
  claim_paid_twice: {
    title: 'Claim paid twice',
    text: 'A payout arrived on chain for a claim that was already paid.',
  },
  payout_without_claim: {
    title: 'Payout without a claim',
    text: 'A payout on chain pays no claim: nothing with its number, incident and dollars was prepared here.',
  },
  refund_in_error: {
    title: 'Refund in error',
    text: 'A refund left our account that was made before, or that differs from what was prepared here.',
  },
  transfer_unprepared: {
    title: 'Transfer that nobody prepared',
    text: 'Money left our account, and no payout or refund like it was prepared here.',
  },
  mismatch: { title: 'Mismatch', text: 'The payment differs from its quote.' },
  unmarked: {
    title: 'No remark',
    text: 'The transfer names no quote, so it goes back.',
  },
  dust: {
    title: 'Too small to send back',
    text: 'The transfer bought nothing. It is below what an account must hold and a fee, so nothing is owed.',
  },
} as const satisfies Readonly<Record<ExceptionReason, { title: string; text: string }>>;

/** The one name of a payment exception: `Paid twice #12`. */
export const exceptionName = ({ reason, id }: { reason: ExceptionReason; id: number }): string =>
  `${EXCEPTION_REASON_TEXTS[reason].title} #${id}`;
