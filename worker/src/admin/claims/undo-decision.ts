import * as adminClaimsApi from '#domain/admin/claims-api.ts';
import { claimNumber } from '#domain/claims/lifecycle.ts';
import { conflict } from '#domain/errors.ts';
import { isNext } from '#worker/admin/seen.ts';
import { requireNoPayout } from '#worker/admin/transfers/under-way.ts';
import type { ClaimRow } from '#worker/claims/desk.ts';
import { type ClaimChange, guardClaim, updateClaim } from '#worker/claims/repository.ts';
import { stepKey, undoneDecision } from '#worker/claims/step.ts';
import { nowIso } from '#worker/platform/context.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { untell } from '#worker/told/tell.ts';
import { changeClaim } from './change.ts';
import { UNDO_MS } from './decide.ts';

/** Undoes the caller's own decision: nobody was told, and the audit log has both. 409 once that is too late. */
export const undoDecision = serve(adminClaimsApi.undoClaimDecision, (ctx, wanted) =>
  changeClaim(ctx, wanted, {
    isDone: ({ claim }) => claim.decided_by === null && isNext(claim, wanted.ifMatch),
    conflict: tooLate,
    decide: async (row) => {
      const { id, undo, decided_by, decided_at, status, wallet, version } = row.claim;
      const isOver = ctx.clock() >= Date.parse(decided_at ?? '') + UNDO_MS;
      if (undo === null || decided_by !== ctx.admin.id || isOver) throw tooLate(row);
      const before = JSON.parse(undo) as ClaimChange;
      const kind = status === 'approved' ? 'claim_approved' : 'claim_rejected';
      const told = { wallet, key: stepKey(row.claim, version), thread: row.threadId };
      return [
        guardClaim(ctx.db, row.claim),
        ...(await requireNoPayout(ctx, id)),
        ...(await untell(ctx, kind, told)),
        ...undoneDecision(ctx, row.claim, before),
        ...updateClaim(ctx.db, id, before, nowIso(ctx)),
      ];
    },
  }),
);

const tooLate = ({ claim: { id, status } }: ClaimRow) =>
  conflict(
    `The decision on ${claimNumber(id)} can no longer be undone.${status === 'approved' ? ' Until its payout is prepared it can be moved back to review.' : ''}`,
  );
