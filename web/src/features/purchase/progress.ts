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

export type Report =
  | { kind: 'answered'; answer: ReportAnswer }
  /** The server has checked the transaction and will not make a policy of it. */
  | { kind: 'refused'; message: string };

export interface PaymentFacts {
  receipt: 'unknown' | PaymentEnd['status'];
  /** The block that has the payment but can still be replaced; null without one. */
  block: number | null;
  /** Confirmations so far and required, or null until known. */
  confirmations: { count: number; required: number } | null;
  policy: { id: number; status: PolicyStatus } | null;
  /** The server's reason if it will not make a policy of this transaction. */
  refusal: string | null;
}

export type Phase = 'sent' | 'in_block' | 'confirming' | 'active' | 'review' | 'failed' | 'refused';

/** The state of a payment. A recorded policy outweighs everything else, because the server saw the receipt itself. */
export function phaseOf({ receipt, block, confirmations, policy, refusal }: PaymentFacts): Phase {
  if (policy !== null && policy.status !== 'pending') return 'active';
  if (receipt !== 'unknown' && receipt !== 'mined') return 'failed';
  if (refusal !== null) return 'refused';
  if (receipt === 'unknown' && policy === null) return block === null ? 'sent' : 'in_block';
  const enough = confirmations !== null && confirmations.count >= confirmations.required;
  return policy !== null && enough ? 'review' : 'confirming';
}

/** Whether the premium has reached the contract. Only then is a payment called successful. */
export function isPaid(phase: Phase): boolean {
  return phase === 'confirming' || phase === 'active' || phase === 'review';
}

export function headingOf(phase: Phase): string {
  if (isPaid(phase)) return 'Payment Successful!';
  return phase === 'sent' || phase === 'in_block' ? 'Payment sent' : 'Payment not completed';
}

const FINALIZED = { status: 'Processing', sentence: 'Your payment was processed, policy is being finalized' };
const NOT_ACTIVE = { status: 'Not active', sentence: 'This transaction did not create a policy.' };
const STATUS: Readonly<Record<Phase, { status: string; sentence: string }>> = {
  active: { status: 'Active', sentence: 'Your insurance policy has been activated' },
  confirming: FINALIZED,
  review: FINALIZED,
  sent: {
    status: 'Processing',
    sentence:
      'Your wallet has confirmed the payment. The network has not picked it up yet; this page follows it.',
  },
  in_block: {
    status: 'Processing',
    sentence: 'Your payment is in a block. It counts once the network can no longer replace that block.',
  },
  failed: NOT_ACTIVE,
  refused: NOT_ACTIVE,
};

/**
 * The specification's status and sentence for the confirmation page.
 * @param startsOn first day of cover, formatted, if it has not started
 */
export function statusOf(phase: Phase, startsOn: string | null = null) {
  if (phase !== 'active' || startsOn === null) return STATUS[phase];
  const sentence = `Your insurance policy is bought. Its cover starts on ${startsOn}.`;
  return { status: `Starts on ${startsOn}`, sentence };
}

export interface Failure {
  title: string;
  moved: string;
  next: string;
}

const NOTHING_SPENT = 'The premium has not been taken, and nothing was spent.';
const IN_STEPS = 'Your quote is still here: go back, and your wallet will ask for one step at a time.';

const FAILURES: Readonly<Record<Exclude<PaymentEnd['status'], 'mined'>, Failure>> = {
  cancelled: {
    title: 'Transaction was cancelled by user',
    moved: 'The premium has not been taken; your wallet sent another transaction in its place.',
    next: 'Your quote is still here: you can go back and pay.',
  },
  reverted: {
    title: 'The network refused the payment',
    moved: 'The premium has not been taken; only the network fee was spent.',
    next: 'Usually the quote had expired or was already paid. Go back for a new one.',
  },
  dropped: { title: 'Your wallet did not send the payment', moved: NOTHING_SPENT, next: IN_STEPS },
  partial: {
    title: 'Your wallet carried out only a part',
    moved:
      'The premium has not been taken. The contract may be allowed to take it, but that alone moves nothing.',
    next: IN_STEPS,
  },
  lapsed: {
    title: 'The payment did not reach the network in time',
    moved: 'The premium has not been taken, and this payment can no longer go through.',
    next: 'Go back for a new quote.',
  },
};

export function failureOf(facts: PaymentFacts): Failure | null {
  const phase = phaseOf(facts);
  const { receipt } = facts;
  if (phase === 'failed' && receipt !== 'unknown' && receipt !== 'mined') return FAILURES[receipt];
  if (phase === 'refused') {
    return {
      title: 'This transaction created no policy',
      moved:
        facts.receipt === 'mined'
          ? 'The transaction is on chain. If the premium was taken, it is listed for us to return.'
          : 'The transaction is not on chain as far as we can see.',
      next: facts.refusal ?? '',
    };
  }
  return null;
}

/** How far the mooring line hangs for a payment (1 slack, 0 taut), and what it says. Only the chain draws it taut. */
export function lineOf(facts: PaymentFacts): { slack: number; label: string } {
  const phase = phaseOf(facts);
  if (phase === 'active' || phase === 'review') return { slack: 0, label: 'confirmed' };
  if (phase === 'in_block') return { slack: 0.7, label: 'in a block' };
  const { confirmations } = facts;
  if (phase !== 'confirming' || confirmations === null) return { slack: 1, label: 'sent' };
  const count = Math.min(confirmations.count, confirmations.required);
  return {
    slack: 0.7 * (1 - count / confirmations.required),
    label: `${count} of ${confirmations.required} confirmed`,
  };
}

/** The visible stages of a payment; `startsOn` as above. */
export function stepsOf(facts: PaymentFacts, startsOn: string | null = null): Step[] {
  const phase = phaseOf(facts);
  const { block, confirmations } = facts;
  const broken = phase === 'failed' || phase === 'refused';
  const count = confirmations ? Math.min(confirmations.count, confirmations.required) : 0;
  const confirmed = phase === 'active' || phase === 'review';
  const last = startsOn === null ? 'Policy active' : `Cover starts on ${startsOn}`;
  const state = (done: boolean, current: boolean): Step['state'] =>
    done ? 'done' : current && broken ? 'failed' : current ? 'current' : 'waiting';
  return [
    { label: 'Confirmed in your wallet', state: 'done' },
    { label: 'Sent to the network', state: state(isPaid(phase) || phase === 'in_block', true) },
    {
      label: 'Confirming on chain',
      note:
        phase === 'in_block'
          ? `In block ${block?.toLocaleString('en-US')}, which is not final yet`
          : confirmations && isPaid(phase)
            ? `${count} of ${confirmations.required} confirmations`
            : null,
      state: state(confirmed, phase === 'confirming' || phase === 'in_block'),
    },
    {
      label: phase === 'review' ? 'Being reviewed by us' : last,
      state: state(phase === 'active', phase === 'review'),
    },
  ];
}
