import * as z from 'zod';
import { STORED_STATUSES } from '#domain/policy/lifecycle.ts';
import { kind } from './kind.ts';

const step = z.object({
  from_status: z.enum(STORED_STATUSES).nullable(),
  to_status: z.enum(STORED_STATUSES),
  chain_id: z.string(),
  tx_hash: z.string().nullish(),
  event_index: z.number().nullish(),
  /** Base units of the currency, with that day's rate: USD per whole unit. */
  currency: z.string().nullish(),
  amount: z.string().nullish(),
  rate: z.string().nullish(),
  /** Whole US dollars. */
  usd: z.number().nullish(),
});
/** What a step changes of a policy, and the transaction and money of it. */
export type PolicyStep = z.output<typeof step>;

const noted = (line: string | ((data: PolicyStep) => string)) =>
  kind<PolicyStep>({ data: step, line: typeof line === 'string' ? () => line : line });

const ENDED: Readonly<Record<string, string>> = {
  rejected: 'Policy rejected, premium refunded',
  cancelled: 'Policy canceled, premium refunded',
  withdrawn: 'Withdrawn from, premium refunded',
};

/** The steps of a policy. Its history calls `policy_ended` by the status that it ended with. */
export const HISTORY = {
  policy_opened: noted('Policy purchased'),
  policy_confirmed: noted('Purchase confirmed by the network'),
  policy_activated: noted('Policy activated'),
  policy_orphaned: noted('Change reversed by the network'),
  policy_reappeared: noted('Purchase confirmed again by the network'),
  policy_payment_replaced: noted('Another payment replaced a lost one'),
  policy_ended: noted(({ to_status }) => ENDED[to_status] ?? ''),
  policy_claim_paid: noted('Claim paid'),
  policy_payment_owed: noted('Payment waiting to be collected'),
  policy_owed_paid: noted('Payment collected'),
  policy_holder_changed: noted('Policy moved to another wallet'),
  policy_holder_change_proposed: noted('Change of holder proposed'),
  policy_holder_change_confirmed: noted('Change of holder confirmed'),
  policy_holder_change_contested: noted('Objection to a change of holder'),
  policy_holder_change_stopped: noted('Change of holder stopped'),
  policy_replaced: noted('Policy replaced by a change of cover'),
  policy_cancellation_requested: noted('Cancellation requested'),
  policy_cancellation_closed: noted('Cancellation request closed'),
  policy_withdrawal_received: noted('Withdrawal from the contract received'),
  policy_withdrawal_closed: noted('Withdrawal handed to a person, because a claim was paid'),
  policy_payout_announced: noted('Claim payout announced'),
  policy_payout_vetoed: noted('Announced payout stopped'),
  policy_paid_in_error: noted('Money sent in error'),
  policy_beneficiary_changed: noted('Beneficiary changed'),
  policy_contact_changed: noted('Contact details changed'),
};
