import { formatUsDay } from '#domain/days.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { canChange } from './change.ts';
import { notRenewed, renewableFrom, type Standing } from './renewal.ts';

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
  const renewal = notRenewed(policy);
  const later = renewal === 'early' ? [`renew it from ${formatUsDay(renewableFrom(policy))}`] : [];
  const all = renewal === null ? ['renew it', ...change] : [...change, ...later];
  return all.length === 0 ? null : all.join(', or ');
}
