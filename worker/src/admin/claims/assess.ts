import * as adminClaimsApi from '#domain/admin/claims-api.ts';
import { awaitsPayment, CLAIM_MEANING, claimNumber } from '#domain/claims/lifecycle.ts';
import { underpaid } from '#domain/claims/payout.ts';
import { conflict, fieldError } from '#domain/errors.ts';
import { formatUsd } from '#domain/money.ts';
import { type ClaimRow, payableCover, withCause } from '#worker/claims/desk.ts';
import { correctionOf } from '#worker/claims/step.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import { markDays } from '#worker/platform/db/figure-days.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { sharesOf } from '#worker/quotes/create.ts';
import { changeClaim } from './change.ts';

/** Corrects the cause of loss. The figures count the claim under it from then on. */
export const correctCause = serve(adminClaimsApi.correctClaimCause, (ctx, { cause, ...wanted }) =>
  changeClaim(ctx, wanted, {
    isDone: ({ claim }) => claim.cause === cause,
    decide: async (row) => {
      const { claim } = row;
      const corrected = await withCause(ctx, row, cause);
      if (awaitsPayment(claim.status)) await requireCovered(ctx, corrected);
      return [
        ...correctionOf(ctx, row, 'claim.cause_corrected', { cause }),
        markDays(ctx.db, claim.created_at),
      ];
    },
  }),
);

/** 409 if what was approved is more than the claim's cause pays. */
async function requireCovered(ctx: AdminCtx, row: ClaimRow): Promise<void> {
  const approved = row.claim.payout_usd ?? 0;
  const left = await payableCover(ctx, row);
  if (approved <= left) return;
  throw conflict(
    `${claimNumber(row.claim.id)} is approved for ${formatUsd(approved)}, and this cause pays at most ${formatUsd(left)} of it.`,
  );
}

/**
 * Says that a traveler who was sold as a child was none at departure, or withdraws it. The suggested payout and the reserve
 * follow. 409 once the claim is decided.
 */
export const correctAge = serve(
  adminClaimsApi.correctClaimAge,
  (ctx, { age_is_false: isFalse, reason, ...wanted }) =>
    changeClaim(ctx, wanted, {
      isDone: ({ claim }) => isFalse === (claim.premium_due_usd !== null),
      decide: async (row) => {
        const { claim } = row;
        const share = underpaid(sharesOf(row.quote), claim.traveler);
        if (share === null) {
          throw fieldError(
            'age_is_false',
            'The whole premium was paid for this traveler, so nothing is reduced.',
          );
        }
        requireUndecided(claim, 'its payout no longer changes');
        const premiums = isFalse
          ? { premium_paid_usd: share.paid, premium_due_usd: share.due }
          : { premium_paid_usd: null, premium_due_usd: null };
        return correctionOf(ctx, row, 'claim.age_corrected', premiums, { after: { reason } });
      },
    }),
);

/** Sets what a claim is expected to cost, or returns to the rules. 409 once it is decided: then its payout is its reserve. */
export const changeReserve = serve(
  adminClaimsApi.changeClaimReserve,
  (ctx, { reserve_usd, reason, ...wanted }) =>
    changeClaim(ctx, wanted, {
      isDone: ({ claim }) => claim.reserve_usd === reserve_usd,
      decide: async (row) => {
        requireUndecided(row.claim, 'its reserve follows the decision');
        const left = await payableCover(ctx, row);
        if (reserve_usd !== null && reserve_usd > left) {
          throw fieldError('reserve_usd', `Only ${formatUsd(left)} of coverage remains for this claim.`);
        }
        return correctionOf(ctx, row, 'claim.reserve_changed', { reserve_usd }, { after: { reason } });
      },
    }),
);

function requireUndecided({ id, status }: ClaimRow['claim'], consequence: string): void {
  if (CLAIM_MEANING[status].reserve === 'claimed') return;
  throw conflict(`${claimNumber(id)} is decided, so ${consequence}.`);
}
