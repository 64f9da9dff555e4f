import type * as z from 'zod';
import type { adminClaimAnswer } from '../../../../domain/admin/claims-schema.ts';
import { suggestedPayout } from '../../../../domain/claims/rules.ts';
import { type ClaimRow, remainingFor } from '../../claims/desk.ts';
import { presentClaim } from '../../claims/present.ts';
import { shownAddress } from '../../platform/chain/address.ts';
import type { Ctx } from '../../platform/context.ts';

export type AdminClaim = z.output<typeof adminClaimAnswer>;

/** A claim for an administrator, with the currently suggested payout. */
export async function presentForDesk(ctx: Ctx, row: ClaimRow): Promise<AdminClaim> {
  const { claim, policy } = row;
  return {
    ...presentClaim(claim),
    wallet_address: shownAddress(policy.kind, claim.wallet),
    suggested_payout: suggestedPayout(claim.product, claim.amountCents, await remainingFor(ctx, row)),
    needs_confirmation: claim.needsConfirmation,
  };
}

/** The claim's version as an entity tag. */
export const etagOf = ({ claim }: ClaimRow): string => `"${claim.version}"`;
