import * as z from 'zod';
import { UNREFUNDED } from '#domain/policy/change.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { REJECTION_DAYS } from '#domain/policy/rejection.ts';
import { WITHDRAWAL_LINK_DAYS } from '#domain/policy/withdrawal.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { PROMISES } from '#domain/promises.ts';
import { dayText, momentText } from '#worker/platform/pdf/format.ts';
import { HOLDING, kind } from './kind.ts';
import { link, text } from './layout.ts';
import { about, date, day, sum } from './policies.ts';

/**
 * Why a cancellation request ended without its refund. `changed`: the change of cover that was signed before it was paid;
 * `rejected`: we didn't accept the policy.
 */
const CLOSING_REASONS = [...UNREFUNDED, 'changed', 'rejected'] as const;
export type ClosingReason = (typeof CLOSING_REASONS)[number];

const CLOSED: Readonly<Record<ClosingReason, string>> = {
  lapsed: 'Your consent to the refund lapsed before we sent it. We are sorry.',
  claimed: 'A claim has been made on it since then.',
  revoked: 'You revoked your consent to the refund.',
  moved: 'The policy has moved to another wallet, and a consent is its holder’s own.',
  undone: 'The cover that was to replace it is gone.',
  changed:
    'The change of cover, which you have paid for since, takes its place, with the refund that you agreed to there.',
  rejected: 'We did not accept the policy, so its whole premium goes back to you instead.',
};

/** Why a consent on chain became no cancellation request; `too_much` with the most that was possible, `problem` in words. */
const ignored = z.discriminatedUnion('reason', [
  z.object({ reason: z.literal('lapsed') }),
  z.object({ reason: z.literal('requested') }),
  z.object({ reason: z.literal('problem'), sentence: z.string() }),
  z.object({ reason: z.literal('too_much'), at_most: sum }),
]);
type IgnoredBecause = z.output<typeof ignored>;

function whyIgnored(because: IgnoredBecause): string {
  if (because.reason === 'problem') return because.sentence;
  if (because.reason === 'lapsed') return 'It had lapsed before the network confirmed it to us.';
  if (because.reason === 'requested')
    return 'You had already asked to cancel, and that request is still open.';
  return `At that moment, the refund could be at most ${because.at_most}.`;
}

const WITHDRAWN = 'You withdrew from the contract of policy';
const VOID =
  'The contract is void from the time of your submission: it no longer covers anything, and no claim on it is paid.';
const LIST = new Intl.ListFormat('en-US');

const refundFacts = ({ refund }: { refund: string }) =>
  [
    ['Refund', refund],
    ['To', HOLDING],
  ] as const;

