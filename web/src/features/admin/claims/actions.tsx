/** What can be done with a claim, the most likely first. */
import * as z from 'zod';
import * as claimsApi from '#domain/admin/claims-api.ts';
import { type AdminClaimDetail, claimPaymentRequest, sendBackRequest } from '#domain/admin/claims-schema.ts';
import { formatUsd } from '#domain/money.ts';
import { CLAUSE_SECTIONS } from '#domain/products/forms/clauses.ts';
import type { RecordAction } from '#web/features/admin/kit/actions.ts';
import { askingOf } from '#web/features/admin/kit/asking.tsx';
import { assignedTo } from '#web/features/admin/kit/pick.tsx';
import { noteForm, requiredNote } from '#web/features/admin/parts/action-form.tsx';
import { adminApi } from '#web/features/admin/queries.ts';
import { ApproveForm } from './approve-form.tsx';
import { causeFields, METHOD_LABELS, REJECT_NOTE } from './display.ts';
import { PayForm } from './pay-form.tsx';
import { assign, decide, keepClaim, reportPayment, seenOf, undo } from './queries.ts';
import {
  awaitsConfirmation,
  canPay,
  dollarsOf,
  holderOf,
  isBarred,
  isPayable,
  isUndecided,
  isUnpaid,
  isWithin,
  lacksDocuments,
  reportedOf,
  usdOf,
} from './standing.ts';

type Claim = AdminClaimDetail;

const ask = askingOf<Claim>(keepClaim, 'claims.decide');

const toCustomer = noteForm('Note to the customer (optional)');
const REVIEW = ({ status }: Claim) => (status === 'rejected' ? 'Review Again' : 'Take Into Review');

const paymentForm = claimPaymentRequest.extend({
  reference: requiredNote('Please enter what the bank statement shows.'),
});
const METHODS = Object.entries(METHOD_LABELS).map(([value, label]) => ({ value, label }));
const outside = (claim: Claim) => (
  <>
    <strong className="text-ink">{usdOf(claim)}</strong> to {claim.customer_name}, outside the chain: the pool
    stays as it is. It counts against the cover, excludes a payout on chain of this claim, and is listed
    publicly without personal data once a second person has reported the same.
  </>
);

const askForDocuments = ask({
  key: 'documents',
  label: 'Ask for Documents',
  shortcut: 'd',
  when: isUndecided,
  title: 'Ask the customer for documents',
  schema: toCustomer.schema.extend({ requested_documents: requiredNote('Please say what you need.') }),
  start: (claim) => ({ requested_documents: claim.requested_documents ?? '', admin_notes: '' }),
  fields: [
    {
      name: 'requested_documents',
      label: 'What do you need?',
      kind: 'note',
      maxLength: 5000,
      hint: 'The customer reads it on the claim’s page, in messages and by email.',
    },
    ...toCustomer.fields,
  ],
  run: (claim, wanted) => decide(claim, { status: 'under_review', ...wanted }),
  done: 'Documents requested from the customer',
  failed: 'Failed to ask for documents',
});

