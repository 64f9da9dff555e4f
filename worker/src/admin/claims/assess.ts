import * as adminClaimsApi from '#domain/admin/claims-api.ts';
import { awaitsPayment, CLAIM_MEANING, claimNumber } from '#domain/claims/lifecycle.ts';
import { underpaid } from '#domain/claims/rules.ts';
import { AppError } from '#domain/errors.ts';
import { formatUsd } from '#domain/money.ts';
import { changedSince, requireSeen } from '#worker/admin/seen.ts';
import { auditLogLine } from '#worker/admin/trail.ts';
import { type ClaimRow, claimById, coverOfCause, payableCover } from '#worker/claims/desk.ts';
import { requireCause } from '#worker/claims/incident.ts';
import { guardClaim, setCause, updateClaim } from '#worker/claims/repository.ts';
import { type AdminCtx, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { sharesOf } from '#worker/quotes/create.ts';
import { fieldError } from '#worker/quotes/terms.ts';
import { decided } from './decide.ts';

async function change(ctx: AdminCtx, id: number, [first, ...rest]: readonly [Statement, ...Statement[]]) {
  await commit(ctx, [first, ...rest], () => {
    throw changedSince('claim');
  });
  return decided(ctx, await claimById(ctx, id));
}

/** Corrects the cause of loss. The figures count the claim under it from then on. */
export const correctCause = serve(adminClaimsApi.correctClaimCause, async (ctx, { id, cause, ifMatch }) => {
  const row = await claimById(ctx, id);
  const { claim } = row;
  if (claim.cause === cause) return decided(ctx, row);
  requireCause(row.policy, cause, claim.incident_date);
  requireSeen(claim, ifMatch, 'claim');
  if (awaitsPayment(claim.status)) await requireCovered(ctx, row, cause);
  return change(ctx, id, [
    guardClaim(ctx.db, claim),
    ...setCause(ctx.db, claim, cause, nowIso(ctx)),
    auditLogLine(ctx, {
      action: 'claim.cause_corrected',
      subject: `claim:${id}`,
      before: { cause: claim.cause },
      after: { cause },
    }),
  ]);
});

/** 409 if what was approved is more than the cause pays. */
async function requireCovered(ctx: AdminCtx, row: ClaimRow, cause: string): Promise<void> {
  const approved = row.claim.payout_usd ?? 0;
  const left = await coverOfCause(ctx, row, cause);
  if (approved <= left) return;
  throw new AppError(
    'conflict',
    `${claimNumber(row.claim.id)} is approved for ${formatUsd(approved)}, and this cause pays at most ${formatUsd(left)} of it.`,
  );
}

/**
 * Says that a traveler who was sold as a child was none at departure, or withdraws it. The suggested payout and the reserve
 * follow. 409 once the claim is decided.
 */
export const correctAge = serve(
  adminClaimsApi.correctClaimAge,
  async (ctx, { id, age_is_false: isFalse, reason, ifMatch }) => {
    const row = await claimById(ctx, id);
    const { claim } = row;
    const share = underpaid(sharesOf(row.quote), claim.traveler);
    if (isFalse === (claim.premium_due_usd !== null)) return decided(ctx, row);
    requireSeen(claim, ifMatch, 'claim');
    if (share === null) {
      throw fieldError(
        'age_is_false',
        'The whole premium was paid for this traveler, so nothing is reduced.',
      );
    }
    if (CLAIM_MEANING[claim.status].reserve !== 'claimed') {
      throw new AppError('conflict', `${claimNumber(id)} is decided, so its payout no longer changes.`);
    }
    const { paid, due } = share;
    return change(ctx, id, [
      guardClaim(ctx.db, claim),
      ...updateClaim(
        ctx.db,
        id,
        { premium_paid_usd: isFalse ? paid : null, premium_due_usd: isFalse ? due : null },
        nowIso(ctx),
      ),
      auditLogLine(ctx, {
        action: 'claim.age_corrected',
        subject: `claim:${id}`,
        before: { age_is_false: !isFalse },
        after: { age_is_false: isFalse, premium_paid_usd: paid, premium_due_usd: due, reason },
      }),
    ]);
  },
);

/** Sets what a claim is expected to cost, or returns to the rules. 409 once it is decided: then its payout is its reserve. */
export const changeReserve = serve(
  adminClaimsApi.changeClaimReserve,
  async (ctx, { id, reserve_usd: usd, reason, ifMatch }) => {
    const row = await claimById(ctx, id);
    const { claim } = row;
    if (claim.reserve_usd === usd) return decided(ctx, row);
    requireSeen(claim, ifMatch, 'claim');
    if (CLAIM_MEANING[claim.status].reserve !== 'claimed') {
      throw new AppError('conflict', `${claimNumber(id)} is decided, so its reserve follows the decision.`);
    }
    const left = await payableCover(ctx, row);
    if (usd !== null && usd > left) {
      throw fieldError('reserve_usd', `Only ${formatUsd(left)} of coverage remains for this claim.`);
    }
    return change(ctx, id, [
      guardClaim(ctx.db, claim),
      ...updateClaim(ctx.db, id, { reserve_usd: usd }, nowIso(ctx)),
      auditLogLine(ctx, {
        action: 'claim.reserve_changed',
        subject: `claim:${id}`,
        before: { reserve_usd: claim.reserve_usd },
        after: { reserve_usd: usd, reason },
      }),
    ]);
  },
);
