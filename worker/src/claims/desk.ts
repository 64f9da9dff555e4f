import type { Ctx } from '../platform/context.ts';
import type { Statement } from '../platform/db/client.ts';
import { noClaim } from './get.ts';
import { remainingCover } from './present.ts';
import {
  type ClaimEventRow,
  type ClaimRow,
  findById,
  guardRemaining,
  lastEvent,
  lastPaidNumber,
  promisedToOthers,
} from './repository.ts';

export type { ClaimRow };

/** A claim of any wallet, for decisions and payouts. 404 if missing. */
export async function claimById(ctx: Ctx, id: number): Promise<ClaimRow> {
  const row = await findById(ctx.db, id);
  if (!row) throw noClaim();
  return row;
}

/**
 * Most that this claim can be paid: the remaining cover minus what other claims were approved for. Whole
 * US dollars.
 */
export async function payableCover(ctx: Ctx, row: ClaimRow): Promise<number> {
  return Math.max(0, remainingCover(row) - (await promisedToOthers(ctx.db, row.claim)));
}

/** Batch guard for approving `usd`: that much cover is still left for this claim. */
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

/** The highest number of a payout that is confirmed here on the claim's policy; 0 if there is none. */
export function recordedNumber(ctx: Ctx, { claim }: ClaimRow): Promise<number> {
  return lastPaidNumber(ctx.db, claim.quoteId);
}
