import type { PolicyRequestDetail, PolicyRequestStatus } from '#domain/admin/policies-schema.ts';
import { formatUsd } from '#domain/money.ts';
import type { KeptKey } from '#web/lib/kept/kept.ts';
import type { Look } from '#web/ui/values.tsx';

export const POLICY_BADGES: Record<PolicyRequestStatus, Look> = {
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

/** Whether only the holder can make the next step of a withdrawal: the consent that its refund needs by now. */
export const awaitsConsent = ({ withdrawal }: PolicyRequestDetail): boolean =>
  withdrawal?.consent?.valid_until === null;

/** That another policy replaced it, or how it is about to end with its whole premium; null if neither. */
export function endingBadge(policy: PolicyRequestDetail): Look | null {
  if (policy.replaced_by && (policy.situation === 'replaced' || policy.status === 'cancelled')) {
    return { label: 'Replaced', variant: 'outline' };
  }
  if (policy.situation === 'declined') return { label: 'Rejected, refund owed', variant: 'destructive' };
  if (policy.situation !== 'withdrawing') return null;
  const waits = awaitsConsent(policy) ? 'consent awaited' : 'refund owed';
  return { label: `Withdrawn from, ${waits}`, variant: 'secondary' };
}

/** Where what is typed about a policy is kept. */
export const keepPolicy = ({ id }: PolicyRequestDetail): KeptKey => `desk/policy/${id}`;

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
