import type { ExceptionReason } from '#domain/payments/reasons.ts';
import type { BadgeVariant } from '#web/ui/values.tsx';

export const REASONS = {
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

export const STATUSES: Readonly<
  Record<'open' | 'resolved' | 'became_policy' | 'orphaned', { label: string; variant: BadgeVariant }>
> = {
  open: { label: 'Open', variant: 'secondary' },
  resolved: { label: 'Resolved', variant: 'default' },
  became_policy: { label: 'Became a policy', variant: 'default' },
  orphaned: { label: 'Taken back', variant: 'outline' },
};
