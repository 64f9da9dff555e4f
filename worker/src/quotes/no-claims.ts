import { claimFreeYears } from '../../../domain/policy/no-claims.ts';
import { type Details, isSameThing } from '../../../domain/products/forms/facts.ts';
import { FORMS } from '../../../domain/products/forms/index.ts';
import type { ProductKey } from '../../../domain/products/index.ts';
import type { NoClaims } from '../../../domain/quote/pricing.ts';
import type { WalletCtx } from '../platform/context.ts';
import { joinDetails } from './details.ts';
import { earlierPolicies } from './repository.ts';

interface Insured {
  product: ProductKey;
  details: Details;
  startDay: number;
  /** The policy whose cover this changes. */
  replaces?: number | null;
}

/**
 * The claim-free years of what the actor's wallet wants to insure; null without one. A policy that was replaced by a change of
 * cover counts for its successor, whatever either insures.
 */
export async function noClaimsOf(
  ctx: WalletCtx,
  { product, details, startDay, replaces = null }: Insured,
): Promise<NoClaims | null> {
  if (FORMS[product].thing.length === 0) return null;
  const rows = await earlierPolicies(ctx.db, ctx.actor.wallet, product);
  const insured = await Promise.all(rows.map((row) => joinDetails(ctx.settings.detailsKeys, row)));
  const counts = new Set(replaces === null ? [] : [replaces]);
  // The newest first, so a successor comes before what it replaced.
  const covers = rows.flatMap(({ policyId, coverFrom, coverUntil, paidAt, openClaim, replaced }, index) => {
    if (!counts.has(policyId) && !isSameThing(product, insured[index] ?? {}, details)) return [];
    if (replaced !== null) counts.add(replaced);
    if (coverFrom === null) return [];
    return [
      {
        policyId,
        from: Date.parse(coverFrom),
        until: Date.parse(coverUntil),
        paidAt: paidAt === null ? null : Date.parse(paidAt),
        openClaim: openClaim === 1,
      },
    ];
  });
  return claimFreeYears(covers, startDay, ctx.clock());
}
