/** What bookings and waiting amounts are called. */
import type { Aged, ENTRY_KINDS } from '#domain/admin/books-schema.ts';

export const ENTRY_LABELS: Readonly<Record<(typeof ENTRY_KINDS)[number], string>> = {
  premium: 'Premium',
  refund: 'Premium refunded',
  unmatched: 'Payment without a policy',
  unmatched_refund: 'Payment sent back',
  dust: 'Small payments',
  claim_paid: 'Claim paid',
  claim_paid_other: 'Claim paid outside the chain',
  payment_owed: 'Payment not delivered',
  owed_paid: 'Owed payment taken',
  paid_in_error: 'Paid in error',
  pool_funded: 'Capital put in',
  capital_withdrawn: 'Capital taken out',
  reserve: 'Claims reserve',
  refund_owed: 'Refund owed',
  earned: 'Premium earned',
  network_fees: 'Network fees',
  revaluation: 'Exchange difference',
  adjustment: 'Adjustment of a closed month',
  adjusted_later: 'Changed since and booked later',
};

/** What an entry is called, such as “Reversed: Premium”. */
export const entryLabel = (kind: (typeof ENTRY_KINDS)[number], isReversal: boolean): string =>
  isReversal ? `Reversed: ${ENTRY_LABELS[kind]}` : ENTRY_LABELS[kind];

export const AGED_LABELS: Readonly<Record<Aged, string>> = {
  claims: 'Claims to decide',
  payouts: 'Payouts to send',
  refunds: 'Refunds of policies',
  exceptions: 'Payments to send back',
};
