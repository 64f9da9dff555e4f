/** What can be done with a policy, the next step first. */
import * as z from 'zod';
import { shortAddress, walletKey } from '#domain/address.ts';
import * as policiesApi from '#domain/admin/policies-api.ts';
import {
  type PolicyRequestDetail,
  type policyStatusRequest,
  withdrawalCheck,
  withdrawalEntry,
} from '#domain/admin/policies-schema.ts';
import { dayOf, parseDay } from '#domain/days.ts';
import { formatUsd } from '#domain/money.ts';
import type { RecordAction } from '#web/features/admin/kit/actions.ts';
import { askingOf } from '#web/features/admin/kit/asking.tsx';
import { sendingOf } from '#web/features/admin/kit/sending.tsx';
import { noteForm, requiredNote } from '#web/features/admin/parts/action-form.tsx';
import { ShortMoment } from '#web/features/admin/parts/cells.tsx';
import { adminApi } from '#web/features/admin/queries.ts';
import { awaitsConsent, keepPolicy } from './display.ts';
import { HOLDER_STEPS, type HolderStep, ProposeStep, refundOf, stepping } from './sending.tsx';

type Policy = PolicyRequestDetail;

const decide = ({ id, version }: Policy, body: z.input<typeof policyStatusRequest>) =>
  adminApi.send(policiesApi.decidePolicy, { id, body, version });

const isOpen = ({ status }: Policy) => status === 'pending' || status === 'approved';
/** Rejected, and its refund is owed. */
const isDeclined = ({ situation }: Policy) => situation === 'declined';
const isStaying = (policy: Policy) =>
  isOpen(policy) && !['withdrawing', 'declined'].includes(policy.situation);
const isRejectable = ({ rejectable_until: until, paid_out_usd: paid }: Policy, now: number) =>
  until !== null && now < Date.parse(until) && paid === 0;
const isCanceled = ({ cancellation }: Policy, now: number) =>
  cancellation !== null && now < Date.parse(cancellation.valid_until);
/** The change of holder that is under way; nothing where the policy's network has none. */
const changeOf = (policy: Policy) => (isOpen(policy) && policy.changes_holder ? policy.holder_change : null);

/** The refunds that are owed: when each can be sent, and how. */
const REFUNDS = {
  withdrawal: {
    when: (policy: Policy, now: number) =>
      isOpen(policy) &&
      policy.withdrawal !== null &&
      (policy.withdrawal.consent ? !awaitsConsent(policy) : isRejectable(policy, now)),
    sending: refundOf(({ withdrawal }) => (withdrawal?.consent ? 'cancelled' : 'rejected')),
  },
  rejection: {
    when: (policy: Policy, now: number) => isDeclined(policy) && isRejectable(policy, now),
    sending: refundOf(() => 'rejected'),
  },
  cancellation: {
    when: (policy: Policy, now: number) =>
      isCanceled(policy, now) && (isStaying(policy) || (isDeclined(policy) && !isRejectable(policy, now))),
    sending: refundOf(() => 'cancelled'),
  },
};

const refund = (
  { when, sending }: (typeof REFUNDS)[keyof typeof REFUNDS],
  named: Pick<RecordAction<Policy>, 'key' | 'label'>,
): RecordAction<Policy> => ({
  ...named,
  shortcut: 'p',
  needs: 'policies.write',
  when: (policy, _, now) => when(policy, now),
  Form: sendingOf(sending),
});

/** A step of the change of holder that is under way. */
const changing = (
  step: HolderStep,
  when: (change: NonNullable<Policy['holder_change']>, now: number) => boolean,
  look: Pick<RecordAction<Policy>, 'shortcut' | 'variant'>,
): RecordAction<Policy> => ({
  key: step,
  label: HOLDER_STEPS[step].action,
  ...look,
  needs: 'policies.write',
  when: (policy, _, now) => {
    const change = changeOf(policy);
    return change !== null && when(change, now);
  },
  Form: stepping(step),
});

/** How the refund that a policy's holder is owed is sent now; null if none can be. */
export const refundNow = (policy: Policy, now: number) =>
  Object.values(REFUNDS).find(({ when }) => when(policy, now))?.sending ?? null;

const ask = askingOf<Policy>(keepPolicy, 'policies.write');
const withNote = noteForm('Note (optional)');

