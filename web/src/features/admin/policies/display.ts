import type { PolicyRequestDetail, PolicyRequestStatus } from '#domain/admin/policies-schema.ts';
import { formatUsd } from '#domain/money.ts';
import type { BadgeVariant } from '#web/ui/values.tsx';

export const POLICY_BADGES: Record<PolicyRequestStatus, { label: string; variant: BadgeVariant }> = {
  pending: { label: 'Pending', variant: 'secondary' },
  approved: { label: 'Approved', variant: 'default' },
  rejected: { label: 'Rejected', variant: 'destructive' },
  cancelled: { label: 'Cancelled', variant: 'outline' },
  withdrawn: { label: 'Withdrawn', variant: 'outline' },
};

const reviewOf = ({ needs_review, declined }: PolicyRequestDetail) =>
  declined === null ? (needs_review ? 'Awaiting approval' : 'Not needed') : `Rejected: ${declined.reason}`;

/** What two people may see differently, for the comparison after a conflict. */
export function policyVersion(policy: PolicyRequestDetail): Record<string, string> {
  return {
    Status: POLICY_BADGES[policy.status].label,
    Review: reviewOf(policy),
    Cancellation: policy.cancellation === null ? 'None' : `Asked ${policy.cancellation.requested_at}`,
    Withdrawal: policy.withdrawal === null ? 'None' : `Submitted ${policy.withdrawal.submitted_at}`,
    'Withdrawals to check': String(policy.withdrawals_to_check.length),
    'Change of holder': policy.holder_change?.new_holder ?? 'None',
    'Paid out': formatUsd(policy.paid_out_usd),
    Version: String(policy.version),
  };
}

export type PolicyAction =
  | 'approve'
  | 'reject'
  | 'refund_rejection'
  | 'take_back'
  | 'refund'
  | 'check_withdrawal'
  | 'enter_withdrawal'
  | 'refund_withdrawal'
  | 'propose'
  | 'confirm'
  | 'stop'
  | 'complete';

/** Whether only the holder can make the next step of a withdrawal: the consent that its refund needs by now. */
export const awaitsConsent = ({ withdrawal }: PolicyRequestDetail): boolean =>
  withdrawal?.consent?.valid_until === null;

/** What can be done with a policy now by someone who may change policies, the next step first. `now`: milliseconds. */
export function actionsOf(policy: PolicyRequestDetail, now: number): PolicyAction[] {
  const { status, holder_change: change } = policy;
  if (status !== 'pending' && status !== 'approved') return [];
  const rejectable =
    policy.rejectable_until !== null &&
    now < Date.parse(policy.rejectable_until) &&
    policy.paid_out_usd === 0;
  const canceled = policy.cancellation !== null && now < Date.parse(policy.cancellation.valid_until);
  const actions: PolicyAction[] = [];
  if (policy.withdrawals_to_check.length > 0) actions.push('check_withdrawal');
  if (policy.withdrawal !== null) {
    if (policy.withdrawal.consent ? !awaitsConsent(policy) : rejectable) actions.push('refund_withdrawal');
  } else if (policy.declined !== null) {
    if (rejectable) actions.push('refund_rejection');
    else if (canceled) actions.push('refund');
    actions.push('take_back');
  } else {
    if (policy.needs_review) actions.push('approve');
    if (canceled) actions.push('refund');
    if (rejectable) actions.push('reject');
  }
  const last = policy.withdrawal === null && policy.declined === null ? (['enter_withdrawal'] as const) : [];
  if (!policy.changes_holder) return [...actions, ...last];
  if (change === null) return [...actions, 'propose', ...last];
  if (change.effective_at !== null && Date.parse(change.effective_at) <= now) actions.push('complete');
  if (!change.confirmed && change.proposed_at !== null) actions.push('confirm');
  return [...actions, 'stop', ...last];
}

export const ACTION_LABELS: Readonly<Record<PolicyAction, string>> = {
  approve: 'Approve',
  reject: 'Reject with Refund',
  refund_rejection: 'Refund the Rejection',
  take_back: 'Withdraw the Rejection',
  refund: 'Refund the Cancellation',
  check_withdrawal: 'Check the Withdrawal',
  enter_withdrawal: 'Enter a Withdrawal',
  refund_withdrawal: 'Refund the Withdrawal',
  propose: 'Change the Holder',
  confirm: 'Confirm New Holder',
  stop: 'Stop the Change',
  complete: 'Complete the Change',
};

/** The key of each action that has one, as on a claim. */
export const ACTION_KEYS: Readonly<Partial<Record<PolicyAction, string>>> = {
  approve: 'a',
  confirm: 'a',
  complete: 'a',
  reject: 'r',
  stop: 'r',
  refund: 'p',
  refund_rejection: 'p',
  refund_withdrawal: 'p',
  check_withdrawal: 'w',
};

const EVENT_LABELS: Readonly<Record<string, string>> = {
  purchase: 'Bought',
  purchased: 'Bought',
  payout: 'Claim paid',
  paid: 'Claim paid',
  refund: 'Refunded',
  refunded: 'Refunded',
};

/** The name of an on-chain event, or its own word with spaces. */
export const eventLabel = (kind: string): string =>
  EVENT_LABELS[kind] ?? kind.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase());
