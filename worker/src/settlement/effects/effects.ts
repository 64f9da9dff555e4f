import type { Effects } from '../ledger/effect.ts';
import { claimPaid, holderChanged, owedPaid, paymentOwed, premiumRefunded } from './changes.ts';
import { purchased } from './purchase.ts';

/** The effect of each kind of contract event. */
export const EFFECTS: Effects = {
  purchased,
  claim_paid: claimPaid,
  premium_refunded: premiumRefunded,
  holder_changed: holderChanged,
  payment_owed: paymentOwed,
  owed_paid: owedPaid,
};
