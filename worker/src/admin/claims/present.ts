import type * as z from 'zod';
import type { AdminClaimEntry, adminClaimAnswer } from '#domain/admin/claims-schema.ts';
import { claimNumber } from '#domain/claims/lifecycle.ts';
import { formatUsd } from '#domain/money.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { type ClaimRow, payableCover, suggestedFor } from '#worker/claims/desk.ts';
import { formatCents, presentClaim } from '#worker/claims/present.ts';
import { shownWallet } from '#worker/platform/chain/address.ts';
import type { Ctx } from '#worker/platform/context.ts';
import type { ListedClaim } from './repository.ts';

export type AdminClaim = z.output<typeof adminClaimAnswer>;

/** A claim for an administrator, with the currently suggested payout. */
export async function presentForDesk(ctx: Ctx, row: ClaimRow): Promise<AdminClaim> {
  const { claim } = row;
  return {
    ...presentClaim(claim),
    wallet_address: shownWallet(ctx.settings, claim.wallet),
    suggested_payout: suggestedFor(claim, await payableCover(ctx, row)),
    needs_confirmation: claim.needsConfirmation,
  };
}

function formattedPayout({ status, payoutUsd }: ListedClaim): string {
  if (payoutUsd !== null) return formatUsd(payoutUsd);
  return status === 'rejected' ? formatUsd(0) : 'Pending';
}

/** A claim as the desk lists it. */
export const presentEntry = ({ settings }: Ctx, claim: ListedClaim): AdminClaimEntry => ({
  id: claim.id,
  claim_id: claimNumber(claim.id),
  status: claim.status,
  policy_type: claim.product,
  customer_name: claim.customerName,
  customer: shownWallet(settings, claim.wallet),
  policy_id: policyNumber(claim.policyId),
  formatted_amount: formatCents(claim.amountCents),
  formatted_payout: formattedPayout(claim),
  created_at: claim.createdAt,
  submitted_date: claim.createdAt,
  documents_count: claim.documentsCount,
  description: claim.description,
  due_at: claim.dueAt,
  assigned_to: claim.assignedTo,
  assigned_admin_name: claim.assignedName,
  needs_confirmation: claim.needsConfirmation,
});
