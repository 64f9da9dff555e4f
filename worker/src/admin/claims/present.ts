import type * as z from 'zod';
import type { AdminClaimEntry, adminClaimAnswer } from '#domain/admin/claims-schema.ts';
import { claimNumber } from '#domain/claims/lifecycle.ts';
import { formatUsd } from '#domain/money.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { type ClaimRow, payableCover, suggestedFor } from '#worker/claims/desk.ts';
import { formatCents, presentClaim } from '#worker/claims/present.ts';
import { shownWallet } from '#worker/platform/chain/address.ts';
import type { Ctx } from '#worker/platform/context.ts';
import type { ListedClaim } from './list/repository.ts';

export type AdminClaim = z.output<typeof adminClaimAnswer>;

/** A claim for an administrator, with the currently suggested payout. */
export async function presentForDesk(ctx: Ctx, row: ClaimRow): Promise<AdminClaim> {
  const { claim } = row;
  return {
    ...presentClaim(claim),
    wallet_address: shownWallet(ctx.settings, claim.wallet),
    suggested_payout: suggestedFor(claim, await payableCover(ctx, row)),
    needs_confirmation: claim.needs_confirmation,
  };
}

function formattedPayout({ status, payout_usd }: ListedClaim): string {
  if (payout_usd !== null) return formatUsd(payout_usd);
  return status === 'rejected' ? formatUsd(0) : 'Pending';
}

/** A claim as the desk lists it. */
export const presentEntry = ({ settings }: Ctx, claim: ListedClaim): AdminClaimEntry => ({
  ...claim,
  claim_id: claimNumber(claim.id),
  policy_type: claim.product,
  customer: shownWallet(settings, claim.wallet),
  policy_id: policyNumber(claim.policy_id),
  formatted_amount: formatCents(claim.amount_cents),
  formatted_payout: formattedPayout(claim),
  submitted_date: claim.created_at,
  assigned_admin_name: claim.assigned_name,
});
