import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { shortAddress } from '#domain/address.ts';
import * as claimsApi from '#domain/admin/claims-api.ts';
import {
  type AdminClaimDetail,
  claimPaymentRequest,
  type claimStatusRequest,
  sendBackRequest,
} from '#domain/admin/claims-schema.ts';
import { isWithinAuthority } from '#domain/admin/roles.ts';
import { SETTING_DEFAULTS } from '#domain/admin/settings-schema.ts';
import { formatUsd } from '#domain/money.ts';
import { CLAUSE_SECTIONS } from '#domain/products/forms/clauses.ts';
import { typedNumber } from '#domain/read-number.ts';
import type { Change } from '#web/features/admin/kit/use-change.ts';
import { ActionForm, NoteForm, OPTIONAL_NOTE, requiredNote } from '#web/features/admin/parts/action-form.tsx';
import { adminApi, settingsQuery } from '#web/features/admin/queries.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { useApiForm } from '#web/lib/api/use-api-form.ts';
import { formatCount } from '#web/lib/format.ts';
import { NoteField, NumberField, SelectField, TextField } from '#web/ui/form.tsx';
import { FULL_NOTE, firstNote, METHOD_OPTIONS, REJECT_NOTE } from './display.ts';
import { reportPayment, seenOf } from './queries.ts';

export interface ActionFormProps {
  claim: AdminClaimDetail;
  decision: Change<AdminClaimDetail>;
  onClose: () => void;
}

const TO_CUSTOMER = 'Note to the customer (optional)';
const NOTE = { rows: 2, maxLength: 5000, className: 'text-sm' } as const;

const decide = (claim: AdminClaimDetail, body: z.input<typeof claimStatusRequest>) =>
  adminApi.send(claimsApi.decideClaim, { ...seenOf(claim), body });

export function ReviewForm({ claim, decision, onClose }: ActionFormProps) {
  const again = claim.status === 'rejected';
  return (
    <NoteForm
      keep={`desk/claim/${claim.id}/review`}
      title={again ? 'Review this claim again' : 'Take this claim into review'}
      action={again ? 'Review Again' : 'Take Into Review'}
      label={TO_CUSTOMER}
      schema={OPTIONAL_NOTE}
      onClose={onClose}
      send={(admin_notes) =>
        decision.run(
          () => decide(claim, { status: 'under_review', admin_notes }),
          { done: 'Claim under review', failed: 'Failed to take the claim into review' },
          onClose,
        )
      }
    />
  );
}

const documentsForm = z.object({
  requested_documents: requiredNote('Please say what you need.'),
  admin_notes: OPTIONAL_NOTE,
});

export function DocumentsForm({ claim, decision, onClose }: ActionFormProps) {
  const form = useApiForm({
    keep: `desk/claim/${claim.id}/documents`,
    schema: documentsForm,
    defaultValues: { requested_documents: claim.requested_documents ?? '', admin_notes: '' },
    send: (wanted) =>
      decision.run(
        () => decide(claim, { status: 'under_review', ...wanted }),
        { done: 'Documents requested from the customer', failed: 'Failed to ask for documents' },
        onClose,
      ),
  });
  return (
    <ActionForm
      title="Ask the customer for documents"
      action="Ask for Documents"
      form={form}
      onClose={onClose}
    >
      <NoteField
        {...NOTE}
        form={form}
        name="requested_documents"
        autoFocus
        label="What do you need?"
        hint="The customer reads it on the claim’s page, in messages and by email."
      />
      <NoteField {...NOTE} form={form} name="admin_notes" label={TO_CUSTOMER} />
    </ActionForm>
  );
}

/** Whole dollars in a typed amount; null for anything else. */
function wholeDollars(text: string): number | null {
  const digits = typedNumber(text, 0) ?? '';
  return /^\d{1,9}$/.test(digits) && Number(digits) > 0 ? Number(digits) : null;
}

/** What bounds a payout, in US dollars. */
interface Bounds {
  claimed: number;
  left: number;
  authority: number | null;
}

/** Why a typed payout can't be approved; null if it can. */
function payoutIssue(usd: number | null, { claimed, left, authority }: Bounds): string | null {
  if (usd === null) return 'Please enter whole dollars, such as 1,500.';
  if (usd > claimed) return `The claim is for ${formatUsd(claimed)}, and a payout is never above it.`;
  if (usd > left) return `Only ${formatUsd(left)} of cover is left for this claim.`;
  if (authority === null || isWithinAuthority(usd, authority)) return null;
  return `You may approve payouts up to ${formatUsd(authority)}. Please assign this claim to somebody who may approve more.`;
}

/** An approval as typed. Another payout than the suggested one needs a reason of its own. */
const approveForm = (suggested: number, bounds: Bounds) =>
  z
    .object({
      payout_amount: z.string().transform((text, context) => {
        const usd = wholeDollars(text);
        const issue = payoutIssue(usd, bounds);
        if (issue !== null) context.addIssue(issue);
        return usd ?? 0;
      }),
      admin_notes: OPTIONAL_NOTE,
    })
    .superRefine(({ payout_amount: usd, admin_notes: note }, context) => {
      if (usd === suggested || (note !== undefined && note !== FULL_NOTE)) return;
      context.addIssue({
        code: 'custom',
        path: ['admin_notes'],
        message: `Please say why the payout differs from the suggested ${formatUsd(suggested)}.`,
      });
    });

