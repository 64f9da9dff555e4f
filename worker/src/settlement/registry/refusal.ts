import { AppError, conflict } from '#domain/errors.ts';
import { ChainUnreachable } from '#domain/json-rpc.ts';
import { MOST_CLAIMS } from '#domain/payouts/limits.ts';
import type { ReadyCall } from '#domain/payouts/schema.ts';
import { CallRefused } from '#worker/platform/chain/chain.ts';
import type { Ctx } from '#worker/platform/context.ts';

/** The contract's errors as sentences for administrators. */
const REASONS: Readonly<Record<string, string>> = {
  PolicyUnknown: 'The registry does not know this policy.',
  PolicyNotActive: 'According to the registry, this policy was already refunded.',
  PolicyHasPayout: 'A claim was paid on this policy, so its premium cannot be refunded.',
  RefundAbovePremium: 'The refund is more than the premium that was paid.',
  RejectionTooLate:
    "Cover began more than 30 days ago, so this can only be refunded with the holder's consent.",
  NoConsent: "The holder's consent is missing, was revoked, or names another refund.",
  ExecutionExpired: "The holder's consent has lapsed.",
  PolicyContested:
    'The holder objected to a change of holder, so nothing can be refunded before that is settled.',
  AnnouncementNotExecutable: 'The payout is announced and has to wait before it can be paid.',
  AlreadyAnnounced: 'The payout is announced already. Please prepare it again.',
  AnnouncedForAnother:
    'The policy has another holder since the payout was announced. Please prepare it again.',
  VoidInThisSecond: 'A veto came in this very second. Please prepare it again.',
  PayoutsAreHalted: 'Payouts are halted at the moment.',
  AllowanceExceeded: 'The payout exceeds what the contract allows today. Please prepare it again.',
  TooManyDirectClaims: 'Payouts on this policy now have to be announced. Please prepare it again.',
  TooManyClaims: `The registry already holds ${MOST_CLAIMS} payouts on this policy and accepts no more. Pay this claim by another method.`,
  Unauthorized: 'Nobody holds the role for this at the moment.',
  WrongClaimNumber:
    'Another claim on this policy has been paid in the meantime. Please prepare the payout again.',
  IncidentOutsideCover: 'The incident happened outside the cover period.',
  PayoutAboveCover: 'The payout is more than the coverage that remains.',
  AmountOutOfBounds: 'The rate has moved outside the bounds that the contract allows.',
  InvalidHolder: 'Please enter the address of a wallet other than the one that holds the policy.',
  NoHolderChange: 'No change to this holder is under way, or it has lapsed.',
  HolderChangeNotEffective: 'The change of holder is not confirmed yet, or its waiting time is not over.',
  AlreadyConfirmed:
    'A change of holder is already confirmed, by this role or by this wallet. To propose another one, it must be stopped first.',
  PoolTooSmall: 'The pool does not hold enough of this currency.',
  BelowExistentialDeposit:
    'The amount is below what this network accepts for an empty account, so it stays owed until the account holds something.',
  NothingToRefund: 'No full day is left to refund. The policy will end automatically.',
  NotOffered: 'This network does not offer that.',
};

/** A refusal of the contract, or of what we check in its place, in words. */
const refusal = (reason: string): AppError =>
  conflict(REASONS[reason] ?? `The contract would refuse this (${reason}).`);

/** Prepares a transaction. 409 with the reason if the contract would refuse it, 503 if the chain is unreachable. */
export async function prepared<Call extends ReadyCall>(
  ctx: Ctx,
  prepare: () => Promise<Call>,
): Promise<Call> {
  try {
    return await prepare();
  } catch (error) {
    if (error instanceof CallRefused) throw refusal(error.reason);
    throw unreachable(ctx, error);
  }
}

/** Turns an unreachable chain into a 503, and leaves any other error as it is. */
export function unreachable(ctx: Ctx, error: unknown): unknown {
  if (!(error instanceof ChainUnreachable)) return error;
  ctx.log.warn('chain_unreachable', { reason: error.message });
  return new AppError(
    'chain_unreachable',
    'The network cannot be reached at the moment. No money has moved; please try again shortly.',
  );
}
