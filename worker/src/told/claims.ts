import * as z from 'zod';
import { CLAIM_LABELS, CLAIM_STATUSES, claimNumber } from '#domain/claims/lifecycle.ts';
import { METHOD_LABELS, OTHER_METHODS } from '#domain/claims/schema.ts';
import { formatUsd } from '#domain/money.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { CLAIM_REVIEW_PROMISE, KEPT } from '#domain/promises.ts';
import { momentText } from '#worker/platform/pdf/format.ts';
import { HOLDING, kind, type Told, type With } from './kind.ts';

/** The claim as it is once this has happened. */
const claim = z.object({
  claim_id: z.number(),
  policy_id: z.number(),
  /** What its thread is called, without the number. */
  title: z.string(),
  claimed: z.string(),
  status: z.enum(CLAIM_STATUSES),
  next: z.string(),
  next_due: z.string().nullable(),
  /** Of what paid it, or didn't. */
  tx_hash: z.string().nullish(),
});
type OfClaim = z.output<typeof claim>;
export type ClaimTold = Omit<OfClaim, 'tx_hash'>;

type Words<Data> = Omit<Told<Data>, 'data' | 'subject' | 'text' | 'letter' | 'push'> & {
  subject(data: Data): string;
  text(data: Data, number: string): string;
  push?(data: Data): string;
};

/** A step of a claim: a message in its thread, and a letter and a notification to whoever wants them. */
const step = <Shape extends z.ZodRawShape>({
  data: shape,
  subject,
  text,
  ...entry
}: Words<With<OfClaim, Shape>> & { data: Shape }) => {
  type Data = With<OfClaim, Shape>;
  const titled = (data: Data) => `${claimNumber(data.claim_id)}: ${subject(data)}`;
  return kind<Data>({
    data: claim.extend(shape) as unknown as z.ZodType<Data>,
    push: ({ claim_id }) => `/claim/${claim_id}`,
    letter: {
      sent: 'by_choice',
      subject: (data) => `${data.title}, ${titled(data)}`,
      facts: ({ claim_id, policy_id, claimed, status, next, next_due }) => [
        ['Claim', claimNumber(claim_id)],
        ['Policy', policyNumber(policy_id)],
        ['Claimed', claimed],
        ['Status', CLAIM_LABELS[status]],
        ['Next', next],
        ...(next_due === null ? [] : [['By', momentText(next_due)] as const]),
      ],
      button: ({ claim_id }) => ['See the claim', `/claim/${claim_id}`],
    },
    subject: titled,
    text: (data) => text(data, claimNumber(data.claim_id)),
    ...entry,
  });
};

const withNotes = (sentence: string, notes: string | null): string =>
  notes === null ? sentence : `${sentence} ${notes}`;

const aboutClaim = ({ claim_id, policy_id }: ClaimTold) => ({
  claim_id,
  claim_number: claimNumber(claim_id),
  policy_id,
});

const notes = z.string().nullable();
const date = z.string();
const usd = z.number();

const RECONSIDERED = 'we are reviewing it again';

const documents = z.object({ status: z.enum(CLAIM_STATUSES), names: z.array(z.string()) });
const call = z.object({ status: z.enum(CLAIM_STATUSES), when: z.string() });
const rest = claim.extend({ reason: z.string(), looked_at: z.number() });

/** What is in a claim's timeline without being told to its customer, who did it. */
export const UNTOLD = {
  claim_documents_added: kind<z.output<typeof documents>>({
    data: documents,
    line: ({ names }) =>
      `${names.length === 1 ? 'Added 1 document' : `Added ${names.length} documents`}: ${names.join(', ')}`,
  }),
  claim_call_requested: kind<z.output<typeof call>>({
    data: call,
    line: ({ when }) => `A call was requested for ${when}.`,
  }),
  /** What was not paid of a claim, and is a claim of its own since a second look was asked for. */
  claim_rest_submitted: kind<z.output<typeof rest>>({
    data: rest,
    line: ({ reason, looked_at }) => `Second look at ${claimNumber(looked_at)}: ${reason}`,
  }),
  /** Within seconds, so that nobody was told of the decision. The decision's line leaves the timeline. */
  claim_decision_undone: kind<object>({ data: z.object({}) }),
};

