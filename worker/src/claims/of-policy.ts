import type { Ctx } from '../platform/context.ts';
import type { Statement } from '../platform/db/client.ts';
import { type ClaimCounts, countOf, guardCounts, moveToQuote } from './repository.ts';

export type { ClaimCounts };

/** How many claims a policy has, and how many of them are open. */
export function claimsOf(ctx: Ctx, policyId: number): Promise<ClaimCounts> {
  return countOf(ctx.db, policyId);
}

/** Guard for a batch that rests on a policy's claims: none was made, closed or taken up again since they were counted. */
export function claimsAsCounted(ctx: Ctx, policyId: number, counts: ClaimCounts): Statement {
  return guardCounts(ctx.db, policyId, counts);
}

/** Statement for a policy that another quote of the same draft pays for from now on. */
export function moveClaims(ctx: Ctx, fromQuoteId: string, toQuoteId: string): Statement {
  return moveToQuote(ctx.db, fromQuoteId, toQuoteId);
}
