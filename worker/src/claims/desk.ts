import { type PaidShare, suggestedPayout } from '#domain/claims/payout.ts';
import type { Announcement } from '#worker/platform/chain/chain.ts';
import { type Ctx, chainOf } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { guardRemaining, paidTo, promisedToOthers } from './cover/repository.ts';
import { remainingCover, soldCover } from './cover.ts';
import { knownClaim } from './get.ts';
import { requireCause } from './incident.ts';
import { type ClaimRow, findById, lastPaidNumber } from './repository.ts';

export type { ClaimRow };

export const HOLDER_WITHDREW =
  'The holder withdrew from the contract of this policy, so no claim on it is paid.';

/** A claim of any wallet, for decisions and payouts. 404 if missing. */
export async function claimById(ctx: Ctx, id: number): Promise<ClaimRow> {
  return knownClaim(await findById(ctx.db, id));
}

/**
 * Most that this claim can be paid: the remaining cover of its person minus what other claims were approved for. Whole US
 * dollars.
 */
export async function payableCover(ctx: Ctx, row: ClaimRow): Promise<number> {
  return remainingCover(row, await promisedToOthers(ctx.db, row.claim));
}

/** A claim as it is with this cause. 422 for one that its product or the day of the incident rules out. */
export async function withCause(ctx: Ctx, row: ClaimRow, cause: string | null): Promise<ClaimRow> {
  if (cause === row.claim.cause) return row;
  requireCause(row.policy, cause, row.claim.incident_date);
  const claim = { ...row.claim, cause };
  const paid = await paidTo(ctx.db, claim);
  return { ...row, claim, paidToPersonUsd: paid.person, paidForCauseUsd: paid.cause };
}

/** Batch guard for approving `usd`: that much cover is still left for this claim. */
export function remainsFor(ctx: Ctx, row: ClaimRow, usd: number): Statement {
  return guardRemaining(ctx.db, row.claim, usd, soldCover(row));
}

/** That person's premium and what was due, if their stated age is known to be false; null otherwise. */
export const shareOf = ({
  premium_paid_usd: paid,
  premium_due_usd: due,
}: ClaimRow['claim']): PaidShare | null => (paid === null || due === null ? null : { paid, due });

/** What the rules suggest to pay for a claim of which `left` whole US dollars of cover are left. */
export const suggestedFor = (claim: ClaimRow['claim'], left: number): number =>
  suggestedPayout(claim, left, shareOf(claim));

/** The highest number of a payout that is confirmed here on the claim's policy; 0 if there is none. */
export function recordedNumber(ctx: Ctx, { claim }: ClaimRow): Promise<number> {
  return lastPaidNumber(ctx.db, claim.quote_id);
}

/** When this very claim can be paid, which was announced on chain; null if the chain shows no announcement of it. */
export const announcementOf = (
  ctx: Ctx,
  { claim, policy, quote }: Pick<ClaimRow, 'claim' | 'policy' | 'quote'>,
): Promise<Announcement | null> =>
  chainOf(ctx, policy.chain_id).announcedPayout(
    { id: policy.quote_id, contract: quote.contract },
    { usd: claim.payout_usd ?? 0, incidentAt: Math.floor(Date.parse(claim.incident_at) / 1000) },
  );