export const CLAIMS = {
  claim_submitted: step({
    quiet: true,
    data: { amount_cents: z.number(), due_at: date, is_canceling: z.boolean() },
    line: () => 'Claim submitted.',
    subject: () => 'claim received',
    text: ({ due_at, is_canceling }) =>
      `Your claim has been submitted and is being reviewed. You'll receive updates via messages. A review takes ${CLAIM_REVIEW_PROMISE}: you will hear from us by ${momentText(due_at)}.${is_canceling ? ' It ends your request to cancel this policy; you can ask again then.' : ''}`,
    push: () => '/my-claims',
    webhook: {
      event: 'claim.submitted',
      content: (data) => ({ ...aboutClaim(data), claim_amount: data.amount_cents / 100 }),
    },
    desk: {
      notice: 'new_claim',
      subject: () => 'A new claim needs review',
      words: ({ claim_id }) => [`The new claim ${claimNumber(claim_id)} needs review.`],
      buttons: ({ claim_id }) => [['Open the desk', `/admin/claims?open=${claim_id}`]],
    },
  }),
  claim_under_review: step({
    quiet: true,
    data: { reopened: z.boolean(), notes, due_at: date },
    line: ({ reopened, notes }) => withNotes(reopened ? 'Reopened: under review.' : 'Under review.', notes),
    subject: ({ reopened }) => (reopened ? RECONSIDERED : 'under review'),
    text: ({ reopened, notes, due_at }, number) =>
      withNotes(
        `Your claim ${number} is under review${reopened ? ' again' : ''}. You will hear from us by ${momentText(due_at)}.`,
        notes,
      ),
  }),
  claim_documents_requested: step({
    data: { requested: z.string(), notes, needed_by: date },
    line: ({ requested, notes }) => withNotes(`Documents requested: ${requested}`, notes),
    subject: () => 'we need documents from you',
    text: ({ requested, notes, needed_by }, number) =>
      withNotes(
        `To continue with your claim ${number}, we need the following from you: ${requested}\n\nPlease add them on the claim's page by ${momentText(needed_by)}. We will continue the review as soon as we have them. If they do not arrive by then, we will continue with what we have.`,
        notes,
      ),
  }),
  claim_documents_reminder: step({
    data: { requested: z.string(), needed_by: date },
    subject: () => 'please send the documents',
    text: ({ requested, needed_by }, number) =>
      `For your claim ${number}, we still need the following from you by ${momentText(needed_by)}: ${requested}\n\nPlease add them on the claim's page. If they do not arrive by then, we will continue with what we have.`,
  }),
  claim_documents_overdue: step({
    data: { day: z.string(), due_at: date },
    line: ({ day }) =>
      `The documents that we asked for did not arrive by ${day}. We continue with what we have.`,
    subject: () => 'we continue without the documents',
    text: ({ day, due_at }, number) =>
      `The documents that we asked for about your claim ${number} did not arrive by ${day}, so we continue the review with what we have. You will hear from us by ${momentText(due_at)}. You can still add them on the claim's page.`,
  }),
  claim_approved: step({
    data: {
      payout_usd: usd,
      /** What the rules suggested. */
      suggested_usd: usd,
      currency: z.string(),
      due_at: date,
      /** The deductible, where the payout is the claim less that. */
      less_usd: usd.nullable(),
      at_once: z.boolean(),
      /** Why a second person confirms it. */
      second: z.enum(['size', 'rules']).nullable(),
      is_reduced: z.boolean(),
      /** After a second look. */
      last_word: z.string().nullable(),
      notes,
    },
    undoable: true,
    line: ({ payout_usd, notes }) => withNotes(`Approved: ${formatUsd(payout_usd)} will be paid.`, notes),
    subject: () => 'approved',
    text: (
      { payout_usd, currency, due_at, claimed, less_usd, at_once, second, is_reduced, last_word, notes },
      number,
    ) =>
      withNotes(
        [
          `Your claim ${number} is approved: ${formatUsd(payout_usd)} will be paid in ${currency} to ${HOLDING}, by ${momentText(due_at)}.`,
          less_usd === null
            ? ''
            : `That is your claim of ${claimed} less the deductible of ${formatUsd(less_usd)}.`,
          at_once ? '' : 'A payout of this size first waits on chain for at least two days.',
          second === null
            ? ''
            : `Because ${second === 'size' ? 'of its size' : 'it is more than our rules suggest'}, a second member of our team must confirm it first.`,
          is_reduced
            ? (last_word ??
              `It is less than you claimed: for ${KEPT.secondLookDays} days after the payout you can ask for a second look, free of charge, on the claim's page.`)
            : '',
        ]
          .filter((sentence) => sentence !== '')
          .join(' '),
        notes,
      ),
    webhook: {
      event: 'claim.approved',
      content: (data) => ({ ...aboutClaim(data), payout_usd: data.payout_usd }),
    },
  }),
  claim_payout_confirmed: step({
    quiet: true,
    data: { payout_usd: usd, due_at: date, notes },
    line: ({ payout_usd, notes }) => withNotes(`The payout of ${formatUsd(payout_usd)} is confirmed.`, notes),
    subject: () => 'the payout is confirmed',
    text: ({ payout_usd, due_at, notes }, number) =>
      withNotes(
        `The payout of ${formatUsd(payout_usd)} for your claim ${number} is confirmed. We will send it by ${momentText(due_at)}.`,
        notes,
      ),
  }),
  claim_sent_back: step({
    data: { payout_usd: usd, due_at: date },
    line: () => 'Under review again.',
    subject: () => RECONSIDERED,
    text: ({ payout_usd, due_at }, number) =>
      `Before we pay your claim ${number}, we are reviewing it again. The approval of ${formatUsd(payout_usd)} is on hold until then. You will hear from us by ${momentText(due_at)}.`,
  }),
  claim_rejected: step({
    data: {
      reason: z.string(),
      clause: z.object({ title: z.string(), text: z.string() }),
      /** Until when a second look can be asked for. */
      look_until: z.string(),
      /** After a second look. */
      last_word: z.string().nullable(),
    },
    undoable: true,
    line: ({ reason, clause }) => `Rejected: ${reason} (${clause.title}: “${clause.text}”)`,
    subject: () => 'not accepted',
    text: ({ reason, clause, look_until, last_word }, number) =>
      `We could not accept your claim ${number}. The reason: ${reason}\n\nIt is based on this clause of the terms you accepted (${clause.title}): “${clause.text}”\n\n${last_word ?? `If you think this is wrong, you can ask for a second look once, free of charge and until ${look_until}: on the claim's page, with your own words and further documents. Someone new will decide.`}`,
    webhook: { event: 'claim.rejected', content: aboutClaim },
  }),
  claim_given_up: step({
    data: {},
    line: ({ policy_id }) => `Closed, because you withdrew from the contract of ${policyNumber(policy_id)}.`,
    subject: () => 'closed',
    text: ({ policy_id }, number) =>
      `You withdrew from the contract of policy ${policyNumber(policy_id)}, so your claim ${number} is closed and nothing is paid on it.`,
    webhook: { event: 'claim.rejected', content: aboutClaim },
  }),
  claim_payment_sent: step({
    quiet: true,
    data: { payout_usd: usd },
    line: ({ payout_usd }) =>
      `The payment of ${formatUsd(payout_usd)} was sent and is waiting for the network.`,
    subject: () => 'the payment is on its way',
    text: ({ payout_usd }, number) =>
      `The payment of ${formatUsd(payout_usd)} for your claim ${number} was sent and is waiting for the network to confirm it. We will tell you as soon as it arrives.`,
  }),
  claim_paid: step({
    data: { paid: z.string(), payout_usd: usd, tx_hash: z.string() },
    line: ({ paid }) => `Paid: ${paid}.`,
    subject: () => 'paid',
    text: ({ paid, tx_hash }, number) =>
      `Your claim ${number} is paid: ${paid} went to ${HOLDING}. There is nothing more for you to do. You can find the transaction ${tx_hash} on the claim's page.`,
    webhook: {
      event: 'claim.paid',
      content: (data) => ({ ...aboutClaim(data), payout_usd: data.payout_usd, tx_hash: data.tx_hash }),
    },
  }),
  claim_paid_outside: step({
    data: { payout_usd: usd, method: z.enum(OTHER_METHODS), reference: z.string() },
    line: ({ payout_usd, method }) => `Paid: ${formatUsd(payout_usd)} by ${METHOD_LABELS[method]}.`,
    subject: () => 'paid',
    text: ({ payout_usd, method, reference }, number) =>
      `Your claim ${number} is paid: we sent ${formatUsd(payout_usd)} by ${METHOD_LABELS[method]}, with the reference ${reference}. There is nothing more for you to do.`,
    webhook: {
      event: 'claim.paid',
      content: (data) => ({ ...aboutClaim(data), payout_usd: data.payout_usd, tx_hash: null }),
    },
  }),
  claim_payment_undone: step({
    data: {},
    line: () => 'The network reversed the payment; we are sending it again.',
    subject: () => 'the network reversed the payment',
    text: (_, number) =>
      `The network has replaced its latest blocks, and the payment of your claim ${number} is no longer among them. The claim stays approved, and we will make sure that the payment arrives.`,
  }),
  claim_payment_failed: step({
    data: { payout_usd: usd },
    line: ({ payout_usd }) =>
      `The payment of ${formatUsd(payout_usd)} did not arrive; we are sending it again.`,
    subject: () => 'the payment did not arrive',
    text: ({ payout_usd }, number) =>
      `The payment of ${formatUsd(payout_usd)} for your claim ${number} did not arrive: the network did not carry it out. Your claim stays approved, and we are sending the payment again. There’s nothing you need to do.`,
  }),
  claim_payout_vetoed: step({
    data: { payout_usd: usd, due_at: date },
    line: ({ payout_usd }) =>
      `The payout of ${formatUsd(payout_usd)} was stopped before it was sent. The claim is under review again.`,
    subject: () => RECONSIDERED,
    text: ({ payout_usd, due_at }, number) =>
      `The payout of ${formatUsd(payout_usd)} for your claim ${number} was stopped before it was sent, so no money has moved. We are reviewing your claim again, and you will hear from us by ${momentText(due_at)}.`,
  }),
  claim_veto_undone: step({
    data: {},
    line: () => 'The network reversed what stopped the payout: the claim is approved as before.',
    subject: () => 'it is approved again',
    text: (_, number) =>
      `The network has replaced its latest blocks, and what stopped the payout of your claim ${number} is no longer among them. The claim is approved as before, and we will make sure that the payment arrives.`,
  }),
  claim_second_look: step({
    data: {
      reason: z.string(),
      /** The claim that is looked at; what was not paid of it is a claim of its own. */
      looked_at: z.number(),
      is_rest: z.boolean(),
      due_at: date,
    },
    line: ({ reason }) => `Second look asked for: ${reason}`,
    subject: () => 'we are taking a second look',
    text: ({ looked_at, due_at }) =>
      `We are taking a second look at your claim ${claimNumber(looked_at)}. It is free, and someone new will decide. You will hear from us by ${momentText(due_at)}. You can still add documents on the claim's page.`,
    push: ({ is_rest, claim_id }) => (is_rest ? '/my-claims' : `/claim/${claim_id}`),
  }),
};
