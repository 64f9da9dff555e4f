import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { shortAddress } from '../../../../../domain/address.ts';
import type { AdminClaimDetail, RejectionReason } from '../../../../../domain/admin/claims-schema.ts';
import { SETTING_DEFAULTS } from '../../../../../domain/admin/settings-schema.ts';
import { formatUsd } from '../../../../../domain/money.ts';
import { Field, Input } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { settingsQuery } from '../queries.ts';
import { ActionForm, NoteField } from '../record/action-form.tsx';
import type { Change } from '../record/use-change.ts';
import { FULL_NOTE, firstNote, METHOD_OPTIONS, REASON_OPTIONS, REJECT_NOTE } from './display.ts';
import { type ClaimDecision, decide, reportPayment, sendBack, withdrawPayment } from './queries.ts';

export interface ActionFormProps {
  claim: AdminClaimDetail;
  decision: Change;
  onClose: () => void;
}

/** Leaves empty texts out of a decision. */
const given = (text: string) => (text.trim() === '' ? {} : { admin_notes: text.trim() });

export function ReviewForm({ claim, decision, onClose }: ActionFormProps) {
  const [note, setNote] = useState('');
  const again = claim.status === 'rejected';
  const title = again ? 'Review this claim again' : 'Take this claim into review';
  return (
    <ActionForm
      title={title}
      action={again ? 'Review Again' : 'Take Into Review'}
      busy={decision.busy}
      onClose={onClose}
      onSubmit={() =>
        void decision
          .run(() => decide(claim, { status: 'under_review', ...given(note) }), {
            done: 'Claim under review',
            failed: 'Failed to take the claim into review',
          })
          .then((done) => done && onClose())
      }
    >
      <NoteField first label="Note to the customer (optional)" value={note} onChange={setNote} />
    </ActionForm>
  );
}

export function DocumentsForm({ claim, decision, onClose }: ActionFormProps) {
  const [wanted, setWanted] = useState(claim.requested_documents ?? '');
  const [note, setNote] = useState('');
  const [error, setError] = useState<string | undefined>();
  return (
    <ActionForm
      title="Ask the customer for documents"
      action="Ask for Documents"
      busy={decision.busy}
      onClose={onClose}
      onSubmit={() => {
        if (wanted.trim() === '') return setError('Please say what you need.');
        const body: ClaimDecision = {
          status: 'under_review',
          requested_documents: wanted.trim(),
          ...given(note),
        };
        void decision
          .run(() => decide(claim, body), {
            done: 'The customer is asked for documents',
            failed: 'Failed to ask for documents',
          })
          .then((done) => done && onClose());
      }}
    >
      <NoteField
        first
        label="What do you need?"
        hint="The customer reads it on the claim’s page, in messages and by email."
        value={wanted}
        onChange={setWanted}
        error={error}
      />
      <NoteField label="Note to the customer (optional)" value={note} onChange={setNote} />
    </ActionForm>
  );
}

/** Whole dollars in a typed amount; null for anything else. */
function wholeDollars(text: string): number | null {
  const digits = text.trim().replace(/^\$/, '').replaceAll(',', '');
  return /^\d{1,9}$/.test(digits) && Number(digits) > 0 ? Number(digits) : null;
}