/** How a policy ends, and what comes of it. */
export const ENDINGS = {
  policy_rejected: about({
    data: { reason: z.string(), refund: sum, due_at: date, thread_id: z.number() },
    subject: (_, number) => `We cannot accept policy ${number}`,
    text: ({ reason, refund, due_at }, number) =>
      `We have reviewed policy ${number} and cannot accept it. The reason: ${reason}\n\nYour whole premium of ${refund} goes back to ${HOLDING} within ${PROMISES.refundBusinessDays} business days, by ${day(due_at)}. You stay covered until then, and we will write again when it is sent.`,
    letter: {
      facts: (data) => [
        ['Policy', policyNumber(data.policy_id)],
        ['Insurance', PRODUCTS[data.product].label],
        ...refundFacts(data),
      ],
      more: () => [
        text('Is the reason wrong, or can you add something? Please reply before the refund is sent.'),
      ],
      button: ({ thread_id }) => ['Answer us', `/messages?thread=${thread_id}`],
    },
  }),
  cancellation_received: about({
    quiet: true,
    data: { refund: sum, due_at: date },
    subject: (_, number) => `We received your cancellation of ${number}`,
    text: ({ refund, due_at }, number) =>
      `We received your request to cancel ${number}. Your refund of ${refund} goes to ${HOLDING} within ${PROMISES.refundBusinessDays} business days, by ${day(due_at)}. You stay covered until then, and we will write again when it is sent.`,
    letter: { facts: refundFacts },
  }),
  change_refund_agreed: about({
    data: { refund: sum, new_id: z.number() },
    subject: (_, number) => `You changed your cover: the refund of ${number}`,
    letter: {
      words: ({ policy_id, new_id }) => [
        text(
          `${policyNumber(new_id)} replaces your policy ${policyNumber(policy_id)}, and you agreed to the refund for it.`,
        ),
      ],
      facts: refundFacts,
      more: ({ new_id }) => [
        text(
          `We send the refund within ${PROMISES.refundBusinessDays} business days. ${policyNumber(new_id)} covers you now, and we will write again when the refund is paid.`,
        ),
      ],
    },
  }),
  policy_refunded: about({
    data: {
      refund: sum,
      tx_hash: z.string(),
      ended: z.enum(['rejected', 'withdrawn', 'cancelled']),
      /** It was the whole premium of a cancellation. */
      is_void: z.boolean(),
      new_id: z.number().nullable(),
    },
    subject: (_, number) => `Your refund for ${number} was sent`,
    text: ({ refund, tx_hash, ended, is_void, new_id }, number) =>
      [
        {
          rejected: `We could not accept policy ${number}.`,
          withdrawn: `${WITHDRAWN} ${number}.`,
          cancelled: `Policy ${number} ${new_id === null ? 'is canceled' : `is replaced by ${policyNumber(new_id)}`}.`,
        }[ended],
        `We sent your refund of ${refund} in transaction ${tx_hash}`,
      ].join(' ') +
      (is_void
        ? '. It was the whole premium, so the cover is void from the beginning.'
        : ', and the cover has ended.'),
    letter: {
      facts: ({ refund, tx_hash }) => [
        ['Refund', refund],
        ['Transaction', tx_hash],
      ],
    },
  }),
  consent_ignored: about({
    data: { refund: sum, because: ignored },
    subject: (_, number) => `We could not accept your consent to cancel ${number}`,
    text: ({ refund, because }, number) =>
      `With your transaction, you agreed to cancel ${number} for a refund of ${refund}. We cannot send that refund, so nothing has changed. The reason: ${whyIgnored(because)} The policy's page shows the current refund.`,
  }),
  cancellation_closed: about({
    data: { reason: z.enum(CLOSING_REASONS), new_id: z.number().nullable() },
    subject: (_, number) => `Your cancellation of ${number} is closed`,
    text: ({ reason, new_id }, number) => {
      const stands =
        new_id === null || reason === 'undone'
          ? "Your policy continues, and you remain covered. You can ask again on the policy's page."
          : `${policyNumber(new_id)} replaced it and covers you alone. You can agree to the refund of ${number} again on its page.`;
      const after = ['moved', 'changed', 'rejected'].includes(reason) ? '' : ` ${stands}`;
      return `We closed your request to cancel ${number}. ${CLOSED[reason]}${after}`;
    },
  }),
  cancellation_moved: about({
    data: {},
    subject: (_, number) => `The cancellation of ${number} is closed`,
    text: (_, number) =>
      `Policy ${number} has moved to your wallet. Its earlier holder had asked to cancel it: that request is closed, and the policy continues with you.`,
  }),
  cancellation_reopened: about({
    data: { refund: sum },
    subject: (_, number) => `Your cancellation of ${number} is open again`,
    text: ({ refund }, number) =>
      `The network has replaced its latest blocks, and what had closed your request to cancel ${number} is no longer among them. Your request is open again: your refund of ${refund} goes to ${HOLDING}.`,
  }),
  cover_lost: about({
    data: { lost_id: z.number() },
    subject: () => 'You are not covered at the moment',
    text: ({ lost_id }, number) =>
      `The network reversed your payment for ${policyNumber(lost_id)} for good, and ${number}, which it replaced, has already ended with its refund. So neither of them covers you now. Please ask for a new quote: the page of ${policyNumber(lost_id)} leads to one, and you are covered again as soon as it is paid.`,
    push: ({ product }) => `/quote/${product}`,
    letter: {},
  }),
  change_refund_closed: about({
    data: { reason: z.enum(['undone', 'revoked']) },
    subject: (_, number) => `No refund for ${number} at the moment`,
    text: ({ reason }, number) =>
      `We do not send the refund for ${number} that you agreed to with the change of cover. ${CLOSED[reason]} ${
        reason === 'undone'
          ? `${number} continues, and you remain covered by it.`
          : `You can agree to it again on the page of ${number} once the new policy is active.`
      }`,
  }),
  withdrawal_recorded: about({
    data: {
      submitted_at: date,
      state: z.enum(['recorded', 'awaiting_consent', 'with_a_person']),
      premium: sum,
      due_at: date.nullable(),
      given_up: z.array(z.string()),
    },
    subject: (_, number) => `Your withdrawal from ${number}`,
    text: ({ submitted_at, state, premium, due_at, given_up }, number) =>
      [
        `We received your withdrawal from the contract of policy ${number}. You submitted it on ${momentText(submitted_at)}.`,
        {
          with_a_person: `We have already paid money on this policy, or are about to, so we cannot simply return the premium. Someone on our team will look at your withdrawal and answer within ${PROMISES.replyHours} hours.`,
          awaiting_consent: `Your cover began more than ${REJECTION_DAYS} days ago, so your whole premium of ${premium} can go back only with your consent. Please sign it on the policy's page: it is free, and it allows exactly this refund. ${VOID}`,
          recorded: `Your whole premium of ${premium} goes back to ${HOLDING} within ${PROMISES.refundBusinessDays} business days, by ${dayText(due_at ?? submitted_at)}, and we will write again when it is sent. ${VOID}`,
        }[state],
        ...(given_up.length === 0 ? [] : [`That includes ${LIST.format(given_up)}.`]),
      ].join(' '),
    letter: {},
  }),
  withdrawal_received: kind({
    data: z.object({
      policy_id: z.number(),
      submitted_at: date,
      email: z.string(),
      /** Added when it is sent: a link that works once, and the claims that only the holder is told of. */
      token: z.string().optional(),
      given_up: z.array(z.string()).optional(),
    }),
    subject: ({ policy_id }) => `We received your withdrawal from ${policyNumber(policy_id)}`,
    letter: {
      sent: 'anybody',
      filled: 'withdrawal',
      words: () => [text('We received this statement, and the time below is the one that counts.')],
      facts: ({ policy_id, email, submitted_at }) => [
        ['Statement', 'I withdraw from the contract'],
        ['Policy', policyNumber(policy_id)],
        ['Email', email],
        ['Submitted', momentText(submitted_at)],
      ],
      more: ({ token, given_up = [] }, origin) => [
        text(
          'Please confirm that it comes from you. If this address is the confirmed one of the policy, the withdrawal takes effect right away; otherwise we check it first.',
        ),
        text(
          `A withdrawal makes the contract void from the time above: it no longer covers anything, and no claim on it is paid. With it you give up every open claim on the policy${given_up.length === 0 ? '' : `: ${LIST.format(given_up)}`}.`,
        ),
        link('Confirm that it was me', `${origin}/withdraw#token=${token}`),
        text(
          `The link works for ${WITHDRAWAL_LINK_DAYS} days. If you cannot use it, reply to this email: a person answers within ${PROMISES.replyHours} hours.`,
        ),
      ],
      footer:
        'You are receiving this email because someone entered this address at Mooring to withdraw from a policy. If that was not you, ignore it, and nothing happens.',
    },
  }),
};
