import { dayOf, formatUsDay } from '#domain/days.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { canChange } from './change.ts';
import { isRenewed } from './lifecycle.ts';
import { endDay, renewableFrom, type Standing } from './renewal.ts';
import { RENEWAL_DAYS } from './service-schema.ts';

/** Why a policy's situation rules out a change of its cover, and why its renewal; null where it doesn't. */
function refusals({ situation, successor }: Standing): [change: string | null, renewal: string | null] {
  const changeThat = successor && `${successor} replaced this policy. Please change that one.`;
  switch (situation) {
    case 'withdrawn':
    case 'withdrawing':
      return [
        'You withdrew from this policy, so it cannot be changed.',
        'You withdrew from this policy, so it cannot be renewed.',
      ];
    case 'rejected':
    case 'declined':
      return [
        'This policy was not accepted, so it cannot be changed.',
        'This policy was not accepted, so it cannot be renewed.',
      ];
    case 'cancelled':
      return [
        changeThat ?? 'This policy is canceled, so it cannot be changed.',
        'This policy was canceled. Please ask for a new quote instead.',
      ];
    case 'replaced':
      return [changeThat, `${successor} replaced this policy. Please renew that one.`];
    case 'canceling':
      return [
        'You have asked to cancel this policy, so it cannot be changed.',
        'You have asked to cancel this policy. Please ask for a new quote instead.',
      ];
    case 'unconfirmed':
    case 'in_review':
      return [
        'This policy is not active yet. It can be changed once it is.',
        'This policy is still under review. It can be renewed once it is active.',
      ];
    case 'expired':
      return ['This policy has ended, so it cannot be changed.', null];
    case 'ahead':
    case 'in_force':
      return [null, null];
  }
}

/** Why the policy's cover can't be changed at `now`, in a sentence; null if it can. */
export function changeProblem(
  policy: Standing & { claims: { open: boolean; paid: boolean } },
): string | null {
  const { product, claims } = policy;
  if (!canChange(product)) return `${PRODUCTS[product].label} cannot be changed after it is bought.`;
  const [refused] = refusals(policy);
  if (refused !== null) return refused;
  if (claims.open) return 'A claim on this policy is still open. It can be changed once that is decided.';
  if (claims.paid) return 'A claim on this policy was paid out, so it cannot be changed.';
  return null;
}

/** Whether only the day is too early to renew the policy. */
const isEarly = (policy: Standing): boolean =>
  isRenewed(policy.product) && refusals(policy)[1] === null && dayOf(policy.now) < renewableFrom(policy);

/** Why the policy can't be renewed on the UTC day of `now`, in a sentence; null if it can. */
export function renewalProblem(policy: Standing): string | null {
  if (!isRenewed(policy.product)) return 'A trip is not renewed. Please ask for a new quote instead.';
  const [, refused] = refusals(policy);
  if (refused !== null) return refused;
  if (dayOf(policy.now) > endDay(policy) + RENEWAL_DAYS) {
    return `This policy ended more than ${RENEWAL_DAYS} days ago. Please ask for a new quote instead.`;
  }
  return isEarly(policy) ? `This policy can be renewed from ${formatUsDay(renewableFrom(policy))}.` : null;
}

/** What its holder can do with a policy, in words: 'renew it, or change its cover'; null for nothing. */
export function whatIsPossible(policy: Parameters<typeof changeProblem>[0]): string | null {
  const change = changeProblem(policy) === null ? ['change its cover'] : [];
  const later = isEarly(policy) ? [`renew it from ${formatUsDay(renewableFrom(policy))}`] : [];
  const all = renewalProblem(policy) === null ? ['renew it', ...change] : [...change, ...later];
  return all.length === 0 ? null : all.join(', or ');
}