export function ApproveForm({ claim, decision, onClose }: ActionFormProps) {
  const { suggested_payout: suggested, suggested_because: because, policy_facts: policy } = claim;
  const standard = firstNote(claim);
  const { payout_limit_usd: authority } = useAdmin();
  const left = policy.remaining_cover;
  const limits = useQuery(settingsQuery).data?.system.values ?? SETTING_DEFAULTS;
  const form = useApiForm({
    keep: `desk/claim/${claim.id}/approve`,
    schema: approveForm(suggested, { claimed: claim.claim_amount, left, authority }),
    defaultValues: { payout_amount: suggested > 0 ? formatCount(suggested) : '', admin_notes: standard },
    send: (approval) =>
      decision.run(
        () => decide(claim, { status: 'approved', ...approval }),
        {
          done: 'Claim approved successfully',
          about: claim.claim_id,
          undo: ({ id, version }) => adminApi.send(claimsApi.undoClaimDecision, { id, version: version + 1 }),
          failed: 'Failed to approve claim',
        },
        onClose,
      ),
  });
  const usd = wholeDollars(form.watch('payout_amount'));
  const differs = usd !== null && usd !== suggested;
  return (
    <ActionForm
      title={`Approve ${claim.claim_id}`}
      action={usd === null ? 'Approve Claim' : `Approve Claim for ${formatUsd(usd)}`}
      form={form}
      onClose={onClose}
    >
      <NumberField
        form={form}
        name="payout_amount"
        places={0}
        shown={(decimal) => formatUsd(Number(decimal))}
        label="Payout in US dollars"
        hint={`Suggested ${formatUsd(suggested)}: the claim less the deductible of ${formatUsd(policy.deductible)}, within the cover left.${because === null ? '' : ` ${because}`}${authority === null ? '' : ` You may approve up to ${formatUsd(authority)}.`}`}
        autoFocus
        className="figures max-w-48 text-right"
        onText={(text) => {
          const note = form.getValues('admin_notes');
          const next = wholeDollars(text);
          // The standard sentence only goes with the suggestion.
          if (next !== suggested && note === FULL_NOTE) form.setValue('admin_notes', '');
          if (next === suggested && note === '') form.setValue('admin_notes', standard);
        }}
      />
      <NoteField
        {...NOTE}
        form={form}
        name="admin_notes"
        label={differs ? 'Reason for the different payout' : 'Note to the customer'}
      />
      {usd !== null && usd <= left && (
        <p className="text-[0.8125rem] text-muted">
          This promises <strong className="text-ink">{formatUsd(usd)}</strong> to {claim.customer_name} (
          {shortAddress(policy.holder)}), in the currency of the premium and from its pool. No money moves
          yet. Cover left: {formatUsd(left)} → {formatUsd(left - usd)}.
          {(usd > suggested ||
            usd > limits.second_confirmation_usd ||
            claim.claim_amount > limits.maximum_claim_usd) &&
            ' A second administrator has to confirm it before it is paid.'}
          {usd > limits.four_eyes_usd && ' Somebody else than you has to prepare the payment.'}
        </p>
      )}
    </ActionForm>
  );
}

const rejectForm = z.object({
  clause: z.string('Please choose the clause that this rejection rests on.').min(1),
  admin_notes: requiredNote('Please give a reason. The customer will read it.'),
});

export function RejectForm({ claim, decision, onClose }: ActionFormProps) {
  const form = useApiForm({
    keep: `desk/claim/${claim.id}/reject`,
    schema: rejectForm,
    defaultValues: { admin_notes: '' },
    send: (rejection) =>
      decision.run(
        () => decide(claim, { status: 'rejected', ...rejection }),
        {
          done: 'Claim rejected',
          about: claim.claim_id,
          undo: ({ id, version }) => adminApi.send(claimsApi.undoClaimDecision, { id, version: version + 1 }),
          failed: 'Failed to reject claim',
        },
        onClose,
      ),
  });
  return (
    <ActionForm title={`Reject ${claim.claim_id}`} action="Reject Claim" danger form={form} onClose={onClose}>
      <SelectField
        form={form}
        name="clause"
        label="Clause that it rests on"
        options={claim.policy_facts.clauses.map(({ id, section, text }) => ({
          value: id,
          label: `${CLAUSE_SECTIONS[section]}: ${text}`,
        }))}
        placeholder="Choose a clause"
        hint="From the wording that the holder accepted. The customer reads it."
        autoFocus
      />
      <NoteField
        {...NOTE}
        form={form}
        name="admin_notes"
        label="Reason in your own words"
        placeholder={REJECT_NOTE}
        hint="The customer reads it, and can answer it."
      />
    </ActionForm>
  );
}

