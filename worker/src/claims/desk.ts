import type { Ctx } from '../platform/context.ts';
import type { Statement } from '../platform/db/client.ts';
import { noClaim } from './get.ts';
import { remainingCover } from './present.ts';
import {
  type ClaimEventRow,
  type ClaimRow,
  countPayouts,
  findById,
  guardRemaining,
  lastEvent,
  promisedToOthers,
} from './repository.ts';

export type { ClaimRow };

/** A claim for those who decide and pay, whoever made it; 404 when there is none. */
export async function claimById(ctx: Ctx, id: number): Promise<ClaimRow> {
  const row = await findById(ctx.db, id);
  if (!row) throw noClaim();
  return row;
}

/** What this claim can be paid at most: the cover that is left, less what other claims were promised. Whole US dollars. */
export async function remainingFor(ctx: Ctx, row: ClaimRow): Promise<number> {
  return Math.max(0, remainingCover(row) - (await promisedToOthers(ctx.db, row.claim)));
}

/** Guard for a batch that promises `usd`: so much is still left for this claim. */
export function remainsFor(ctx: Ctx, { claim }: ClaimRow, usd: number): Statement {
  return guardRemaining(ctx.db, claim, usd);
}

/** The claim's latest line of one of these kinds, or null. */
export function lastLine(
  ctx: Ctx,
  { claim }: ClaimRow,
  kinds: readonly ClaimEventRow['kind'][],
): Promise<ClaimEventRow | null> {
  return lastEvent(ctx.db, claim.id, kinds);
}

/** Payouts on the claim's policy that are confirmed and recorded here. */
export function recordedPayouts(ctx: Ctx, { claim }: ClaimRow): Promise<number> {
  return countPayouts(ctx.db, claim.quoteId);
}
