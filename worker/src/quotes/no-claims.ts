import { claimFreeYears } from '#domain/policy/no-claims.ts';
import type { NoClaims } from '#domain/quote/pricing.ts';
import type { Earlier } from './earlier.ts';

/**
 * The claim-free years of what is to be insured from a day on; null without one. A policy that was replaced by a change of cover
 * counts for its successor, whatever either insures.
 * @param earlier the newest first
 * @param replaces the policy whose cover is changed
 */
export function noClaimsIn(
  earlier: readonly Earlier[],
  startDay: number,
  now: number,
  replaces: number | null = null,
): NoClaims | null {
  const counts = new Set(replaces === null ? [] : [replaces]);
  // The newest first, so a successor comes before what it replaced.
  const covers = earlier.flatMap((row) => {
    const { policyId, status, cover_from, cover_until, paidAt, openClaim, replaced, isSame } = row;
    if (status === 'pending' || (!counts.has(policyId) && !isSame)) return [];
    if (replaced !== null) counts.add(replaced);
    if (cover_from === null) return [];
    return [
      {
        policyId,
        from: Date.parse(cover_from),
        until: Date.parse(cover_until),
        paidAt: paidAt === null ? null : Date.parse(paidAt),
        openClaim: openClaim === 1,
      },
    ];
  });
  return claimFreeYears(covers, startDay, now);
}
