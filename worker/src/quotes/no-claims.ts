import { claimFreeYears } from '../../../domain/policy/no-claims.ts';
import { type Details, isSameThing } from '../../../domain/products/forms/facts.ts';
import { FORMS } from '../../../domain/products/forms/index.ts';
import type { ProductKey } from '../../../domain/products/index.ts';
import type { NoClaims } from '../../../domain/quote/pricing.ts';
import type { WalletCtx } from '../platform/context.ts';
import { joinDetails } from './details.ts';
import { earlierPolicies } from './repository.ts';

/** The claim-free years of what the actor's wallet wants to insure; null without one. */
export async function noClaimsOf(
  ctx: WalletCtx,
  { product, details, startDay }: { product: ProductKey; details: Details; startDay: number },
): Promise<NoClaims | null> {
  if (FORMS[product].thing.length === 0) return null;
  const rows = await earlierPolicies(ctx.db, ctx.actor.wallet, product);
  const covers = await Promise.all(
    rows.map(async ({ policyId, coverFrom, coverUntil, paidAt, openClaim, ...quote }) => {
      const insured = await joinDetails(ctx.settings.detailsKeys, quote);
      if (coverFrom === null || !isSameThing(product, insured, details)) return [];
      return {
        policyId,
        from: Date.parse(coverFrom),
        until: Date.parse(coverUntil),
        paidAt: paidAt === null ? null : Date.parse(paidAt),
        openClaim: openClaim === 1,
      };
    }),
  );
  return claimFreeYears(covers.flat(), startDay, ctx.clock());
}
