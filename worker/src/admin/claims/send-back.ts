import * as adminClaimsApi from '#domain/admin/claims-api.ts';
import { CLAIM_LABELS, claimNumber } from '#domain/claims/lifecycle.ts';
import { METHOD_LABELS } from '#domain/claims/schema.ts';
import { AppError } from '#domain/errors.ts';
import { insertNote } from '#worker/admin/repository.ts';
import { changedSince, isRepeated, requireSeen } from '#worker/admin/seen.ts';
import { auditLogLine } from '#worker/admin/trail.ts';
import { requireNoPayout } from '#worker/admin/transfers/under-way.ts';
import { claimById } from '#worker/claims/desk.ts';
import { stepOf } from '#worker/claims/step.ts';
import { nowIso } from '#worker/platform/context.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { decided, requireFreshEyes } from './decide.ts';
import { sendBack } from './steps.ts';

/**
 * Moves an approved claim back to review, also one that awaits a second administrator's confirmation; the reason stands in
 * its internal notes. 409 once its payout is prepared, or reported by another method.
 */
export const sendClaimBack = serve(adminClaimsApi.sendClaimBack, async (ctx, input) => {
  const row = await claimById(ctx, input.id);
  const { claim } = row;
  const subject = `claim:${claim.id}`;
  const line = {
    action: 'claim.sent_back',
    subject,
    after: { status: 'under_review', reason: input.reason },
  };
  if (await isRepeated(ctx, claim, input.ifMatch, line)) return decided(ctx, row);
  requireSeen(claim, input.ifMatch, 'claim');
  if (claim.status !== 'approved') {
    throw new AppError(
      'conflict',
      `${claimNumber(claim.id)} is ${CLAIM_LABELS[claim.status]}: only an approved claim can be moved back to review.`,
    );
  }
  if (row.other !== null) {
    throw new AppError(
      'conflict',
      `This claim is set to be paid by ${METHOD_LABELS[row.other.method]}. Withdraw that payment first.`,
    );
  }
  if (claim.looking_again !== null) await requireFreshEyes(ctx, claim.id);
  const unpaid = await requireNoPayout(ctx, claim.id);
  const [first, ...rest] = stepOf(ctx, row, sendBack(ctx, row));
  await commit(
    ctx,
    [
      first,
      ...unpaid,
      ...rest,
      insertNote(ctx.db, {
        subject,
        admin_id: ctx.admin.id,
        author: ctx.admin.name,
        text: `Sent back to review: ${input.reason}`,
        created_at: nowIso(ctx),
      }),
      auditLogLine(ctx, {
        ...line,
        before: { status: claim.status, payout_usd: claim.payout_usd, decided_by: claim.decided_by },
      }),
    ],
    () => {
      throw changedSince('claim');
    },
  );
  return decided(ctx, await claimById(ctx, claim.id));
});
