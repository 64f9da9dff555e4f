import { DAY_SECONDS, formatUsDay, parseDay } from '../../../../domain/days.ts';
import { TRANSITIONS } from '../../../../domain/policy/lifecycle.ts';
import { isRejectable } from '../../../../domain/policy/rejection.ts';
import { isVoluntary, WITHDRAWAL_DAYS, withdrawableUntil } from '../../../../domain/policy/withdrawal.ts';
import type { WithdrawalAnswer } from '../../../../domain/policy/withdrawal-schema.ts';
import { type Ctx, isoOf, nowIso } from '../../platform/context.ts';
import { refundDue } from '../cancellation.ts';
import { firstPaidAt } from '../first-purchase.ts';
import type { PolicyRow } from '../repository.ts';
import type { WithdrawalRow } from './repository.ts';

const seconds = (iso: string) => Math.floor(Date.parse(iso) / 1000);

/** Until when a statement about this policy counts, in seconds, if the days count from `purchasedAt` (ISO). */
const lastMoment = ({ policy, quote }: PolicyRow, purchasedAt: string): number =>
  withdrawableUntil({
    purchasedAt: seconds(purchasedAt),
    startsAt: (parseDay(policy.startDate) ?? 0) * DAY_SECONDS,
    coverUntil: seconds(policy.coverUntil),
    days: quote.days,
  });

/** Why a statement that was submitted then has no effect on the policy, in a sentence; null when it has one. */
export async function withdrawalProblem(
  ctx: Ctx,
  row: PolicyRow,
  submittedAt: string,
): Promise<string | null> {
  const { policy, quote } = row;
  if (TRANSITIONS[policy.status].length === 0)
    return 'This policy has already ended, and its refund was sent.';
  if (policy.status === 'pending' && policy.declinedAt !== null) {
    return 'We could not accept this policy, so your whole premium is already on its way back.';
  }
  const at = seconds(submittedAt);
  // The policy's own purchase is the latest that can count, so most need not look for an earlier one.
  const own = lastMoment(row, row.paidAt);
  const last = at > own ? own : lastMoment(row, await firstPaidAt(ctx, row));
  if (at <= last) return null;
  return isVoluntary(quote.days)
    ? `A trip of less than a month can be withdrawn from within ${WITHDRAWAL_DAYS} days of the purchase and before it begins. You can still cancel the policy.`
    : `The ${WITHDRAWAL_DAYS} days to withdraw from this contract ended on ${formatUsDay(Math.floor(last / DAY_SECONDS))}. You can still cancel the policy.`;
}

/** Until when the holder can withdraw; null once that is over. */
export async function withdrawableUntilOf(
  ctx: Ctx,
  row: PolicyRow,
  before: WithdrawalRow | null,
): Promise<string | null> {
  if (before !== null || (await withdrawalProblem(ctx, row, nowIso(ctx))) !== null) return null;
  return isoOf(lastMoment(row, await firstPaidAt(ctx, row)));
}

/** Whether the registry takes no rejection of the policy anymore, so that only its holder's consent allows a refund. */
export const isLate = (
  ctx: Ctx,
  { policy }: { policy: Pick<PolicyRow['policy'], 'status' | 'coverFrom'> },
): boolean =>
  TRANSITIONS[policy.status].length > 0 &&
  policy.coverFrom !== null &&
  !isRejectable(policy.coverFrom, ctx.clock());

type Shown = Pick<WithdrawalRow, 'submittedAt' | 'effectiveAt' | 'closedAt'> & Partial<WithdrawalRow>;

/** A withdrawal as its holder sees it. */
export function presentWithdrawal(
  ctx: Ctx,
  row: Pick<PolicyRow, 'policy'>,
  withdrawal: Shown,
): WithdrawalAnswer {
  const { submittedAt, effectiveAt } = withdrawal;
  const state = stateOf(ctx, row, withdrawal);
  return {
    submitted_at: submittedAt,
    state,
    refund_due_at: state === 'recorded' && effectiveAt !== null ? refundDue(effectiveAt) : null,
  };
}

function stateOf(
  ctx: Ctx,
  row: Pick<PolicyRow, 'policy'>,
  { closedAt, effectiveAt, consentValidUntil = null }: Shown,
): WithdrawalAnswer['state'] {
  if (closedAt !== null) return 'with_a_person';
  if (effectiveAt === null) return 'waiting_for_claim';
  const consented = consentValidUntil !== null && consentValidUntil > nowIso(ctx);
  return isLate(ctx, row) && !consented ? 'awaiting_consent' : 'recorded';
}
