import { AppError } from '../../../../domain/errors.ts';
import { CallRefused, ChainUnreachable, type PreparedCall } from '../../platform/chain/chain.ts';
import type { Ctx } from '../../platform/context.ts';

/** The contract's own reasons, in sentences for those who pay out and refund. */
const REASONS: Readonly<Record<string, string>> = {
  PolicyUnknown: 'The registry does not know this policy.',
  PolicyNotActive: 'The registry shows this policy as refunded already.',
  PolicyEnded: 'The term of this policy is over, so it can no longer be canceled.',
  PolicyHasPayout: 'A claim was paid on this policy, so its premium cannot be refunded.',
  WrongRefund: 'The amount does not fit the premium that was paid.',
  WrongClaimNumber: 'Another claim was paid on this policy meanwhile. Please prepare the payout again.',
  IncidentOutsideCover: 'The incident lies outside the cover.',
  PayoutAboveCover: 'The payout is more than what is left of the cover.',
  AmountOutOfBounds: 'The rate has moved outside of the bounds that the contract allows.',
  PoolTooSmall: 'The pool does not hold enough of this currency.',
};

/** Lays a transaction out; a call that the contract would refuse is 409 with the reason, an unreachable chain 503. */
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

/** An unreachable chain as a refusal; anything else as it is. */
export function unreachable(ctx: Ctx, error: unknown): unknown {
  if (!(error instanceof ChainUnreachable)) return error;
  ctx.log.warn('chain_unreachable', { reason: error.message });
  return new AppError(
    'chain_unreachable',
    'The network cannot be reached at the moment. No money has moved; please try again shortly.',
  );
}
