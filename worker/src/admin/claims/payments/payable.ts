import { awaitsPayment, CLAIM_LABELS, claimNumber } from '../../../../../domain/claims/lifecycle.ts';
import { AppError } from '../../../../../domain/errors.ts';
import { requireContract } from '../../../claims/cover.ts';
import { type ClaimRow, HOLDER_WITHDREW } from '../../../claims/desk.ts';
import type { AdminCtx } from '../../../platform/context.ts';
import { awaitsRefund } from '../../../policies/change/repository.ts';

/**
 * Whole US dollars to pay for the claim. 409 if it isn't approved, lacks a required second confirmation, or its holder
 * withdrew from the contract.
 */
export function payableUsd(row: ClaimRow): number {
  requireContract(row, HOLDER_WITHDREW);
  const { claim } = row;
  if (!awaitsPayment(claim.status) || claim.payoutUsd === null) {
    throw new AppError(
      'conflict',
      `${claimNumber(claim.id)} is ${CLAIM_LABELS[claim.status]}: only an approved claim can be paid.`,
    );
  }
  if (claim.needsConfirmation) {
    throw new AppError('conflict', 'A second administrator has to confirm this payout first.');
  }
  return claim.payoutUsd;
}

/** 409 while the policy's agreed refund after a change of cover is to be sent: after a payout nothing would be refunded. */
export async function requireRefundFirst(ctx: AdminCtx, { policy }: ClaimRow): Promise<void> {
  if (!(await awaitsRefund(ctx.db, policy.id))) return;
  throw new AppError(
    'conflict',
    'This policy was replaced by a change of cover, and its agreed refund goes first: after a payout it could not be sent anymore.',
  );
}