export function ApproveForm({ claim, decision, onClose }: ActionFormProps) {
  const { suggested_payout: suggested, policy_facts: policy } = claim;
  const standard = firstNote(claim);
  const [amount, setAmount] = useState(suggested > 0 ? String(suggested) : '');
  const [note, setNote] = useState(standard);
  const [tried, setTried] = useState(false);
  const limits = useQuery(settingsQuery).data?.system.values ?? SETTING_DEFAULTS;
  const usd = wholeDollars(amount);
  const differs = usd !== null && usd !== suggested;
  const left = policy.remaining_cover;
  const amountError =
    usd === null
      ? 'Please enter whole dollars, such as 1500.'
      : usd > left
        ? `Only ${formatUsd(left)} of cover is left for this claim.`
        : undefined;
  const noteError =
    differs && (note.trim() === '' || note.trim() === FULL_NOTE)
      ? `Please say why the payout differs from the suggested ${formatUsd(suggested)}.`
      : undefined;
  function change(text: string) {
    setAmount(text);
    const next = wholeDollars(text);
    // The standard sentence only goes with the suggestion.
    if (next !== suggested && note === FULL_NOTE) setNote('');
    if (next === suggested && note === '') setNote(standard);
  }
  return (
    <ActionForm
      title={`Approve ${claim.claim_id}`}
      action={usd === null ? 'Approve Claim' : `Approve Claim for ${formatUsd(usd)}`}
      busy={decision.busy}
      onClose={onClose}
      onSubmit={() => {
        setTried(true);
        if (usd === null || amountError || noteError) return;
        void decision
          .run(() => decide(claim, { status: 'approved', payout_amount: usd, ...given(note) }), {
            done: 'Claim approved successfully',
            failed: 'Failed to approve claim',
          })
          .then((done) => done && onClose());
      }}
    >
      <Field
        label="Payout in US dollars"
        hint={`Suggested ${formatUsd(suggested)}: the claim less the deductible of ${formatUsd(policy.deductible)}, within the cover left.`}
        error={tried ? amountError : undefined}
      >
        {(aria) => (
          <Input
            {...aria}
            autoFocus
            inputMode="numeric"
            className="figures max-w-48 text-right"
            value={amount}
            onChange={(event) => change(event.target.value)}
          />
        )}
      </Field>
      <NoteField
        label={differs ? 'Reason for the different payout' : 'Note to the customer'}
        value={note}
        onChange={setNote}
        error={tried ? noteError : undefined}
      />
      {usd !== null && usd <= left && (
        <p className="text-[0.8125rem] text-muted">
          This promises <strong className="text-ink">{formatUsd(usd)}</strong> to {claim.customer_name} (
          {shortAddress(policy.holder)}), in the currency of the premium and from its pool. No money moves
          yet. Cover left: {formatUsd(left)} → {formatUsd(left - usd)}.
          {(usd > limits.second_confirmation_usd || claim.claim_amount > limits.maximum_claim_usd) &&
            ' A second administrator has to confirm it before it is paid.'}
        </p>
      )}
    </ActionForm>
  );
}

export function RejectForm({ claim, decision, onClose }: ActionFormProps) {
  const [reason, setReason] = useState<RejectionReason | ''>('');
  const [note, setNote] = useState(REJECT_NOTE);
  const [tried, setTried] = useState(false);
  return (
    <ActionForm
      title={`Reject ${claim.claim_id}`}
      action="Reject Claim"
      danger
      busy={decision.busy}
      onClose={onClose}
      onSubmit={() => {
        setTried(true);
        if (reason === '' || note.trim() === '') return;
        void decision
          .run(() => decide(claim, { status: 'rejected', rejection_reason: reason, ...given(note) }), {
            done: 'Claim rejected',
            failed: 'Failed to reject claim',
          })
          .then((done) => done && onClose());
      }}
    >
      <Field label="Reason" error={tried && reason === '' ? 'Please choose a reason.' : undefined}>
        {(aria) => (
          <Select
            {...aria}
            options={REASON_OPTIONS}
            value={reason}
            onChange={(value) => setReason(value as RejectionReason)}
            placeholder="Choose a reason"
          />
        )}
      </Field>
      <NoteField
        label="Note to the customer"
        hint="The customer reads it, and can answer it."
        value={note}
        onChange={setNote}
        error={tried && note.trim() === '' ? 'Please give a reason. The customer will read it.' : undefined}
      />
    </ActionForm>
  );
}

export function ConfirmForm({ claim, decision, onClose }: ActionFormProps) {
  const usd = claim.decision?.payout_usd ?? 0;
  const [note, setNote] = useState('');
  return (
    <ActionForm
      title="Confirm the payout as the second administrator"
      action={`Confirm ${formatUsd(usd)}`}
      busy={decision.busy}
      onClose={onClose}
      onSubmit={() =>
        void decision
          .run(() => decide(claim, { status: 'approved', payout_amount: usd, ...given(note) }), {
            done: 'Payout confirmed',
            failed: 'Failed to confirm the payout',
          })
          .then((done) => done && onClose())
      }
    >
      <p className="text-[0.8125rem] text-muted">
        {claim.decision?.decided_by} approved <strong className="text-ink">{formatUsd(usd)}</strong> for{' '}
        {claim.customer_name} ({shortAddress(claim.policy_facts.holder)}). After your confirmation it can be
        paid from the pool of the premium’s currency. No money moves yet.
      </p>
      <NoteField first label="Note to the customer (optional)" value={note} onChange={setNote} />
    </ActionForm>
  );
}

