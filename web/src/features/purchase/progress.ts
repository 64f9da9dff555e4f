import * as z from 'zod';
import { hash32 } from '#domain/fields.ts';
import { POLICY_STATUSES, type PolicyStatus } from '#domain/policy/lifecycle.ts';
import type { Step } from '#web/ui/stepper.tsx';
import type { PaymentEnd } from '#web/wallet/payments.ts';

/** All that the confirmation needs of the policy, whatever else its answer says. */
export const reportAnswer = z.object({
  id: z.number().int().nullable(),
  policy_number: z.string().nullable(),
  quote_id: hash32.nullable(),
  status: z.enum(POLICY_STATUSES),
});

export type ReportAnswer = z.output<typeof reportAnswer>;

export interface PaymentFacts {
  receipt: 'unknown' | PaymentEnd['status'];
  /** The block that has the payment but can still be replaced; null without one. */
  block: number | null;
  /** Confirmations so far and required, or null until known. */
  confirmations: { count: number; required: number } | null;
  /** The status of the policy that it bought; null until there is one. */
  policy: PolicyStatus | null;
  /** The server's reason if it will not make a policy of this transaction. */
  refusal: string | null;
}

type Phase = 'sent' | 'in_block' | 'confirming' | 'active' | 'review' | 'failed' | 'refused';

/** The state of a payment. A recorded policy outweighs everything else, because the server saw the receipt itself. */
function phaseOf({ receipt, block, confirmations, policy, refusal }: PaymentFacts): Phase {
  if (policy !== null && policy !== 'pending') return 'active';
  if (receipt !== 'unknown' && receipt !== 'mined') return 'failed';
  if (refusal !== null) return 'refused';
  if (receipt === 'unknown' && policy === null) return block === null ? 'sent' : 'in_block';
  const enough = confirmations !== null && confirmations.count >= confirmations.required;
  return policy !== null && enough ? 'review' : 'confirming';
}

type Said = readonly [done: number, heading: string, status: string, sentence: string];
const PAID = 'Payment Successful!';
const FINALIZED = 'Your payment was processed, policy is being finalized';
const BROKEN: Said = [1, 'Payment not completed', 'Not active', 'This payment didn’t buy a policy.'];

/** How many of the four steps are done, and what is said. `PAID` needs the premium to have reached the contract. */
const SAID: Readonly<Record<Phase, Said>> = {
  active: [4, PAID, 'Active', 'Your insurance policy has been activated'],
  review: [3, PAID, 'Processing', FINALIZED],
  confirming: [2, PAID, 'Processing', FINALIZED],
  in_block: [
    2,
    'Payment sent',
    'Processing',
    'The network has your payment. It counts once nothing can replace its block.',
  ],
  sent: [
    1,
    'Payment sent',
    'Processing',
    'Your wallet has sent the payment. This page watches the network for it.',
  ],
  failed: BROKEN,
  refused: BROKEN,
};

interface Failure {
  title: string;
  moved: string;
  next: string;
}

const NOTHING_SPENT = 'You haven’t paid anything.';
const IN_STEPS = 'Your quote is still here: go back, and your wallet will ask for one step at a time.';

const FAILURES: Readonly<Record<Exclude<PaymentEnd['status'], 'mined'>, Failure>> = {
  cancelled: {
    title: 'Transaction was cancelled by user',
    moved: 'You haven’t paid: your wallet sent another transaction instead.',
    next: 'Your quote is still here: you can go back and pay.',
  },
  reverted: {
    title: 'The network refused the payment',
    moved: 'You haven’t paid the premium, only the network fee.',
    next: 'Usually the price had expired, or was already paid. Go back for a new one.',
  },
  dropped: { title: 'Your wallet did not send the payment', moved: NOTHING_SPENT, next: IN_STEPS },
  partial: {
    title: 'Your wallet stopped halfway',
    moved:
      'You haven’t paid. The contract may be allowed to take the premium, but that alone moves no money.',
    next: IN_STEPS,
  },
  lapsed: {
    title: 'The payment did not reach the network in time',
    moved: 'You haven’t paid, and this payment can no longer go through.',
    next: 'Go back for a new quote.',
  },
};

function failureOf(phase: Phase, { receipt, refusal }: PaymentFacts): Failure | null {
  if (phase === 'failed' && receipt !== 'unknown' && receipt !== 'mined') return FAILURES[receipt];
  if (phase !== 'refused') return null;
  const moved =
    receipt === 'mined'
      ? 'The transaction is on chain. If it paid the premium, we will send that back.'
      : 'We can’t find this transaction on the chain.';
  return { title: 'This payment bought no policy', moved, next: refusal ?? '' };
}

/**
 * The steps from the wallet to the policy, of which `done` lie behind.
 * @param ends the first and the last
 * @param notes by the step's place
 */
export function stepsOf(
  [wallet, policy]: readonly [string, string],
  done: number,
  notes: Readonly<Record<number, string | null>>,
  failed = false,
): Step[] {
  return [wallet, 'Sent to the network', 'Confirming on chain', policy].map((label, place) => ({
    label,
    note: notes[place],
    state: place < done ? 'done' : place > done ? 'waiting' : failed ? 'failed' : 'current',
  }));
}

/**
 * Where a payment stands and what is said of it.
 * @param startsOn first day of cover, formatted, if it has not started
 */
export function progressOf(facts: PaymentFacts, startsOn: string | null = null) {
  const { block, confirmations } = facts;
  const phase = phaseOf(facts);
  const [done, heading, status, sentence] = SAID[phase];
  const failure = failureOf(phase, facts);
  const paid = heading === PAID;
  const later = phase === 'active' && startsOn !== null;
  const required = confirmations?.required ?? 1;
  const count = Math.min(confirmations?.count ?? 0, required);

  const onChain =
    phase === 'in_block'
      ? `In block ${block?.toLocaleString('en-US')}, which is not final yet`
      : confirmations && paid
        ? `${count} of ${required} confirmations`
        : null;
  const last = startsOn === null ? 'Policy active' : `Cover starts on ${startsOn}`;
  const ends = ['Confirmed in your wallet', phase === 'review' ? 'Being reviewed by us' : last] as const;
  const steps = stepsOf(ends, done, { 2: onChain }, failure !== null);

  /** How far the mooring line hangs (1 slack, 0 taut), and what it says. Only the chain draws it taut. */
  let line = { slack: 1, label: 'sent' };
  if (done > 2) line = { slack: 0, label: 'confirmed' };
  else if (phase === 'in_block') line = { slack: 0.7, label: 'in a block' };
  else if (paid && confirmations) {
    line = { slack: 0.7 * (1 - count / required), label: `${count} of ${required} confirmed` };
  }
  return {
    phase,
    paid,
    heading,
    status: later ? `Starts on ${startsOn}` : status,
    sentence: later ? `Your insurance policy is bought. Its cover starts on ${startsOn}.` : sentence,
    failure,
    steps,
    line,
  };
}
