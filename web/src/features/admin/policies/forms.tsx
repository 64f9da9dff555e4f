import { useState } from 'react';
import * as z from 'zod';
import { shortAddress, walletKey } from '#domain/address.ts';
import * as policiesApi from '#domain/admin/policies-api.ts';
import type {
  HOLDER_CHANGE_STEPS,
  holderChangeAnswer,
  PolicyRequestDetail,
  policyRefundAnswer,
  policyStatusRequest,
} from '#domain/admin/policies-schema.ts';
import { formatAmount, formatUsd } from '#domain/money.ts';
import { PoolLines, Prepared } from '#web/features/admin/contract/prepared.tsx';
import { SendPrepared } from '#web/features/admin/contract/send-prepared.tsx';
import { type Mined, type Reported, reportedAs, reportOf } from '#web/features/admin/contract/use-send.ts';
import type { Change } from '#web/features/admin/kit/use-change.ts';
import { ActionForm, NoteForm, OPTIONAL_NOTE, requiredNote } from '#web/features/admin/parts/action-form.tsx';
import { ShortMoment } from '#web/features/admin/parts/cells.tsx';
import { adminApi, deskCache } from '#web/features/admin/queries.ts';
import { useApiForm } from '#web/lib/api/use-api-form.ts';
import { TextField, TYPED_HASH } from '#web/ui/form.tsx';

type HolderChangeStep = (typeof HOLDER_CHANGE_STEPS)[number];

/** @param call_data whether it leaves as call data, to be carried out elsewhere */
const prepareRefund = (id: number, outcome: 'rejected' | 'cancelled', call_data?: boolean) =>
  adminApi.ask(policiesApi.prepareRefund, { id, body: { outcome, call_data } });

async function confirmRefund(id: number, sent: Mined): Promise<Reported> {
  const status = await adminApi.send(policiesApi.confirmRefund, { id, body: reportOf(sent) });
  return reportedAs('refund', status === 200);
}

const prepareHolderChange = (id: number, step: HolderChangeStep, new_holder?: string) =>
  adminApi.ask(policiesApi.prepareHolderChange, { id, body: { step, new_holder } });

async function confirmHolderChange(
  id: number,
  step: HolderChangeStep,
  transaction_hash: string,
): Promise<Reported> {
  const body = { step, transaction_hash };
  const { confirmed } = await adminApi.ask(policiesApi.confirmHolderChange, { id, body });
  return reportedAs('step', confirmed);
}

export interface PolicyFormProps {
  policy: PolicyRequestDetail;
  change: Change<PolicyRequestDetail>;
  onClose: () => void;
}

const decide = ({ id, version }: PolicyRequestDetail, body: z.input<typeof policyStatusRequest>) =>
  adminApi.send(policiesApi.decidePolicy, { id, body, version });

const discard = ({ id }: PolicyRequestDetail) =>
  adminApi.send(policiesApi.discardRefund, { id, query: { not_signed: 'true' } });

export function ApproveForm({ policy, change, onClose }: PolicyFormProps) {
  return (
    <NoteForm
      keep={`desk/policy/${policy.id}/approve`}
      title={`Approve ${policy.policy_id}`}
      action="Approve"
      label="Note (optional)"
      schema={OPTIONAL_NOTE}
      onClose={onClose}
      send={(admin_notes) =>
        change.run(
          () => decide(policy, { status: 'approved', admin_notes }),
          { done: 'Policy approved', failed: 'Failed to approve the policy' },
          onClose,
        )
      }
    >
      <p className="text-[0.8125rem] text-muted">
        {policy.customer} paid {formatUsd(policy.total_premium)} for {formatUsd(policy.coverage_amount)} of
        cover. The policy becomes active at once; no money moves.
      </p>
    </NoteForm>
  );
}

/** Approves a policy that was rejected. */
export function TakeBackForm({ policy, change, onClose }: PolicyFormProps) {
  return (
    <NoteForm
      keep={`desk/policy/${policy.id}/take-back`}
      title={`Withdraw the rejection of ${policy.policy_id}`}
      action="Withdraw the Rejection"
      label="Note (optional)"
      schema={OPTIONAL_NOTE}
      onClose={onClose}
      send={(admin_notes) =>
        change.run(
          () => decide(policy, { status: 'approved', take_back: true, admin_notes }),
          { done: 'Rejection withdrawn', failed: 'Failed to withdraw the rejection' },
          onClose,
        )
      }
    >
      <p className="text-[0.8125rem] text-muted">
        The policy is approved, and no refund is owed anymore. {policy.customer} was told about the rejection
        and is now told that we withdrew it.
      </p>
    </NoteForm>
  );
}