export function SendBackForm({ claim, decision, onClose }: ActionFormProps) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | undefined>();
  return (
    <ActionForm
      title="Send the payout back to review"
      action="Send Back"
      danger
      busy={decision.busy}
      onClose={onClose}
      onSubmit={() => {
        if (reason.trim() === '') return setError('Please give a reason.');
        void decision
          .run(() => sendBack(claim, reason.trim()), {
            done: 'Claim sent back to review',
            failed: 'Failed to send the claim back',
          })
          .then((done) => done && onClose());
      }}
    >
      <NoteField
        first
        label={`Reason for ${claim.decision?.decided_by ?? 'the first administrator'}`}
        value={reason}
        onChange={setReason}
        error={error}
      />
    </ActionForm>
  );
}

/** A payment outside the chain: the first person reports it, the second reports the same. */
export function OtherPaymentForm({ claim, decision, onClose }: ActionFormProps) {
  const usd = claim.decision?.payout_usd ?? 0;
  const proposed = claim.other_payment;
  const [method, setMethod] = useState<string>(METHOD_OPTIONS[0]?.value ?? '');
  const [reference, setReference] = useState('');
  const [error, setError] = useState<string | undefined>();
  const second = proposed?.status === 'proposed';
  return (
    <ActionForm
      title={second ? 'Confirm the payment as the second person' : 'Pay by another method'}
      action={second ? `Confirm ${formatUsd(usd)}` : `Report ${formatUsd(usd)}`}
      busy={decision.busy}
      onClose={onClose}
      onSubmit={() => {
        if (reference.trim() === '') return setError('Please enter what the bank statement shows.');
        void decision
          .run(
            () =>
              reportPayment(claim, {
                payout_amount: usd,
                payment_method: second ? proposed.method : method,
                reference: reference.trim(),
              }),
            {
              done: second ? 'Payment confirmed' : 'Payment reported. A second person has to confirm it.',
              failed: 'Failed to report the payment',
            },
          )
          .then((done) => done && onClose());
      }}
    >
      <p className="text-[0.8125rem] text-muted">
        <strong className="text-ink">{formatUsd(usd)}</strong> to {claim.customer_name}, outside the chain:
        the pool stays as it is. It counts against the cover, excludes a payout on chain of this claim, and is
        listed publicly without personal data once a second person has reported the same.
      </p>
      {second ? (
        <p className="text-[0.8125rem]">
          {proposed.proposed_by} reported it with the reference “{proposed.reference}”. Please look at the
          bank statement yourself and enter what it shows.
        </p>
      ) : (
        <Field label="Method">
          {(aria) => <Select {...aria} options={METHOD_OPTIONS} value={method} onChange={setMethod} />}
        </Field>
      )}
      <Field label="Reference on the bank statement" error={error}>
        {(aria) => (
          <Input
            {...aria}
            autoFocus
            maxLength={200}
            value={reference}
            onChange={(event) => setReference(event.target.value)}
          />
        )}
      </Field>
    </ActionForm>
  );
}

/** Takes a reported payment back, so that the claim can be paid in another way. */
export function WithdrawForm({ claim, decision, onClose }: ActionFormProps) {
  const payment = claim.other_payment;
  return (
    <ActionForm
      title="Withdraw the reported payment"
      action="Withdraw the Payment"
      danger
      busy={decision.busy}
      onClose={onClose}
      onSubmit={() =>
        void decision
          .run(() => withdrawPayment(claim.id), {
            done: 'Payment withdrawn',
            failed: 'Failed to withdraw the payment',
          })
          .then((done) => done && onClose())
      }
    >
      <p className="text-[0.8125rem] text-muted">
        Your report of {formatUsd(payment?.usd ?? 0)} with the reference “{payment?.reference}” is taken back.
        No money moves, and the claim can be paid in another way.
      </p>
    </ActionForm>
  );
}
