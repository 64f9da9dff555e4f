import { awaitsPayment, CLAIM_LABELS, claimNumber } from '../../../../../domain/claims/lifecycle.ts';
import { AppError } from '../../../../../domain/errors.ts';
import type { ClaimRow } from '../../../claims/desk.ts';

/**
 * Whole US dollars to pay for the claim. 409 if it isn't approved, or lacks a required second
 * confirmation.
 */
export function payableUsd({ claim }: ClaimRow): number {
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
