import type { BadgeVariant } from '../../../ui/badge.tsx';

export const REASONS = {
  unknown_quote: { title: 'Unknown quote', text: 'The payment names a quote that we did not make.' },
  late: { title: 'Late payment', text: 'The payment came after its quote had expired.' },
  duplicate: { title: 'Paid twice', text: 'Another quote of the same purchase was paid before.' },
  claim_paid_twice: {
    title: 'Claim paid twice',
    text: 'A payout arrived on chain for a claim that was paid already.',
  },
  mismatch: { title: 'Mismatch', text: 'The payment differs from its quote.' },
} as const;

export const STATUSES: Readonly<
  Record<'open' | 'resolved' | 'became_policy' | 'orphaned', { label: string; badge: BadgeVariant }>
> = {
  open: { label: 'Open', badge: 'secondary' },
  resolved: { label: 'Resolved', badge: 'default' },
  became_policy: { label: 'Became a policy', badge: 'default' },
  orphaned: { label: 'Taken back', badge: 'outline' },
};
