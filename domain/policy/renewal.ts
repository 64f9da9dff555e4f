import { dayOf, formatUsDay, parseDay } from '../days.ts';
import type { ProductKey } from '../products/index.ts';
import { isRenewed, type PolicyStatus } from './lifecycle.ts';
import { RENEWAL_DAYS } from './service-schema.ts';

/** What decides whether a policy can be renewed or its cover changed. */
export interface Standing {
  product: ProductKey;
  status: PolicyStatus;
  startDate: string;
  endDate: string;
  isWithdrawn: boolean;
  isCanceling: boolean;
  /** Number of the policy that replaced it; null without one. */
  successor: string | null;
  /** Milliseconds. */
  now: number;
}
type Term = Pick<Standing, 'startDate' | 'endDate'>;

function endDay({ endDate }: Term): number {
  const day = parseDay(endDate);
  if (day === null) throw new RangeError('A stored policy ends on no real day');
  return day;
}

/** First UTC day number on which a policy can be renewed; never before its cover begins. */
export const renewableFrom = (term: Term): number =>
  Math.max(parseDay(term.startDate) ?? 0, endDay(term) - RENEWAL_DAYS);

/** Why the policy can't be renewed on any day to come, in a sentence. */
export function neverRenewed(policy: Standing): string | null {
  const { status, successor } = policy;
  if (!isRenewed(policy.product)) return 'A trip is not renewed. Please ask for a new quote instead.';
  if (status === 'cancelled') return 'This policy was canceled. Please ask for a new quote instead.';
  if (policy.isWithdrawn) return 'You withdrew from this policy, so it cannot be renewed.';
  if (status === 'rejected') return 'This policy was not accepted, so it cannot be renewed.';
  if (status === 'pending') return 'This policy is still under review. It can be renewed once it is active.';
  if (successor !== null) return `${successor} replaced this policy. Please renew that one.`;
  if (policy.isCanceling) return 'You have asked to cancel this policy. Please ask for a new quote instead.';
  if (dayOf(policy.now) > endDay(policy) + RENEWAL_DAYS)
    return `This policy ended more than ${RENEWAL_DAYS} days ago. Please ask for a new quote instead.`;
  return null;
}

/** Why the policy can't be renewed on the UTC day of `now`, in a sentence; null if it can. */
export function renewalProblem(policy: Standing): string | null {
  const from = renewableFrom(policy);
  const early = dayOf(policy.now) < from ? `This policy can be renewed from ${formatUsDay(from)}.` : null;
  return neverRenewed(policy) ?? early;
}
