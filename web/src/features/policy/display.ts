import { addYears, dayOf, formatDay, parseDay } from '#domain/days.ts';
import { formatUsd } from '#domain/money.ts';
import { coverStartText } from '#domain/policy/cover-dates.ts';
import { isRenewed, STATUS_LABELS } from '#domain/policy/lifecycle.ts';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import { PRODUCT_KEYS, PRODUCTS, type ProductKey } from '#domain/products/index.ts';
import { offeredChoice } from '#domain/products/offer.ts';
import { chargedDays, price } from '#domain/quote/pricing.ts';
import { isFound } from '#domain/search.ts';
import { longDate, longMoment } from '#web/lib/format.ts';
import type { BadgeVariant } from '#web/ui/badge.tsx';

const VARIANTS: Record<PolicyAnswer['status'], BadgeVariant> = {
  active: 'default',
  pending: 'secondary',
  expired: 'outline',
  cancelled: 'outline',
  rejected: 'destructive',
  withdrawn: 'outline',
};

export function statusBadge(
  policy: Pick<PolicyAnswer, 'status' | 'in_force' | 'replaced' | 'policy_start_date'>,
): {
  label: string;
  variant: BadgeVariant;
} {
  const variant = VARIANTS[policy.status];
  if (policy.status === 'active' && policy.replaced) return { label: 'Replaced', variant: 'outline' };
  if (policy.status === 'active' && !policy.in_force) {
    return { label: `Starts on ${longDate(policy.policy_start_date)}`, variant };
  }
  return { label: STATUS_LABELS[policy.status], variant };
}

/** The same cover for another term of the same length at today's price; null if the dates cannot be read. */
export function renewalPrice(policy: PolicyAnswer): number | null {
  const start = parseDay(policy.policy_start_date);
  const end = parseDay(policy.policy_end_date);
  if (start === null || end === null) return null;
  const nextEnd = addYears(start, 1) === end ? addYears(end, 1) : end + (end - start);
  const choice = offeredChoice(policy.policy_type, {
    coverage: policy.amount,
    deductible: policy.deductible,
  });
  return price(policy.policy_type, choice, end, nextEnd).premium;
}

/**
 * The figures above the lists: whole US dollars over all active policies, including those that start later but not those that
 * were replaced, and the renewal of the active policy that ends first. A trip is not renewed.
 */
export function summarize(policies: readonly PolicyAnswer[]) {
  const active = policies.filter((policy) => policy.status === 'active' && !policy.replaced);
  const first = active
    .filter(({ policy_type }) => isRenewed(policy_type))
    .toSorted((a, b) => a.policy_end_date.localeCompare(b.policy_end_date))[0];
  const premium = first ? renewalPrice(first) : null;
  return {
    total: policies.length,
    active: active.length,
    coverage: active.reduce((total, policy) => total + policy.amount, 0),
    next:
      first && premium !== null
        ? { premium: formatUsd(premium), date: longDate(first.policy_end_date) }
        : null,
  };
}

export interface PolicyFilters {
  search: string;
  type: ProductKey | 'all';
  status: PolicyAnswer['status'] | 'all';
}

export const NO_FILTERS: PolicyFilters = { search: '', type: 'all', status: 'all' };

export function isFiltering(filters: PolicyFilters): boolean {
  return filters.search.trim() !== '' || filters.type !== 'all' || filters.status !== 'all';
}

export function filterPolicies(policies: readonly PolicyAnswer[], filters: PolicyFilters): PolicyAnswer[] {
  return policies.filter((policy) => {
    if (filters.type !== 'all' && policy.policy_type !== filters.type) return false;
    if (filters.status !== 'all' && policy.status !== filters.status) return false;
    const text = `${policy.policy_number}\n${policy.product_reference}\n${PRODUCTS[policy.policy_type].label}`;
    return isFound(text, filters.search);
  });
}

export function statusesIn(policies: readonly PolicyAnswer[]): PolicyAnswer['status'][] {
  const order = ['active', 'pending', 'rejected', 'withdrawn', 'cancelled', 'expired'] as const;
  return order.filter((status) => policies.some((policy) => policy.status === status));
}

export function endedEarly({ status }: Pick<PolicyAnswer, 'status'>): boolean {
  return status === 'cancelled' || status === 'rejected' || status === 'withdrawn';
}

/** 'Cancellation from today, medical from June 3, 2027', while a trip is ahead; null otherwise. `now` in milliseconds. */
export function startsText(
  policy: Pick<PolicyAnswer, 'status' | 'cover_start_date' | 'policy_start_date'>,
  now: number,
): string | null {
  const { status, cover_start_date: coverStart, policy_start_date: start } = policy;
  if (endedEarly(policy) || status === 'expired' || start <= formatDay(dayOf(now))) return null;
  return coverStartText({ coverStart, start }, now);
}

type Ending = Pick<PolicyAnswer, 'status' | 'policy_end_date' | 'cover_from' | 'cover_until'>;

/** The last day of cover: the one that was bought, or the day of the refund that ended it. */
export function endDay(policy: Ending): string {
  if (!endedEarly(policy)) return longDate(policy.policy_end_date);
  const { cover_from, cover_until } = policy;
  const covered = cover_from !== null && Date.parse(cover_from) < Date.parse(cover_until);
  return covered ? longDate(cover_until) : 'Never in force';
}

/** Days of cover left at `now` (milliseconds), including today and never more than were sold; 0 after the end. */
export function daysLeft(
  policy: Pick<PolicyAnswer, 'policy_start_date' | 'policy_end_date'>,
  now: number,
): number {
  const [start, end] = [parseDay(policy.policy_start_date), parseDay(policy.policy_end_date)];
  if (start === null || end === null) return 0;
  return Math.max(0, Math.min(chargedDays(start, end), end - dayOf(now) + 1));
}

/** Where `now` (milliseconds) is in a policy's term: the share that has passed, and the words at both ends of its bar. */
export function termOf(
  policy: Pick<PolicyAnswer, 'policy_start_date' | 'policy_end_date' | 'cover_from' | 'cover_until'>,
  now: number,
) {
  const { policy_start_date: start, policy_end_date: end, cover_from: from, cover_until: until } = policy;
  const [first, last] = [parseDay(start) ?? 0, parseDay(end) ?? 0];
  const left = daysLeft(policy, now);
  const ahead = now / 86_400_000 < first;
  return {
    done: Math.min(1, Math.max(0, (now / 86_400_000 - first) / Math.max(1, last + 1 - first))),
    from: {
      text: `${ahead ? 'Starts' : 'Started'} on ${longDate(start)}`,
      exact: from === null ? undefined : longMoment(from),
    },
    until: longMoment(until),
    left: left === 0 ? 'Ended' : `${left} ${left === 1 ? 'day' : 'days'}${ahead ? '' : ' left'}`,
  };
}

export const TYPE_FILTERS = [
  { value: 'all', label: 'All Types' },
  ...PRODUCT_KEYS.map((key) => ({ value: key as string, label: PRODUCTS[key].label })),
];

/** Whether contact and beneficiary can still be changed. Refunded policies are closed. */
export const isModifiable = (status: PolicyAnswer['status']): boolean => !endedEarly({ status });
