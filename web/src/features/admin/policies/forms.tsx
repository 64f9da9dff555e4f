import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod';
import { shortAddress, walletKey } from '../../../../../domain/address.ts';
import type {
  holderChangeAnswer,
  PolicyRequestDetail,
  policyRefundAnswer,
} from '../../../../../domain/admin/policies-schema.ts';
import { formatAmount, formatUsd } from '../../../../../domain/money.ts';
import { Field, Input } from '../../../ui/field.tsx';
import { PoolLines } from '../contract/pool-lines.tsx';
import { Prepared } from '../contract/prepared.tsx';
import { SendPrepared } from '../contract/send-prepared.tsx';
import { ShortMoment } from '../parts/cells.tsx';
import { ActionForm, NoteField } from '../record/action-form.tsx';
import type { Change } from '../record/use-change.ts';
import {
  confirmHolderChange,
  confirmRefund,
  discardRefund,
  type HolderChangeStep,
  prepareHolderChange,
  prepareRefund,
  setStatus,
} from './queries.ts';

export interface PolicyFormProps {
  policy: PolicyRequestDetail;
  change: Change;
  onClose: () => void;
}

export function ApproveForm({ policy, change, onClose }: PolicyFormProps) {
  const [note, setNote] = useState('');
  return (
    <ActionForm
      title={`Approve ${policy.policy_id}`}
      action="Approve"
      busy={change.busy}
      onClose={onClose}
      onSubmit={() =>
        void change
          .run(
            () =>
              setStatus(policy, {
                status: 'approved',
                ...(note.trim() === '' ? {} : { admin_notes: note.trim() }),
              }),
            { done: 'Policy approved', failed: 'Failed to approve the policy' },
          )
          .then((done) => done && onClose())
      }
    >
      <p className="text-[0.8125rem] text-muted">
        {policy.customer} paid {formatUsd(policy.total_premium)} for {formatUsd(policy.coverage_amount)} of
        cover. The policy becomes active at once; no money moves.
      </p>
      <NoteField first label="Note (optional)" value={note} onChange={setNote} />
    </ActionForm>
  );
}

/** Approves a policy that was rejected. */
export function TakeBackForm({ policy, change, onClose }: PolicyFormProps) {
  const [note, setNote] = useState('');
  return (
    <ActionForm
      title={`Take back the rejection of ${policy.policy_id}`}
      action="Take Back the Rejection"
      busy={change.busy}
      onClose={onClose}
      onSubmit={() =>
        void change
          .run(
            () =>
              setStatus(policy, {
                status: 'approved',
                take_back: true,
                ...(note.trim() === '' ? {} : { admin_notes: note.trim() }),
              }),
            { done: 'Rejection taken back', failed: 'Failed to take back the rejection' },
          )
          .then((done) => done && onClose())
      }
    >
      <p className="text-[0.8125rem] text-muted">
        The policy is approved, and no refund is owed any longer. {policy.customer} was told that we reject it
        and is now told that we don’t.
      </p>
      <NoteField first label="Note (optional)" value={note} onChange={setNote} />
    </ActionForm>
  );
}

/** A rejection first records its reason, and then refunds the whole premium. */
export function RejectForm({ policy, change, onClose }: PolicyFormProps) {
  const [note, setNote] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [recorded, setRecorded] = useState(false);
  if (recorded) return <RefundForm policy={policy} change={change} onClose={onClose} outcome="rejected" />;
  return (
    <ActionForm
      title={`Reject ${policy.policy_id} and give the premium back`}
      action="Continue to the Refund"
      danger
      busy={change.busy}
      onClose={onClose}
      onSubmit={() => {
        if (note.trim() === '') return setError('Please give a reason. The customer will read it.');
        void change
          .run(() => setStatus(policy, { status: 'rejected', admin_notes: note.trim() }), {
            done: 'Reason recorded. The rejection takes effect with the refund.',
            failed: 'Failed to reject the policy',
          })
          .then((done) => done && setRecorded(true));
      }}
    >
      <p className="text-[0.8125rem] text-muted">
        The whole premium of {formatUsd(policy.total_premium)} goes back to {policy.customer} (
        {shortAddress(policy.wallet)}). Until the refund is on chain the customer stays covered.
      </p>
      <NoteField first label="Reason" value={note} onChange={setNote} error={error} />
    </ActionForm>
  );
}

type Refund = z.output<typeof policyRefundAnswer>;

export function RefundForm({
  policy,
  change,
  onClose,
  outcome = 'cancelled',
}: PolicyFormProps & { outcome?: 'rejected' | 'cancelled' }) {
  return (
    <Prepared<Refund>
      key={policy.id}
      prepare={() => prepareRefund(policy.id, outcome)}
      failed="Failed to prepare the refund"
      discard={() => discardRefund(policy.id)}
      onClose={onClose}
    >
      {(ready) => <SendRefund ready={ready} policy={policy} change={change} onClose={onClose} />}
    </Prepared>
  );
}