export const CLAIM_ACTIONS: readonly RecordAction<Claim>[] = [
  // What is missing comes first.
  { ...askForDocuments, when: (claim) => isUndecided(claim) && lacksDocuments(claim) },
  {
    key: 'approve',
    label: ({ suggested_payout: usd }) => (usd > 0 ? `Approve Claim for ${formatUsd(usd)}` : 'Approve Claim'),
    shortcut: 'a',
    needs: 'claims.decide',
    when: (claim) => isUndecided(claim) && !isBarred(claim),
    Form: ApproveForm,
  },
  ask({
    key: 'reject',
    label: 'Reject Claim',
    shortcut: 'r',
    variant: 'danger',
    when: (claim) => isUndecided(claim) && !isBarred(claim),
    title: (claim) => `Reject ${claim.claim_id}`,
    schema: z.object({
      clause: z.string('Please choose the clause that this rejection rests on.').min(1),
      admin_notes: requiredNote('Please give a reason. The customer will read it.'),
      cause: z.string().optional(),
    }),
    start: toCustomer.start,
    fields: (claim) => [
      {
        name: 'clause',
        label: 'Clause that it rests on',
        kind: 'select',
        options: claim.policy_facts.clauses.map(({ id, section, text }) => ({
          value: id,
          label: `${CLAUSE_SECTIONS[section]}: ${text}`,
        })),
        placeholder: 'Choose a clause',
        hint: 'From the wording that the holder accepted. The customer reads it.',
      },
      {
        name: 'admin_notes',
        label: 'Reason in your own words',
        kind: 'note',
        maxLength: 5000,
        placeholder: REJECT_NOTE,
        hint: 'The customer reads it, and can answer it.',
      },
      ...causeFields(claim),
    ],
    run: (claim, rejection) => decide(claim, { status: 'rejected', ...rejection }),
    done: 'Claim rejected',
    failed: 'Failed to reject claim',
    undo,
  }),
  ask({
    key: 'confirm',
    label: (claim) => `Confirm ${usdOf(claim)}`,
    shortcut: 'a',
    when: (claim, who) => awaitsConfirmation(claim) && !claim.decision?.decided_by_me && isWithin(claim, who),
    title: 'Confirm the payout as the second administrator',
    about: (claim) => (
      <>
        {claim.decision?.decided_by} approved <strong className="text-ink">{usdOf(claim)}</strong> for{' '}
        {holderOf(claim)}. After your confirmation it can be paid from the pool of the premium’s currency. No
        money moves yet.
      </>
    ),
    ...toCustomer,
    run: (claim, note) => decide(claim, { status: 'approved', payout_amount: dollarsOf(claim), ...note }),
    done: 'Payout confirmed',
    failed: 'Failed to confirm the payout',
  }),
  ask({
    key: 'confirm_other',
    label: (claim) => `Confirm Payment of ${usdOf(claim)}`,
    shortcut: 'a',
    needs: 'claims.pay',
    when: (claim) => isPayable(claim) && reportedOf(claim)?.proposed_by_me === false,
    title: 'Confirm the payment as the second person',
    button: (claim) => `Confirm ${usdOf(claim)}`,
    about: (claim) => (
      <>
        {outside(claim)}
        <span className="mt-3 block text-ink">
          {claim.off_chain_payment?.proposed_by} reported it. Please look at the bank statement yourself and
          enter the reference it shows: the two must match.
        </span>
      </>
    ),
    schema: paymentForm,
    start: (claim) => ({
      payout_amount: dollarsOf(claim),
      payment_method: claim.off_chain_payment?.method,
      reference: '',
    }),
    fields: [{ name: 'reference', label: 'Reference on the bank statement', maxLength: 200 }],
    run: reportPayment,
    done: 'Payment confirmed',
    failed: 'Failed to report the payment',
  }),
  {
    key: 'pay',
    label: (claim) => `${claim.announced ? 'Pay Announced' : 'Pay'} ${usdOf(claim)}`,
    shortcut: 'p',
    needs: 'claims.pay',
    when: (claim, _, now) => canPay(claim, now),
    Form: PayForm,
  },
  ask({
    key: 'other',
    label: 'Pay by Another Method',
    shortcut: 'o',
    needs: 'claims.pay',
    when: (claim) => isPayable(claim) && isUnpaid(claim),
    title: 'Pay by another method',
    button: (claim) => `Report ${usdOf(claim)}`,
    about: outside,
    schema: paymentForm,
    start: (claim) => ({
      payout_amount: dollarsOf(claim),
      payment_method: METHODS[0]?.value,
      reference: '',
    }),
    fields: [
      { name: 'payment_method', label: 'Method', kind: 'select', options: METHODS },
      { name: 'reference', label: 'Reference on the bank statement', maxLength: 200, focus: true },
    ],
    run: reportPayment,
    done: 'Payment reported. A second person must confirm it.',
    failed: 'Failed to report the payment',
  }),
  ask({
    key: 'withdraw',
    label: 'Withdraw the Payment',
    shortcut: 'r',
    variant: 'danger',
    needs: 'claims.pay',
    when: (claim, { may }) => {
      const reported = isPayable(claim) && reportedOf(claim);
      return reported ? reported.proposed_by_me || may('admins.manage') : false;
    },
    title: 'Withdraw the reported payment',
    about: ({ off_chain_payment: payment }) =>
      `The report of ${formatUsd(payment?.usd ?? 0)}${payment?.reference == null ? '' : ` with the reference “${payment.reference}”`} is withdrawn. No money moves, and the claim can be paid in another way.`,
    schema: z.object({}),
    fields: [],
    run: ({ id }) => adminApi.send(claimsApi.withdrawPayment, { id }),
    done: 'Payment withdrawn',
    failed: 'Failed to withdraw the payment',
  }),
  ask({
    key: 'review',
    label: REVIEW,
    when: ({ status }) => status === 'pending' || status === 'rejected',
    title: ({ status }) =>
      status === 'rejected' ? 'Review this claim again' : 'Take this claim into review',
    ...toCustomer,
    run: (claim, note) => decide(claim, { status: 'under_review', ...note }),
    done: 'Claim under review',
    failed: 'Failed to take the claim into review',
  }),
  { ...askForDocuments, when: (claim) => isUndecided(claim) && !lacksDocuments(claim) },
  ask({
    key: 'send_back',
    label: 'Back to Review',
    shortcut: 'r',
    variant: 'danger',
    // Until its payout is prepared.
    when: (claim) => !isBarred(claim) && (awaitsConfirmation(claim) || isUnpaid(claim)),
    title: 'Move the claim back to review',
    about: (claim) =>
      `The approval of ${usdOf(claim)} no longer counts. The customer is told that we look at the claim again, but not why.`,
    schema: sendBackRequest,
    start: () => ({ reason: '' }),
    fields: [{ name: 'reason', label: 'Reason, for your colleagues', kind: 'note', maxLength: 5000 }],
    run: (claim, body) => adminApi.send(claimsApi.sendClaimBack, { ...seenOf(claim), body }),
    done: 'Claim moved back to review',
    failed: 'Failed to move the claim back to review',
  }),
  {
    key: 'assign',
    label: 'Assign to Me',
    shortcut: 'm',
    variant: 'quiet',
    needs: 'claims.decide',
    when: (claim, { id }) => claim.assigned_to !== id,
    act: (claim, { id }) => assign(claim, id),
    told: () => ({ failed: 'Failed to assign the claim', mine: assignedTo('Me') }),
  },
];
