import * as adminClaimsApi from '#domain/admin/claims-api.ts';
import { CLAIM_LABELS, claimNumber, isLookedAtAgain } from '#domain/claims/lifecycle.ts';
import { METHOD_LABELS } from '#domain/claims/schema.ts';
import { conflict } from '#domain/errors.ts';
import { writeNote } from '#worker/admin/notes.ts';
import { isNext, markOf } from '#worker/admin/seen.ts';
import { requireNoPayout } from '#worker/admin/transfers/under-way.ts';
import type { ClaimRow } from '#worker/claims/desk.ts';
import { stepOf } from '#worker/claims/step.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { changeClaim } from './change.ts';
import { requireFreshEyes } from './decide.ts';
import { sendBack } from './steps.ts';

/**
 * Moves an approved claim back to review, also one that awaits a second administrator's confirmation; the reason stands in
 * its internal notes. 409 once its payout is prepared, or reported by another method.
 */
export const sendClaimBack = serve(adminClaimsApi.sendClaimBack, async (ctx, input) => {
  const last_change = await markOf({ ...input, by: ctx.admin.id });
  return changeClaim(ctx, input, {
    isDone: ({ claim }) => claim.last_change === last_change && isNext(claim, input.ifMatch),
    decide: async (row) => {
      const { claim } = row;
      requireApproved(row);
      if (isLookedAtAgain(claim)) await requireFreshEyes(ctx, claim.id);
      const unpaid = await requireNoPayout(ctx, claim.id);
      const step = sendBack(ctx, row);
      return [
        ...stepOf(ctx, row, {
          ...step,
          change: { ...step.change, last_change },
          logged: { reason: input.reason },
        }),
        ...unpaid,
        writeNote(ctx, `claim:${claim.id}`, `Sent back to review: ${input.reason}`),
      ];
    },
  });
});

function requireApproved({ claim, other }: ClaimRow): void {
  if (claim.status !== 'approved') {
    throw conflict(
      `${claimNumber(claim.id)} is ${CLAIM_LABELS[claim.status]}: only an approved claim can be moved back to review.`,
    );
  }
  if (other !== null) {
    throw conflict(
      `This claim is set to be paid by ${METHOD_LABELS[other.method]}. Withdraw that payment first.`,
    );
  }
}