/** A rejection first records its reason, and then refunds the whole premium. */
export function RejectForm({ policy, change, onClose }: PolicyFormProps) {
  const [recorded, setRecorded] = useState(false);
  if (recorded) return <RefundForm policy={policy} change={change} onClose={onClose} outcome="rejected" />;
  return (
    <NoteForm
      keep={`desk/policy/${policy.id}/reject`}
      title={`Reject ${policy.policy_id} and give the premium back`}
      action="Continue to the Refund"
      danger
      label="Reason"
      schema={requiredNote('Please give a reason. The customer will read it.')}
      onClose={onClose}
      send={(admin_notes) =>
        change.run(
          () => decide(policy, { status: 'rejected', admin_notes }),
          {
            done: 'Reason recorded. The rejection takes effect with the refund.',
            failed: 'Failed to reject the policy',
            stays: true,
          },
          () => setRecorded(true),
        )
      }
    >
      <p className="text-[0.8125rem] text-muted">
        The whole premium of {formatUsd(policy.total_premium)} goes back to {policy.customer} (
        {shortAddress(policy.wallet)}). Until the refund is on chain the customer stays covered.
      </p>
    </NoteForm>
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
      discard={() => discard(policy)}
      onClose={onClose}
    >
      {(ready) => <SendRefund ready={ready} policy={policy} change={change} onClose={onClose} />}
    </Prepared>
  );
}

function SendRefund({ ready, policy, change, onClose }: PolicyFormProps & { ready: Refund }) {
  const { payment } = policy;
  const amount = formatAmount(ready.amount, payment.decimals, ready.currency);
  const whole = ready.amount === payment.amount;
  return (
    <SendPrepared
      call={ready}
      action={`Refund ${amount}`}
      report={(sent) => confirmRefund(policy.id, sent)}
      handOver={() => prepareRefund(policy.id, ready.outcome, true)}
      discard={() => discard(policy)}
      onCancel={onClose}
      onDone={(message) => {
        void change.finish(message);
        void deskCache.invalidateQueries({ queryKey: ['chain'] });
      }}
    >
      <h3 className="text-sm font-semibold tracking-normal">
        {policy.withdrawal !== null
          ? `Refund the withdrawal from ${policy.policy_id}`
          : ready.outcome === 'rejected'
            ? `Reject ${policy.policy_id}`
            : policy.replaced_by
              ? `Refund ${policy.policy_id}, which ${policy.replaced_by.policy_number} replaced`
              : `Refund the cancellation of ${policy.policy_id}`}
      </h3>
      <p className="text-[0.8125rem]">
        <strong>{amount}</strong>
        {ready.usd !== null && ` (${formatUsd(ready.usd)})`} of the premium of{' '}
        {formatAmount(payment.amount, payment.decimals, payment.currency)} goes to {policy.customer} (
        <span title={policy.wallet}>{shortAddress(policy.wallet)}</span>).{' '}
        {ready.outcome === 'cancelled' && whole
          ? 'The cover is void from the beginning.'
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
    what: 'The administrator has to confirm it, and the holder can object. Nothing changes before that.',
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
      onDone={(message) => void change.finish(message)}
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
      prepare={() =>
        prepareHolderChange(policy.id, step, step === 'confirm' ? (holder ?? undefined) : undefined)
      }
      failed="Failed to prepare the change of holder"
      onClose={onClose}
    >
      {(ready) => <SendStep {...props} ready={ready} holder={holder} />}
    </Prepared>
  );
}

/** The wallet of a new holder, as the API takes it. */
const holderForm = (holder: string) =>
  z.object({
    wallet: z
      .string()
      .trim()
      .refine(
        (wallet) => walletKey(wallet)?.length === 42,
        'Please enter a wallet address: 0x and 40 digits.',
      )
      .refine((wallet) => walletKey(wallet) !== walletKey(holder), 'That wallet already holds the policy.'),
  });

export function ProposeHolderForm(props: PolicyFormProps) {
  const { policy, onClose } = props;
  const [chosen, setChosen] = useState<string | null>(null);
  const form = useApiForm({
    keep: `desk/policy/${policy.id}/holder`,
    schema: holderForm(policy.wallet),
    defaultValues: { wallet: '' },
    send: async ({ wallet }) => setChosen(wallet),
  });
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
      form={form}
      onClose={onClose}
    >
      <p className="text-[0.8125rem] text-muted">
        For a holder who lost their wallet {shortAddress(policy.wallet)}. Make sure who is asking before you
        propose another one.
      </p>
      <TextField {...TYPED_HASH} form={form} name="wallet" label="Wallet of the new holder" autoFocus />
    </ActionForm>
  );
}
