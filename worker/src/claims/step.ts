import { type Ctx, nowIso } from '../platform/context.ts';
import type { Statement } from '../platform/db/client.ts';
import {
  type ClaimChange,
  type ClaimEventRow,
  type ClaimRow,
  guardClaim,
  insertEvent,
  updateClaim,
} from './repository.ts';
import { tellClaimant } from './tell.ts';

/** One step of a claim: what changes, the line that it leaves, and what its customer is told. */
export interface Step {
  change: ClaimChange;
  kind: ClaimEventRow['kind'];
  /** The line of the timeline. */
  line: string;
  txHash?: string;
  /** Administrator who took it; null for what happened by itself. */
  adminId: number | null;
  told: { subject: string; text: string };
}

/** Statements of a step, led by a guard: the batch does nothing when the claim has changed since it was read. */
export async function stepOf(ctx: Ctx, row: ClaimRow, step: Step): Promise<[Statement, ...Statement[]]> {
  const { claim } = row;
  const { change, kind, line, txHash = null, adminId, told } = step;
  const now = nowIso(ctx);
  return [
    guardClaim(ctx.db, claim),
    updateClaim(ctx.db, claim.id, change, now),
    insertEvent(ctx.db, claim.key, {
      kind,
      message: line,
      at: now,
      byCustomer: false,
      createdBy: adminId,
      txHash,
      requestId: ctx.requestId,
    }),
    // A claim takes each version once.
    ...(await tellClaimant(ctx, row, { ...told, adminId, step: claim.version + 1 })),
  ];
}
