import type { Effects } from '#worker/settlement/ledger/effect.ts';
import {
  cancellationConsented,
  claimPaid,
  consentRevoked,
  holderChangeConfirmed,
  holderChangeContested,
  holderChanged,
  holderChangeProposed,
  holderChangeStopped,
  owedPaid,
  paidInError,
  paymentOwed,
  premiumRefunded,
} from './changes.ts';
import { capital, governance, payoutAnnounced } from './contract.ts';
import { purchased } from './purchase.ts';

/** The effect of each kind of contract event. */
export const EFFECTS: Effects = {
  purchased,
  claim_paid: claimPaid,
  premium_refunded: premiumRefunded,
  holder_change_proposed: holderChangeProposed,
  holder_change_confirmed: holderChangeConfirmed,
  holder_change_contested: holderChangeContested,
  holder_change_stopped: holderChangeStopped,
  holder_changed: holderChanged,
  payment_owed: paymentOwed,
  owed_paid: owedPaid,
  payout_announced: payoutAnnounced,
  cancellation_consented: cancellationConsented,
  consent_revoked: consentRevoked,
  paid_in_error: paidInError,
  pool_funded: capital,
  capital_withdrawn: capital,
  governance,
};
