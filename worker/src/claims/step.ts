import { type Ctx, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { notifyClaimant } from './notices.ts';
import {
  type ClaimChange,
  type ClaimEventRow,
  type ClaimRow,
  guardClaim,
  insertEvent,
  updateClaim,
} from './repository.ts';

/** A step of a claim: the change, its timeline line and the notice to the customer. */
export interface Step {
  change: ClaimChange;
  kind: ClaimEventRow['kind'];
  /** Text of the timeline line. */
  line: string;
  tx_hash?: string;
  /** Administrator who took the step; null if it was automatic. */
  adminId: number | null;
  notice: { subject: string; text: string };
}

/** Statements of a step, led by a guard: the batch does nothing if the claim changed since it was read. */
export async function stepOf(ctx: Ctx, row: ClaimRow, step: Step): Promise<[Statement, ...Statement[]]> {
  const { claim } = row;
  const { change, kind, line, tx_hash = null, adminId, notice } = step;
  const now = nowIso(ctx);
  return [
    guardClaim(ctx.db, claim),
    ...updateClaim(ctx.db, claim.id, change, now),
    insertEvent(ctx.db, claim.key, {
      kind,
      message: line,
      at: now,
      by_customer: false,
      created_by: adminId,
      tx_hash,
      request_id: ctx.requestId,
    }),
    // Each claim version is reached once, so it makes a unique key.
    ...(await notifyClaimant(ctx, row, { ...notice, adminId, step: claim.version + 1 })),
  ];
}
