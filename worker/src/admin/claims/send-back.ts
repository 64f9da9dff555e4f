import { claimNumber } from '../../../../domain/claims/lifecycle.ts';
import { AppError } from '../../../../domain/errors.ts';
import { claimById } from '../../claims/desk.ts';
import { stepOf } from '../../claims/step.ts';
import { type AdminCtx, nowIso } from '../../platform/context.ts';
import { commit } from '../../platform/db/commit.ts';
import { auditLogLine } from '../audit-log-line.ts';
import { insertNote } from '../repository.ts';
import { changedSince, requireSeen } from '../seen.ts';
import { requireNoPayout } from '../transfers/under-way.ts';
import { type Decided, decided, requireFreshEyes } from './decide.ts';
import { sendBack } from './steps.ts';

/**
 * The second administrator does not confirm an approved payout: the claim is under review again, and the reason stands in
 * its internal notes. 409 unless it awaits confirmation, and for whoever approved it.
 */
export async function sendClaimBack(
  ctx: AdminCtx,
  input: { id: number; reason: string; ifMatch?: string | undefined },
): Promise<Decided> {
  const row = await claimById(ctx, input.id);
  const { claim } = row;
  requireSeen(claim, input.ifMatch, 'claim');
  if (claim.status !== 'approved' || !claim.needsConfirmation) {
    throw new AppError('conflict', `${claimNumber(claim.id)} does not await a second confirmation.`);
  }
  if (claim.decidedBy === ctx.admin.id) {
    throw new AppError('conflict', 'You approved this payout. Another administrator can send it back.');
  }
  await requireFreshEyes(ctx, claim.id);
  const unpaid = await requireNoPayout(ctx, claim.id);
  const subject = `claim:${claim.id}`;
  const [first, ...rest] = await stepOf(ctx, row, sendBack(ctx, row));
  await commit(
    ctx,
    [
      first,
      ...unpaid,
      ...rest,
      insertNote(ctx.db, {
        subject,
        adminId: ctx.admin.id,
        author: ctx.admin.name,
        text: `Sent back to review: ${input.reason}`,
        createdAt: nowIso(ctx),
      }),
      auditLogLine(ctx, {
        action: 'claim.sent_back',
        subject,
        before: { status: claim.status, payout_usd: claim.payoutUsd, decided_by: claim.decidedBy },
        after: { status: 'under_review', reason: input.reason },
      }),
    ],
    () => {
      throw changedSince('claim');
    },
  );
  return decided(ctx, await claimById(ctx, claim.id));
}
