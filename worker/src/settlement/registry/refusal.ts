import { AppError } from '../../../../domain/errors.ts';
import { CallRefused, ChainUnreachable, type PreparedCall } from '../../platform/chain/chain.ts';
import type { Ctx } from '../../platform/context.ts';

/** The contract's errors as sentences for administrators. */
const REASONS: Readonly<Record<string, string>> = {
  PolicyUnknown: 'The registry does not know this policy.',
  PolicyNotActive: 'According to the registry, this policy was already refunded.',
  PolicyEnded: 'The term of this policy is over, so it can no longer be canceled.',
  PolicyHasPayout: 'A claim was paid on this policy, so its premium cannot be refunded.',
  WrongRefund: 'The amount does not match the premium that was paid.',
  WrongClaimNumber: 'Another claim on this policy was paid meanwhile. Please prepare the payout again.',
  IncidentOutsideCover: 'The incident happened outside the time of cover.',
  PayoutAboveCover: 'The payout is more than the coverage that remains.',
  AmountOutOfBounds: 'The rate has moved outside the bounds that the contract allows.',
  PoolTooSmall: 'The pool does not hold enough of this currency.',
};

/** Prepares a transaction. 409 with the reason if the contract would refuse it, 503 if the chain is unreachable. */
export async function prepared(ctx: Ctx, prepare: () => Promise<PreparedCall>): Promise<PreparedCall> {
  try {
    return await prepare();
  } catch (error) {
    if (error instanceof CallRefused) {
      const reason = REASONS[error.reason] ?? `The contract would refuse this (${error.reason}).`;
      throw new AppError('conflict', reason);
    }
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
