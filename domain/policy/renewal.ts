import { dayOf, parseDay } from '#domain/days.ts';
import type { ProductKey } from '#domain/products/index.ts';
import { isRenewed, type PolicyStatus } from './lifecycle.ts';
import { RENEWAL_DAYS } from './service-schema.ts';

/** What decides whether a policy can be renewed or its cover changed. */
export interface Standing {
  product: ProductKey;
  status: PolicyStatus;
  start_date: string;
  end_date: string;
  isWithdrawn: boolean;
  isCanceling: boolean;
  /** Number of the policy that replaced it; null without one. */
  successor: string | null;
  /** Milliseconds. */
  now: number;
}
type Term = Pick<Standing, 'start_date' | 'end_date'>;

function endDay({ end_date }: Term): number {
  const day = parseDay(end_date);
  if (day === null) throw new RangeError('A stored policy ends on no real day');
  return day;
}

/** First UTC day number on which a policy can be renewed; never before its cover begins. */
export const renewableFrom = (term: Term): number =>
  Math.max(parseDay(term.start_date) ?? 0, endDay(term) - RENEWAL_DAYS);

export type NotRenewed =
  | ('trip' | 'cancelled' | 'withdrawn' | 'rejected' | 'pending' | 'replaced' | 'canceling' | 'late')
  /** It can be renewed from `renewableFrom` on. */
  | 'early';

/** Why the policy can't be renewed on the UTC day of `now`; null if it can. */
export function notRenewed(policy: Standing): NotRenewed | null {
  const { status, now } = policy;
  if (!isRenewed(policy.product)) return 'trip';
  if (policy.isWithdrawn || status === 'withdrawn') return 'withdrawn';
  if (status !== 'active' && status !== 'expired') return status;
  if (policy.successor !== null) return 'replaced';
  if (policy.isCanceling) return 'canceling';
  if (dayOf(now) > endDay(policy) + RENEWAL_DAYS) return 'late';
  return dayOf(now) < renewableFrom(policy) ? 'early' : null;
}