function SendRefund({ ready, policy, change, onClose }: PolicyFormProps & { ready: Refund }) {
  const cache = useQueryClient();
  const { payment } = policy;
  const amount = formatAmount(ready.amount, payment.decimals, ready.currency);
  const whole = ready.amount === payment.amount;
  return (
    <SendPrepared
      call={ready}
      action={`Refund ${amount}`}
      report={(sent) => confirmRefund(policy.id, sent)}
      handOver={() => prepareRefund(policy.id, ready.outcome, true)}
      discard={() => discardRefund(policy.id)}
      onCancel={onClose}
      onDone={() => {
        void change.refresh();
        void cache.invalidateQueries({ queryKey: ['chain'] });
      }}
    >
      <h3 className="text-sm font-semibold tracking-normal">
        {ready.outcome === 'rejected'
          ? `Reject ${policy.policy_id}`
          : `Refund the cancellation of ${policy.policy_id}`}
      </h3>
      <p className="text-[0.8125rem]">
        <strong>{amount}</strong>
        {ready.usd !== null && ` (${formatUsd(ready.usd)})`} of the premium of{' '}
        {formatAmount(payment.amount, payment.decimals, payment.currency)} goes to {policy.customer} (
        <span title={policy.wallet}>{shortAddress(policy.wallet)}</span>).{' '}
        {ready.outcome === 'cancelled' && whole
          ? 'The cover is void from its beginning.'
          : 'The cover ends with the refund.'}{' '}
        Prepared until <ShortMoment at={ready.valid_until} />.
      </p>
      <PoolLines call={ready} currency={ready.currency} amount={BigInt(ready.amount)} fromAllowance={0} />
    </SendPrepared>
  );
}

type HolderCall = z.output<typeof holderChangeAnswer>;

const STEP_TEXTS: Record<HolderChangeStep, { action: string; what: string }> = {
  propose: {
    action: 'Propose New Holder',
    what: 'The administrator has to confirm it, and the holder can object. Nothing changes before.',
  },
  confirm: {
    action: 'Confirm New Holder',
    what: 'After the contract’s delay anyone can complete it. The holder can object until then.',
  },
  stop: { action: 'Stop the Change', what: 'The policy stays with its holder.' },
  complete: { action: 'Complete the Change', what: 'From then on payouts and refunds go to the new holder.' },
};

function SendStep({
  ready,
  policy,
  change,
  holder,
  onClose,
}: PolicyFormProps & { ready: HolderCall; holder: string | null }) {
  const { action, what } = STEP_TEXTS[ready.step];
  return (
    <SendPrepared
      call={ready}
      action={action}
      report={({ hash }) => confirmHolderChange(policy.id, ready.step, hash)}
      onCancel={onClose}
      onDone={() => void change.refresh()}
    >
      <h3 className="text-sm font-semibold tracking-normal">{action}</h3>
      <p className="text-[0.8125rem]">
        {policy.policy_id} is held by <span title={policy.wallet}>{shortAddress(policy.wallet)}</span>
        {holder !== null && (
          <>
            , and the new holder is <strong className="wrap-anywhere">{holder}</strong>
          </>
        )}
        . {what} No money moves.
      </p>
    </SendPrepared>
  );
}

/** One step of a change of holder that is under way. */
export function HolderStepForm(props: PolicyFormProps & { step: HolderChangeStep }) {
  const { policy, step, onClose } = props;
  const holder = policy.holder_change?.new_holder ?? null;
  return (
    <Prepared<HolderCall>
      key={policy.id}
      prepare={() => prepareHolderChange(policy.id, step, step === 'confirm' ? holder : null)}
      failed="Failed to prepare the change of holder"
      onClose={onClose}
    >
      {(ready) => <SendStep {...props} ready={ready} holder={holder} />}
    </Prepared>
  );
}

export function ProposeHolderForm(props: PolicyFormProps) {
  const { policy, change, onClose } = props;
  const [holder, setHolder] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [chosen, setChosen] = useState<string | null>(null);
  if (chosen !== null) {
    return (
      <Prepared<HolderCall>
        key={policy.id}
        prepare={() => prepareHolderChange(policy.id, 'propose', chosen)}
        failed="Failed to prepare the change of holder"
        onClose={onClose}
      >
        {(ready) => <SendStep {...props} ready={ready} holder={chosen} />}
      </Prepared>
    );
  }
  return (
    <ActionForm
      title={`Change the holder of ${policy.policy_id}`}
      action="Continue"
      busy={change.busy}
      onClose={onClose}
      onSubmit={() => {
        const wallet = holder.trim();
        if (walletKey(wallet)?.length !== 42)
          return setError('Please enter a wallet address: 0x and 40 digits.');
        if (walletKey(wallet) === walletKey(policy.wallet))
          return setError('That wallet holds the policy already.');
        setChosen(wallet);
      }}
    >
      <p className="text-[0.8125rem] text-muted">
        For a holder who lost their wallet {shortAddress(policy.wallet)}. Make sure who is asking before you
        propose another one.
      </p>
      <Field label="Wallet of the new holder" error={error}>
        {(aria) => (
          <Input
            {...aria}
            autoFocus
            autoComplete="off"
            spellCheck={false}
            placeholder="0x…"
            className="figures"
            value={holder}
            onChange={(event) => setHolder(event.target.value)}
          />
        )}
      </Field>
    </ActionForm>
  );
}
