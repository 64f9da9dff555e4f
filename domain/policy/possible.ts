import { dayOf, formatUsDay, parseDay } from '../days.ts';
import { PRODUCTS, type ProductKey } from '../products/index.ts';
import { canChange } from './change.ts';
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
function neverRenewed(policy: Standing): string | null {
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

/** Why the policy's cover can't be changed at `now`, in a sentence; null if it can. */
export function changeProblem(
  policy: Standing & { claims: { open: boolean; paid: boolean } },
): string | null {
  const { product, status, successor, claims } = policy;
  if (!canChange(product)) return `${PRODUCTS[product].label} cannot be changed after it is bought.`;
  if (successor !== null) return `${successor} replaced this policy. Please change that one.`;
  if (status === 'cancelled') return 'This policy is canceled, so it cannot be changed.';
  if (policy.isWithdrawn) return 'You withdrew from this policy, so it cannot be changed.';
  if (status === 'rejected') return 'This policy was not accepted, so it cannot be changed.';
  if (status === 'expired') return 'This policy has ended, so it cannot be changed.';
  if (status === 'pending') return 'This policy is not active yet. It can be changed once it is.';
  if (policy.isCanceling) return 'You have asked to cancel this policy, so it cannot be changed.';
  if (claims.open) return 'A claim on this policy is still open. It can be changed once that is decided.';
  if (claims.paid) return 'A claim on this policy was paid out, so it cannot be changed.';
  return null;
}

/** What its holder can do with a policy, in words: 'renew it, or change its cover'; null for nothing. */
export function whatIsPossible(policy: Parameters<typeof changeProblem>[0]): string | null {
  const change = changeProblem(policy) === null ? ['change its cover'] : [];
  const renewal = renewalProblem(policy);
  const later = neverRenewed(policy) === null ? [`renew it from ${formatUsDay(renewableFrom(policy))}`] : [];
  const all = renewal === null ? ['renew it', ...change] : [...change, ...later];
  return all.length === 0 ? null : all.join(', or ');
}
