import * as adminClaimsApi from '#domain/admin/claims-api.ts';
import { claimNumber } from '#domain/claims/lifecycle.ts';
import { AppError } from '#domain/errors.ts';
import { isNext, requireSeen } from '#worker/admin/seen.ts';
import { auditLogLine } from '#worker/admin/trail.ts';
import { requireNoPayout } from '#worker/admin/transfers/under-way.ts';
import { type ClaimRow, claimById } from '#worker/claims/desk.ts';
import { type ClaimChange, guardClaim, updateClaim } from '#worker/claims/repository.ts';
import { stepKey, undoneDecision } from '#worker/claims/step.ts';
import { nowIso } from '#worker/platform/context.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { untell } from '#worker/told/tell.ts';
import { decided, UNDO_MS } from './decide.ts';

/** Undoes the caller's own decision: nobody was told, and the audit log has both. 409 once that is too late. */
export const undoDecision = serve(adminClaimsApi.undoClaimDecision, async (ctx, { id, ifMatch }) => {
  const row = await claimById(ctx, id);
  const { claim } = row;
  if (claim.decided_by === null && isNext(claim, ifMatch)) return decided(ctx, row);
  requireSeen(claim, ifMatch, 'claim');
  const isOver = ctx.clock() >= Date.parse(claim.decided_at ?? '') + UNDO_MS;
  if (claim.undo === null || claim.decided_by !== ctx.admin.id || isOver) throw tooLate(row);
  const before = JSON.parse(claim.undo) as ClaimChange;
  const unpaid = await requireNoPayout(ctx, id);
  const kind = claim.status === 'approved' ? 'claim_approved' : 'claim_rejected';
  const { wallet, version } = claim;
  const told = { wallet, key: stepKey(claim, version), thread: row.threadId };
  await commit(
    ctx,
    [
      guardClaim(ctx.db, claim),
      ...unpaid,
      ...(await untell(ctx, kind, told)),
      ...undoneDecision(ctx, claim),
      ...updateClaim(ctx.db, id, before, nowIso(ctx)),
      auditLogLine(ctx, {
        action: 'claim.decision_undone',
        subject: `claim:${id}`,
        before: { status: claim.status, payout_usd: claim.payout_usd },
        after: { status: before.status },
      }),
    ],
    () => {
      throw tooLate(row);
    },
  );
  ctx.log.info('claim_decision_undone', { claim: id });
  return decided(ctx, await claimById(ctx, id));
});

const tooLate = ({ claim: { id, status } }: ClaimRow) =>
  new AppError(
    'conflict',
    `The decision on ${claimNumber(id)} can no longer be undone.${status === 'approved' ? ' Until its payout is prepared it can be moved back to review.' : ''}`,
  );
