import { DAY_SECONDS, dayEnd, dayOf, formatUsDay, parseDay } from '#domain/days.ts';
import { type Ending, type EndingState, stateOf } from '#domain/policy/ending.ts';
import { policyNumber, TRANSITIONS } from '#domain/policy/lifecycle.ts';
import { isRejectable } from '#domain/policy/rejection.ts';
import {
  SHORT_TRIP_DAYS,
  WITHDRAWAL_DAYS,
  WITHDRAWAL_LINK_DAYS,
  withdrawableUntil,
} from '#domain/policy/withdrawal.ts';
import type { WithdrawalAnswer } from '#domain/policy/withdrawal-schema.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { issueEmailToken, mailbox } from '#worker/identity/account/email.ts';
import { isConfirmed, type TokenRow } from '#worker/identity/account/repository.ts';
import { type Ctx, isoOf, nowIso } from '#worker/platform/context.ts';
import { refundDue, successorOf } from '#worker/policies/cancellation.ts';
import type { EndingRow } from '#worker/policies/endings/repository.ts';
import { contactAddress } from '#worker/policies/own.ts';
import { findContact, type PolicyRow } from '#worker/policies/repository.ts';

const seconds = (iso: string) => Math.floor(Date.parse(iso) / 1000);

/** Until when a statement about this policy counts, in seconds. */
const lastMoment = ({ policy, quote, paidAt }: PolicyRow): number =>
  withdrawableUntil({
    trip: PRODUCTS[policy.product].trip !== undefined,
    purchasedAt: seconds(paidAt),
    startsAt: (parseDay(policy.start_date) ?? 0) * DAY_SECONDS,
    coverUntil: dayEnd(parseDay(policy.end_date) ?? 0),
    days: quote.days,
  });

/** Whether a statement that was submitted then is in time, and the policy did not end with its whole premium. */
export const isWithdrawable = (row: PolicyRow, submittedAt: string): boolean =>
  row.policy.status !== 'rejected' &&
  row.policy.status !== 'withdrawn' &&
  row.policy.withdrawn_at === null &&
  seconds(submittedAt) <= lastMoment(row);

/** Why a statement that was submitted then has no effect on the policy, in a sentence; null when it has one. */
export function withdrawalProblem(row: PolicyRow, submittedAt: string): string | null {
  const { policy } = row;
  const successor = successorOf(row);
  if (successor !== null) {
    const number = policyNumber(successor.id);
    return `${number} replaced this policy. Please withdraw from ${number}: you can end both with it.`;
  }
  if (isWithdrawable(row, submittedAt)) return null;
  if (policy.withdrawn_at !== null) return 'You have already withdrawn from this policy.';
  if (TRANSITIONS[policy.status].length === 0)
    return 'This policy has already ended, and its refund was sent.';
  const last = lastMoment(row);
  const { trip } = PRODUCTS[policy.product];
  return trip && last < seconds(row.paidAt) + WITHDRAWAL_DAYS * DAY_SECONDS
    ? `A trip of up to ${SHORT_TRIP_DAYS} days can be withdrawn from within ${WITHDRAWAL_DAYS} days of the purchase and before it begins. You can still cancel the policy.`
    : `The ${WITHDRAWAL_DAYS} days to withdraw from this contract ended on ${formatUsDay(dayOf(Date.parse(row.paidAt)) + WITHDRAWAL_DAYS)}. You can still cancel the policy.`;
}

/** Until when the holder can withdraw; null once that is over. */
export function withdrawableUntilOf(ctx: Ctx, row: PolicyRow, before: EndingRow | null): string | null {
  if (before !== null || withdrawalProblem(row, nowIso(ctx)) !== null) return null;
  return isoOf(lastMoment(row));
}

/** Whether the registry takes no rejection of the policy anymore, so that only its holder's consent allows a refund. */
export const isLate = (
  ctx: Ctx,
  { policy }: { policy: Pick<PolicyRow['policy'], 'status' | 'cover_from'> },
): boolean =>
  TRANSITIONS[policy.status].length > 0 &&
  policy.cover_from !== null &&
  !isRejectable(policy.cover_from, ctx.clock());

/** A withdrawal as its holder sees it. */
export function presentWithdrawal(
  ctx: Ctx,
  row: Pick<PolicyRow, 'policy'>,
  { asked_at, ...ending }: Omit<Ending, 'kind'> & Pick<EndingRow, 'asked_at'>,
): WithdrawalAnswer {
  const facts = { ...NOTHING_SINCE, rejectable: !isLate(ctx, row) };
  const state = SHOWN[stateOf({ ...ending, kind: 'withdrawal' }, facts, nowIso(ctx))] ?? 'recorded';
  return {
    submitted_at: asked_at,
    state,
    refund_due_at: state === 'recorded' && ending.due_from !== null ? refundDue(ending.due_from) : null,
  };
}

/** A payout hands it to a person only once the job has told its holder. */
const NOTHING_SINCE = { underWay: false, paidOut: false, claimed: false, replaced: false };

const SHOWN: Partial<Record<EndingState, WithdrawalAnswer['state']>> = {
  consent: 'awaiting_consent',
  person: 'with_a_person',
};

/** Whether the address is the policy's own, and was confirmed by whoever holds the policy. */
export async function isHolders(ctx: Ctx, row: PolicyRow, { email }: EndingRow): Promise<boolean> {
  const contact = await findContact(ctx.db, row.policy.id);
  const address = contactAddress(row, contact?.email);
  if (address === null || email === null || mailbox(address) !== email) return false;
  return isConfirmed(ctx.db, { wallet: row.policy.wallet, mailbox: email });
}

const OWNER = 'withdrawal:';

/** A token for the link in the acknowledgment of a withdrawal. It confirms no address for any wallet. */
export const issueWithdrawalToken = (
  ctx: Ctx,
  { id }: EndingRow,
  to: { mailbox: string; email: string },
): Promise<string> => issueEmailToken(ctx, { wallet: `${OWNER}${id}`, ...to }, WITHDRAWAL_LINK_DAYS * 24);

/** The withdrawal that a token is about; null if it is about a wallet's address. */
export const withdrawalOfToken = ({ wallet }: Pick<TokenRow, 'wallet'>): number | null =>
  wallet.startsWith(OWNER) ? Number(wallet.slice(OWNER.length)) : null;
