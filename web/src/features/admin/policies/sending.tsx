/** Refunds and changes of holder, which the worker prepares and a wallet sends. */
import { useMemo } from 'react';
import type * as z from 'zod';
import { shortAddress } from '#domain/address.ts';
import * as policiesApi from '#domain/admin/policies-api.ts';
import type {
  HOLDER_CHANGE_STEPS,
  holderChangeAnswer,
  PolicyRequestDetail,
  policyRefundAnswer,
} from '#domain/admin/policies-schema.ts';
import { formatAmount, formatUsd } from '#domain/money.ts';
import type { ActionProps } from '#web/features/admin/kit/actions.ts';
import { type Sending, type Shown, sendingOf } from '#web/features/admin/kit/sending.tsx';
import { reportedAs, reportOf } from '#web/features/admin/kit/use-send.ts';
import { ShortMoment } from '#web/features/admin/parts/cells.tsx';
import { adminApi } from '#web/features/admin/queries.ts';

type Policy = PolicyRequestDetail;
export type Refund = z.output<typeof policyRefundAnswer>;

function refundTitle({ policy_id, withdrawal, replaced_by: after }: Policy, { outcome }: Refund): string {
  if (withdrawal !== null) return `Refund the withdrawal from ${policy_id}`;
  if (outcome === 'rejected') return `Reject ${policy_id}`;
  if (after) return `Refund ${policy_id}, which ${after.policy_number} replaced`;
  return `Refund the cancellation of ${policy_id}`;
}

function shownRefund(policy: Policy, ready: Refund): Shown {
  const { payment, customer, wallet } = policy;
  const amount = formatAmount(ready.amount, payment.decimals, ready.currency);
  const isVoid = ready.outcome === 'cancelled' && ready.amount === payment.amount;
  return {
    title: refundTitle(policy, ready),
    action: `Refund ${amount}`,
    text: (
      <>
        <strong>{amount}</strong>
        {ready.usd !== null && ` (${formatUsd(ready.usd)})`} of the premium of{' '}
        {formatAmount(payment.amount, payment.decimals, payment.currency)} goes to {customer} (
        <span title={wallet}>{shortAddress(wallet)}</span>).{' '}
        {isVoid ? 'The cover is void from the beginning.' : 'The cover ends with the refund.'} Prepared until{' '}
        <ShortMoment at={ready.valid_until} />.
      </>
    ),
    pool: { currency: ready.currency, amount: ready.amount },
  };
}

/** Gives back the premium or a part of it: all of a rejected policy, and what the holder consented to otherwise. */
export const refundOf = (outcomeOf: (policy: Policy) => Refund['outcome']): Sending<Policy, Refund> => ({
  prepare: (policy, call_data) =>
    adminApi.ask(policiesApi.prepareRefund, {
      id: policy.id,
      body: { outcome: outcomeOf(policy), call_data },
    }),
  failed: 'Failed to prepare the refund',
  discard: ({ id }) => adminApi.send(policiesApi.discardRefund, { id, query: { not_signed: 'true' } }),
  report: async ({ id }, sent) => {
    const status = await adminApi.send(policiesApi.confirmRefund, { id, body: reportOf(sent) });
    return reportedAs('refund', status === 200);
  },
  shown: shownRefund,
});

export type HolderStep = (typeof HOLDER_CHANGE_STEPS)[number];
type HolderCall = z.output<typeof holderChangeAnswer>;

export const HOLDER_STEPS: Readonly<Record<HolderStep, { action: string; what: string }>> = {
  propose: {
    action: 'Propose New Holder',
    what: 'Nothing changes until the administrator confirms it, and the holder can object.',
  },
  confirm: {
    action: 'Confirm New Holder',
    what: 'After the contract’s delay anyone can complete it. The holder can object until then.',
  },
  stop: { action: 'Stop the Change', what: 'The policy stays with its holder.' },
  complete: { action: 'Complete the Change', what: 'From then on payouts and refunds go to the new holder.' },
};

/** One step of a change of holder. Only the first and the second name the new one. */
export function stepping(step: HolderStep, proposed?: string) {
  const { action, what } = HOLDER_STEPS[step];
  const holderOf = (policy: Policy) => proposed ?? policy.holder_change?.new_holder ?? null;
  const named = step === 'propose' || step === 'confirm';
  return sendingOf<Policy, HolderCall>({
    prepare: (policy) => {
      const new_holder = (named && holderOf(policy)) || undefined;
      return adminApi.ask(policiesApi.prepareHolderChange, { id: policy.id, body: { step, new_holder } });
    },
    failed: 'Failed to prepare the change of holder',
    report: async ({ id }, { hash: transaction_hash }) => {
      const body = { step, transaction_hash };
      const { confirmed } = await adminApi.ask(policiesApi.confirmHolderChange, { id, body });
      return reportedAs('step', confirmed);
    },
    shown: (policy) => {
      const holder = holderOf(policy);
      return {
        title: action,
        action,
        text: (
          <>
            {policy.policy_id} is held by <span title={policy.wallet}>{shortAddress(policy.wallet)}</span>
            {holder !== null && (
              <>
                , and the new holder is <strong className="wrap-anywhere">{holder}</strong>
              </>
            )}
            . {what} No money moves.
          </>
        ),
      };
    },
  });
}

/** The first step, with the wallet that was asked for. */
export function ProposeStep({ values, ...props }: ActionProps<Policy> & { values: { wallet: string } }) {
  const Step = useMemo(() => stepping('propose', values.wallet), [values.wallet]);
  return <Step {...props} />;
}
