import { dayOf, formatDay, parseDay } from '#domain/days.ts';
import { coverStartText } from '#domain/policy/cover-dates.ts';
import { STATUS_LABELS } from '#domain/policy/lifecycle.ts';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import { chargedDays } from '#domain/quote/pricing.ts';
import { longDate, longMoment } from '#web/lib/format.ts';
import type { BadgeVariant, Look } from '#web/ui/values.tsx';

const VARIANTS: Partial<Record<PolicyAnswer['status'], BadgeVariant>> = {
  active: 'default',
  pending: 'secondary',
  rejected: 'destructive',
};

export function statusBadge(policy: PolicyAnswer): Look {
  const { situation, status, replaced } = policy;
  // Also once its refund was sent, when the registry calls it canceled.
  const isReplaced = situation === 'replaced' || (replaced && status === 'cancelled');
  if (isReplaced) return { label: 'Replaced', variant: 'outline' };
  const shown = situation === 'withdrawing' ? 'withdrawn' : situation === 'declined' ? 'rejected' : status;
  const label =
    situation === 'ahead' ? `Starts on ${longDate(policy.policy_start_date)}` : STATUS_LABELS[shown];
  return { label, variant: VARIANTS[shown] ?? 'outline' };
}

export const endedEarly = ({ status }: Pick<PolicyAnswer, 'status'>): boolean =>
  ['cancelled', 'rejected', 'withdrawn'].includes(status);

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

/** Whether contact and beneficiary can still be changed. Refunded policies are closed. */
export const isModifiable = (status: PolicyAnswer['status']): boolean => !endedEarly({ status });
