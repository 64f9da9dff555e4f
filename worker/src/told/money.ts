import * as z from 'zod';
import { claimNumber } from '#domain/claims/lifecycle.ts';
import { isNeverOwed, PAYMENT_REASONS } from '#domain/payments/reasons.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { PROMISES } from '#domain/promises.ts';
import { kind, type Told } from './kind.ts';

const WITHIN = `within ${PROMISES.refundBusinessDays} business days`;

const WHY: Readonly<Record<(typeof PAYMENT_REASONS)[number], string>> = {
  unknown_quote: 'It matches none of our quotes, so it did not buy a policy.',
  late: 'It came after its quote had expired, so it did not buy a policy.',
  duplicate: 'Another payment had already bought this insurance.',
  mismatch: 'It does not match its quote, so it did not buy a policy.',
  unmarked: 'It came without the remark that names its quote, so we can’t tell what it pays for.',
  dust: 'It did not buy a policy and is too small to send back: a refund would take more.',
};

/** A payment: what it paid, and its transaction. */
const payment = z.object({ sum: z.string(), tx_hash: z.string() });
const returned = payment.extend({ refund_tx_hash: z.string() });
/** A second payment, with the policy that its draft already has. */
const second = payment.extend({ policy_id: z.number() });
const excepted = payment.extend({ reason: z.enum(PAYMENT_REASONS) });

const push = () => '/messages';

/** A notice of an exception, with what it is in a sentence. */
const exception = <Data>(
  subject: string,
  sentence: (data: Data) => string,
): NonNullable<Told<Data>['desk']> => ({
  notice: 'payment_exception',
  subject: () => subject,
  words: (data) => [sentence(data)],
  buttons: () => [['Open the desk', '/admin/exceptions?status=open']],
});

const UNMATCHED = exception(
  'A payment matches no policy',
  () => 'A payment arrived that matches no policy. It can be refunded.',
);

/** Tells the desk alone of money that left for nothing. */
const leftForNothing = (subject: string, sentence: string) =>
  kind<object>({ data: z.object({}), desk: exception(subject, () => sentence) });

export const MONEY = {
  payment_excepted: kind<z.output<typeof excepted>>({
    data: excepted,
    subject: ({ sum }) => `Your payment of ${sum} did not buy a policy`,
    text: ({ sum, tx_hash, reason }) =>
      `We received your payment of ${sum} (transaction ${tx_hash}). ${WHY[reason]} ${
        reason === 'dust'
          ? 'Please write to us if you didn’t mean to send it.'
          : `We will send the money back to the wallet that paid ${WITHIN}.`
      }`,
    push,
    desk: { ...UNMATCHED, when: ({ reason }) => !isNeverOwed(reason) },
  }),
  payment_returned: kind({
    data: returned,
    subject: ({ sum }) => `We sent your payment of ${sum} back`,
    text: ({ sum, refund_tx_hash }) =>
      `We sent your payment of ${sum} back to the wallet that paid, in transaction ${refund_tx_hash}.`,
    push,
  }),
  /** A node had shown it otherwise, and now it buys its quote. */
  payment_bought: kind({
    data: z.object({ tx_hash: z.string() }),
    subject: () => 'Your payment bought your policy',
    text: ({ tx_hash }) =>
      `We first read your payment (transaction ${tx_hash}) wrongly from the network. It does match its quote, so it bought your policy; see My Policies. There is nothing to send back.`,
    push,
  }),
  paid_twice: kind<z.output<typeof second>>({
    data: second,
    subject: ({ sum }) => `You paid twice; we owe you ${sum}`,
    text: ({ sum, tx_hash, policy_id }) =>
      `You paid twice; we owe you ${sum}. ${policyNumber(policy_id)} was already paid when your second payment arrived (transaction ${tx_hash}). We will send ${sum} back to the wallet that paid ${WITHIN}. There’s nothing you need to do.`,
    push,
    desk: UNMATCHED,
  }),
  second_payment_returned: kind({
    data: returned.extend({ policy_id: z.number() }),
    subject: ({ sum }) => `Your second payment of ${sum} was refunded`,
    text: ({ sum, refund_tx_hash, policy_id }) =>
      `We have refunded your second payment for ${policyNumber(policy_id)}: ${sum} went back to the wallet that paid, in transaction ${refund_tx_hash}. ${policyNumber(policy_id)} stays as it is.`,
    push,
  }),
  /** The first payment is permanently lost. */
  second_payment_counts: kind({
    data: second,
    subject: ({ policy_id }) => `Your payment now pays for ${policyNumber(policy_id)}`,
    text: ({ sum, tx_hash, policy_id }) =>
      `The network permanently reversed your first payment for ${policyNumber(policy_id)}, so we never received it. Your payment of ${sum} (transaction ${tx_hash}) now pays for ${policyNumber(policy_id)}, and you are covered. There is nothing to refund.`,
    push,
  }),
  claim_paid_twice: kind<{ claim_id: number }>({
    data: z.object({ claim_id: z.number() }),
    desk: exception(
      'A claim was paid twice',
      ({ claim_id }) =>
        `The claim ${claimNumber(claim_id)} was paid a second time, on chain. Please ask its holder to return the money.`,
    ),
  }),
  payout_without_claim: leftForNothing(
    'A payout has no claim',
    'Money left the pool on chain without a claim. Please find out who sent it.',
  ),
  refund_in_error: leftForNothing(
    'A refund was sent in error',
    'A refund left our account that was made before, or that differs from what was prepared. Please find out who sent it.',
  ),
  transfer_unprepared: leftForNothing(
    'Money left our account without being prepared',
    'Money left our account on a network without a contract, and no payout or refund like it was prepared. Please find out who sent it.',
  ),
  /** The figures as they were when it was written. */
  monthly_report: kind({
    data: z.object({ month: z.string(), lines: z.array(z.tuple([z.string(), z.string()])) }),
    desk: {
      notice: 'monthly_report',
      subject: ({ month }) => `The report of ${month}`,
      words: ({ month }) => [`The report of ${month}.`],
      facts: ({ lines }) => lines.map(([label, value]) => [label, value || '–'] as const),
      buttons: () => [['Open the reports', '/admin/reports']],
    },
  }),
};
