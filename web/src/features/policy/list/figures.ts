import { addYears, parseDay } from '#domain/days.ts';
import { formatUsd } from '#domain/money.ts';
import { isRenewed } from '#domain/policy/lifecycle.ts';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import { offeredChoice } from '#domain/products/offer.ts';
import { price } from '#domain/quote/pricing.ts';
import { longDate } from '#web/lib/format.ts';

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
