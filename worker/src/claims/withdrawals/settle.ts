import { type Ctx, nowIso } from '#worker/platform/context.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { guardNothingUnderWay } from '#worker/platform/db/prepared-transfers.ts';
import { deleteCancellation } from '#worker/policies/cancellations/repository.ts';
import { findByQuote, guardPolicy, setState } from '#worker/policies/repository.ts';
import { askForConsents } from '#worker/policies/withdrawals/consent.ts';
import { closing, tellWithdrawal } from '#worker/policies/withdrawals/notices.ts';
import {
  guardSteps,
  overtakenWithdrawals,
  updateWithdrawal,
  type WithdrawalRow,
} from '#worker/policies/withdrawals/repository.ts';
import { presentWithdrawal } from '#worker/policies/withdrawals/terms.ts';

/** Withdrawals that one run takes up. */
const AT_ONCE = 50;

/**
 * Hands withdrawals to a person whose premium a payout has ruled out, and asks the holders for their consent whose premium
 * can't go back without it anymore.
 */
export async function settleWithdrawals(ctx: Ctx): Promise<void> {
  for (const { withdrawal, quote_id } of await overtakenWithdrawals(ctx.db, AT_ONCE)) {
    await handOver(ctx, withdrawal, quote_id);
  }
  await askForConsents(ctx, AT_ONCE);
}

async function handOver(ctx: Ctx, withdrawal: WithdrawalRow, quoteId: string): Promise<void> {
  const row = await findByQuote(ctx.db, quoteId);
  if (!row) return;
  const { policy } = row;
  const { submitted_at } = withdrawal;
  const now = nowIso(ctx);
  const closed = { ...withdrawal, closed_at: now };
  const done = await commit(
    ctx,
    [
      guardSteps(ctx.db, withdrawal),
      guardNothingUnderWay(ctx.db, policy.chain_id, policy.quote_id),
      guardPolicy(ctx.db, policy),
      setState(ctx.db, policy.quote_id, { withdrawn_at: null }),
      deleteCancellation(ctx.db, policy.id),
      updateWithdrawal(ctx.db, withdrawal, { closed_at: now }),
      ...closing(ctx, row, submitted_at),
      ...tellWithdrawal(ctx, row, presentWithdrawal(ctx, row, closed), []),
    ],
    () => false,
  );
  if (done) ctx.log.info('withdrawal_closed', { policy: policy.id });
}
