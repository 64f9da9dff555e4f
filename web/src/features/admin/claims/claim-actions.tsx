import type { ComponentType } from 'react';
import type { AdminClaimDetail } from '#domain/admin/claims-schema.ts';
import { isWithinAuthority } from '#domain/admin/roles.ts';
import { formatUsd } from '#domain/money.ts';
import { ActionBar, type BarExtra } from '#web/features/admin/kit/action-bar.tsx';
import type { Change } from '#web/features/admin/kit/use-change.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { useNow } from '#web/lib/hooks.ts';
import { actionsOf, type ClaimAction, waitingFor } from './display.ts';
import {
  type ActionFormProps,
  ApproveForm,
  ConfirmForm,
  DocumentsForm,
  OffChainPaymentForm,
  RejectForm,
  ReviewForm,
  SendBackForm,
  WithdrawForm,
} from './forms.tsx';
import { PayForm } from './pay-form.tsx';

const FORMS: Record<ClaimAction, ComponentType<ActionFormProps>> = {
  review: ReviewForm,
  documents: DocumentsForm,
  approve: ApproveForm,
  reject: RejectForm,
  confirm: ConfirmForm,
  send_back: SendBackForm,
  pay: PayForm,
  other: OffChainPaymentForm,
  confirm_other: OffChainPaymentForm,
  withdraw: WithdrawForm,
};

function labelOf(action: ClaimAction, claim: AdminClaimDetail): string {
  const usd = formatUsd(claim.decision?.payout_usd ?? 0);
  switch (action) {
    case 'review':
      return claim.status === 'rejected' ? 'Review Again' : 'Take Into Review';
    case 'documents':
      return 'Ask for Documents';
    case 'approve':
      return 'Approve Claim';
    case 'reject':
      return 'Reject Claim';
    case 'confirm':
      return `Confirm ${usd}`;
    case 'send_back':
      return 'Back to Review';
    case 'pay':
      return claim.announced ? `Pay Announced ${usd}` : `Pay ${usd}`;
    case 'other':
      return 'Pay by Another Method';
    case 'confirm_other':
      return `Confirm Payment of ${usd}`;
    case 'withdraw':
      return 'Withdraw the Payment';
  }
}

/** The key of each action that has one. What is alike has the same. */
const KEYS: Readonly<Partial<Record<ClaimAction, string>>> = {
  approve: 'a',
  confirm: 'a',
  confirm_other: 'a',
  reject: 'r',
  send_back: 'r',
  withdraw: 'r',
  documents: 'd',
  pay: 'p',
  other: 'o',
};

const DANGER: readonly ClaimAction[] = ['reject', 'send_back', 'withdraw'];

/** The first is the next thing to do; what refuses or sends back is marked as such. */
function variantOf(action: ClaimAction, index: number) {
  if (DANGER.includes(action)) return 'danger' as const;
  return index === 0 ? ('primary' as const) : ('secondary' as const);
}

/** What this person may do with the claim now, and the form of what they chose. */
export function ClaimActions({
  claim,
  decision,
  extras,
}: {
  claim: AdminClaimDetail;
  decision: Change<AdminClaimDetail>;
  extras: readonly BarExtra[];
}) {
  const admin = useAdmin();
  const now = useNow(30_000);
  const may = {
    decide: admin.may('claims.decide'),
    pay: admin.may('claims.pay'),
    manage: admin.may('admins.manage'),
  };
  const usd = claim.decision?.payout_usd ?? 0;
  const able = actionsOf(claim, may, now);
  const limit = admin.payout_limit_usd;
  const beyond = able.includes('confirm') && !isWithinAuthority(usd, limit);
  return (
    <ActionBar
      actions={able
        .filter((key) => !(beyond && key === 'confirm'))
        .map((key, index) => ({
          key,
          label: labelOf(key, claim),
          variant: variantOf(key, index),
          shortcut: KEYS[key],
        }))}
      extras={extras}
      waiting={
        beyond
          ? `You may confirm payouts up to ${formatUsd(limit ?? 0)}. Somebody who may approve ${formatUsd(usd)} has to confirm this one.`
          : waitingFor(claim, may)
      }
      change={decision}
      form={(key, onClose) => {
        const Form = FORMS[key];
        return <Form key={key} claim={claim} decision={decision} onClose={onClose} />;
      }}
    />
  );
}
