import { DAY_SECONDS, formatUsDay, parseDay } from '../../../../domain/days.ts';
import { TRANSITIONS } from '../../../../domain/policy/lifecycle.ts';
import { isVoluntary, WITHDRAWAL_DAYS, withdrawableUntil } from '../../../../domain/policy/withdrawal.ts';
import type { WithdrawalAnswer } from '../../../../domain/policy/withdrawal-schema.ts';
import { isoOf } from '../../platform/context.ts';
import { refundDue } from '../cancellation.ts';
import type { PolicyRow } from '../repository.ts';
import type { WithdrawalRow } from './repository.ts';

const seconds = (iso: string) => Math.floor(Date.parse(iso) / 1000);

/** Until when a statement about this policy counts, in seconds. */
const lastMoment = ({ policy, quote, paidAt, firstPaidAt }: PolicyRow): number =>
  withdrawableUntil({
    // A change of cover starts no new 14 days.
    purchasedAt: seconds(firstPaidAt ?? paidAt),
    startsAt: (parseDay(policy.startDate) ?? 0) * DAY_SECONDS,
    coverUntil: seconds(policy.coverUntil),
    days: quote.days,
  });

/** Why a statement that was submitted then has no effect on the policy, in a sentence; null when it has one. */
export function withdrawalProblem(row: PolicyRow, submittedAt: string): string | null {
  const { policy, quote } = row;
  if (TRANSITIONS[policy.status].length === 0)
    return 'This policy has already ended, and its refund was sent.';
  if (policy.status === 'pending' && policy.declinedAt !== null) {
    return 'We could not accept this policy, so your whole premium is already on its way back.';
  }
  if (seconds(submittedAt) <= lastMoment(row)) return null;
  return isVoluntary(quote.days)
    ? `A trip of less than a month can be withdrawn from within ${WITHDRAWAL_DAYS} days of the purchase and before it begins. You can still cancel the policy.`
    : `The ${WITHDRAWAL_DAYS} days to withdraw from this contract ended on ${formatUsDay(Math.floor(lastMoment(row) / DAY_SECONDS))}. You can still cancel the policy.`;
}

/** Until when the holder can withdraw at `now` (milliseconds); null once that is over. */
export function withdrawableUntilOf(
  row: PolicyRow,
  before: WithdrawalRow | null,
  now: number,
): string | null {
  if (before !== null || withdrawalProblem(row, new Date(now).toISOString()) !== null) return null;
  return isoOf(lastMoment(row));
}

/** A withdrawal as its holder sees it. */
export function presentWithdrawal({
  submittedAt,
  effectiveAt,
  closedAt,
}: Pick<WithdrawalRow, 'submittedAt' | 'effectiveAt' | 'closedAt'>): WithdrawalAnswer {
  const state = closedAt !== null ? 'with_a_person' : effectiveAt === null ? 'waiting_for_claim' : 'recorded';
  return {
    submitted_at: submittedAt,
    state,
    refund_due_at: state === 'recorded' && effectiveAt !== null ? refundDue(effectiveAt) : null,
  };
}