export const POLICY_ACTIONS: readonly RecordAction<Policy>[] = [
  ask({
    key: 'check_withdrawal',
    label: 'Check the Withdrawal',
    shortcut: 'w',
    when: (policy) => isOpen(policy) && policy.withdrawals_to_check.length > 0,
    title: ({ policy_id }) => `Check the withdrawal from ${policy_id}`,
    button: 'Record',
    about: ({ withdrawals_to_check: [oldest], email, customer, total_premium: premium }) =>
      oldest && (
        <>
          {oldest.email} submitted it <ShortMoment at={oldest.submitted_at} />. The policy’s address is{' '}
          {email}. Make sure that it comes from the holder before you accept it: it ends the cover. Then{' '}
          {customer} gets the whole premium of {formatUsd(premium)} back.
        </>
      ),
    schema: withdrawalCheck,
    start: () => ({ note: '' }),
    fields: [
      {
        name: 'decision',
        label: 'Decision',
        kind: 'select',
        placeholder: 'Choose one',
        options: [
          { value: 'accepted', label: 'It is the holder’s: it takes effect' },
          { value: 'refused', label: 'It is not: the policy continues' },
        ],
      },
      { name: 'note', label: 'How you checked it', kind: 'note' },
    ],
    run: ({ id, withdrawals_to_check: [oldest] }, body) =>
      adminApi.send(policiesApi.checkWithdrawal, { id, withdrawal_id: oldest?.id ?? 0, body }),
    done: 'Withdrawal checked',
    failed: 'Failed to check the withdrawal',
  }),
  refund(REFUNDS.withdrawal, { key: 'refund_withdrawal', label: 'Refund the Withdrawal' }),
  ask({
    key: 'approve',
    label: 'Approve',
    shortcut: 'a',
    when: (policy) => isStaying(policy) && policy.needs_review,
    title: ({ policy_id }) => `Approve ${policy_id}`,
    about: (policy) =>
      `${policy.customer} paid ${formatUsd(policy.total_premium)} for ${formatUsd(policy.coverage_amount)} of cover. The policy becomes active at once; no money moves.`,
    ...withNote,
    run: (policy, note) => decide(policy, { status: 'approved', ...note }),
    done: 'Policy approved',
    failed: 'Failed to approve the policy',
  }),
  refund(REFUNDS.rejection, { key: 'refund_rejection', label: 'Refund the Rejection' }),
  refund(REFUNDS.cancellation, {
    key: 'refund',
    label: ({ replaced_by: after }) => (after ? 'Refund for the Change' : 'Refund the Cancellation'),
  }),
  ask({
    key: 'take_back',
    label: 'Withdraw the Rejection',
    when: isDeclined,
    title: ({ policy_id }) => `Withdraw the rejection of ${policy_id}`,
    about: ({ customer }) =>
      `The policy is approved, and no refund is owed anymore. ${customer} was told about the rejection and is now told that we withdrew it.`,
    ...withNote,
    run: (policy, note) => decide(policy, { status: 'approved', take_back: true, ...note }),
    done: 'Rejection withdrawn',
    failed: 'Failed to withdraw the rejection',
  }),
  // A rejection first records its reason, and then refunds the whole premium.
  ask({
    key: 'reject',
    label: 'Reject with Refund',
    shortcut: 'r',
    variant: 'danger',
    when: (policy, _, now) => isStaying(policy) && isRejectable(policy, now),
    title: ({ policy_id }) => `Reject ${policy_id} and give the premium back`,
    button: 'Continue to the Refund',
    about: ({ total_premium, customer, wallet }) =>
      `The whole premium of ${formatUsd(total_premium)} goes back to ${customer} (${shortAddress(wallet)}). Until the refund is on chain the customer stays covered.`,
    schema: z.object({ admin_notes: requiredNote('Please give a reason. The customer will read it.') }),
    start: withNote.start,
    fields: noteForm('Reason').fields,
    run: (policy, reason) => decide(policy, { status: 'rejected', ...reason }),
    done: 'Reason recorded. The rejection takes effect with the refund.',
    failed: 'Failed to reject the policy',
    Next: sendingOf(REFUNDS.rejection.sending),
  }),
  ask({
    key: 'propose',
    label: 'Change the Holder',
    variant: 'secondary',
    when: (policy) => isOpen(policy) && policy.changes_holder && policy.holder_change === null,
    title: ({ policy_id }) => `Change the holder of ${policy_id}`,
    button: 'Continue',
    about: ({ wallet }) =>
      `For a holder who lost their wallet ${shortAddress(wallet)}. Make sure who is asking before you propose another one.`,
    schema: ({ wallet: holder }) =>
      z.object({
        wallet: z
          .string()
          .trim()
          .refine(
            (wallet) => walletKey(wallet)?.length === 42,
            'Please enter a wallet address: 0x and 40 digits.',
          )
          .refine(
            (wallet) => walletKey(wallet) !== walletKey(holder),
            'That wallet already holds the policy.',
          ),
      }),
    start: () => ({ wallet: '' }),
    fields: [{ name: 'wallet', label: 'Wallet of the new holder', kind: 'hash' }],
    Next: ProposeStep,
  }),
  changing('complete', ({ effective_at: at }, now) => at !== null && Date.parse(at) <= now, {
    shortcut: 'a',
  }),
  changing('confirm', ({ confirmed, proposed_at: at }) => !confirmed && at !== null, { shortcut: 'a' }),
  changing('stop', () => true, { shortcut: 'r', variant: 'danger' }),
  // One that came by letter or plain email.
  ask({
    key: 'enter_withdrawal',
    label: 'Enter a Withdrawal',
    variant: 'secondary',
    when: isStaying,
    title: ({ policy_id }) => `Enter a withdrawal from ${policy_id}`,
    button: 'Enter',
    about: ({ customer, total_premium }) =>
      `For a withdrawal that came by letter or plain email. Make sure that it comes from the holder: it ends the cover. ${customer} is told in writing, and the whole premium of ${formatUsd(total_premium)} goes back.`,
    schema: withdrawalEntry,
    start: () => ({ received_on: '', note: '' }),
    fields: ({ submitted_date }) => [
      {
        name: 'received_on',
        label: 'Received on (UTC)',
        kind: 'day',
        min: parseDay(submitted_date.slice(0, 10)) ?? undefined,
        max: dayOf(Date.now()),
      },
      { name: 'note', label: 'How it came and how you checked it', kind: 'note' },
    ],
    run: ({ id }, body) => adminApi.send(policiesApi.enterWithdrawal, { id, body }),
    done: 'Withdrawal entered',
    failed: 'Failed to enter the withdrawal',
  }),
];