export function ConfirmForm({ claim, decision, onClose }: ActionFormProps) {
  const usd = claim.decision?.payout_usd ?? 0;
  return (
    <NoteForm
      keep={`desk/claim/${claim.id}/confirm`}
      title="Confirm the payout as the second administrator"
      action={`Confirm ${formatUsd(usd)}`}
      label={TO_CUSTOMER}
      schema={OPTIONAL_NOTE}
      onClose={onClose}
      send={(admin_notes) =>
        decision.run(
          () => decide(claim, { status: 'approved', payout_amount: usd, admin_notes }),
          { done: 'Payout confirmed', failed: 'Failed to confirm the payout' },
          onClose,
        )
      }
    >
      <p className="text-[0.8125rem] text-muted">
        {claim.decision?.decided_by} approved <strong className="text-ink">{formatUsd(usd)}</strong> for{' '}
        {claim.customer_name} ({shortAddress(claim.policy_facts.holder)}). After your confirmation it can be
        paid from the pool of the premium’s currency. No money moves yet.
      </p>
    </NoteForm>
  );
}

export function SendBackForm({ claim, decision, onClose }: ActionFormProps) {
  return (
    <NoteForm
      keep={`desk/claim/${claim.id}/send-back`}
      title="Move the claim back to review"
      action="Back to Review"
      danger
      label="Reason, for your colleagues"
      schema={sendBackRequest.shape.reason}
      onClose={onClose}
      send={(reason) =>
        decision.run(
          () => adminApi.send(claimsApi.sendClaimBack, { ...seenOf(claim), body: { reason } }),
          { done: 'Claim moved back to review', failed: 'Failed to move the claim back to review' },
          onClose,
        )
      }
    >
      <p className="text-[0.8125rem] text-muted">
        The approval of {formatUsd(claim.decision?.payout_usd ?? 0)} no longer counts. The customer is told
        that we look at the claim again, but not why.
      </p>
    </NoteForm>
  );
}

const paymentForm = claimPaymentRequest.extend({
  reference: requiredNote('Please enter what the bank statement shows.'),
});

/** A payment outside the chain: the first person reports it, the second reports the same. */
export function OffChainPaymentForm({ claim, decision, onClose }: ActionFormProps) {
  const usd = claim.decision?.payout_usd ?? 0;
  const proposed = claim.off_chain_payment;
  const second = proposed?.status === 'proposed';
  const form = useApiForm({
    keep: `desk/claim/${claim.id}/payment`,
    schema: paymentForm,
    defaultValues: {
      payout_amount: usd,
      payment_method: second ? proposed.method : (METHOD_OPTIONS[0]?.value ?? ''),
      reference: '',
    },
    send: (payment) =>
      decision.run(
        () => reportPayment(claim, payment),
        {
          done: second ? 'Payment confirmed' : 'Payment reported. A second person has to confirm it.',
          failed: 'Failed to report the payment',
        },
        onClose,
      ),
  });
  return (
    <ActionForm
      title={second ? 'Confirm the payment as the second person' : 'Pay by another method'}
      action={second ? `Confirm ${formatUsd(usd)}` : `Report ${formatUsd(usd)}`}
      form={form}
      onClose={onClose}
    >
      <p className="text-[0.8125rem] text-muted">
        <strong className="text-ink">{formatUsd(usd)}</strong> to {claim.customer_name}, outside the chain:
        the pool stays as it is. It counts against the cover, excludes a payout on chain of this claim, and is
        listed publicly without personal data once a second person has reported the same.
      </p>
      {second ? (
        <p className="text-[0.8125rem]">
          {proposed.proposed_by} reported it. Please look at the bank statement yourself and enter the
          reference it shows: the two must match.
        </p>
      ) : (
        <SelectField form={form} name="payment_method" label="Method" options={METHOD_OPTIONS} />
      )}
      <TextField
        form={form}
        name="reference"
        label="Reference on the bank statement"
        autoFocus
        maxLength={200}
      />
    </ActionForm>
  );
}

/** Takes a reported payment back, so that the claim can be paid in another way. */
export function WithdrawForm({ claim, decision, onClose }: ActionFormProps) {
  const payment = claim.off_chain_payment;
  const form = useApiForm({
    keep: null,
    schema: z.object({}),
    send: () =>
      decision.run(
        () => adminApi.send(claimsApi.withdrawPayment, { id: claim.id }),
        { done: 'Payment withdrawn', failed: 'Failed to withdraw the payment' },
        onClose,
      ),
  });
  return (
    <ActionForm
      title="Withdraw the reported payment"
      action="Withdraw the Payment"
      danger
      form={form}
      onClose={onClose}
    >
      <p className="text-[0.8125rem] text-muted">
        The report of {formatUsd(payment?.usd ?? 0)}
        {payment?.reference != null && ` with the reference “${payment.reference}”`} is withdrawn. No money
        moves, and the claim can be paid in another way.
      </p>
    </ActionForm>
  );
}
