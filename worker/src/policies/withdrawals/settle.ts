import { type Ctx, nowIso } from '../../platform/context.ts';
import { commit } from '../../platform/db/commit.ts';
import { guardNothingUnderWay } from '../../platform/db/prepared-transfers.ts';
import {
  countDecision,
  deleteCancellation,
  findByQuote,
  guardDecision,
  guardPolicy,
  setState,
} from '../repository.ts';
import { askForConsents } from './consent.ts';
import { closing, exercise } from './exercise.ts';
import { notifyWithdrawal } from './notices.ts';
import {
  guardSteps,
  insertLine,
  overtakenWithdrawals,
  readyWithdrawals,
  updateWithdrawal,
  type WithdrawalRow,
} from './repository.ts';
import { presentWithdrawal } from './terms.ts';

/** Withdrawals that one run takes up. */
const AT_ONCE = 50;

/**
 * Takes up withdrawals whose claims are decided, hands those to a person whose premium a payout has ruled out, and asks the
 * holders for their consent whose premium can't go back without it anymore.
 */
export async function settleWithdrawals(ctx: Ctx): Promise<void> {
  for (const { withdrawal, quoteId } of await readyWithdrawals(ctx.db, AT_ONCE)) {
    await take(ctx, withdrawal, quoteId);
  }
  for (const { withdrawal, quoteId } of await overtakenWithdrawals(ctx.db, AT_ONCE)) {
    await giveUp(ctx, withdrawal, quoteId);
  }
  await askForConsents(ctx, AT_ONCE);
}

async function take(ctx: Ctx, withdrawal: WithdrawalRow, quoteId: string): Promise<void> {
  const row = await findByQuote(ctx.db, quoteId);
  if (!row) return;
  const exercised = await exercise(ctx, row, { ...withdrawal, by: 'claim_decided' });
  // It has ended meanwhile with the whole premium, so nothing is left to do.
  const over = 'problem' in exercised && row.policy.status !== 'active' && row.policy.status !== 'pending';
  if ('problem' in exercised && !over) return;
  const change = 'problem' in exercised ? { closedAt: nowIso(ctx) } : exercised.steps;
  const statements = 'problem' in exercised ? [] : exercised.statements;
  await commit(
    ctx,
    [guardSteps(ctx.db, withdrawal), ...statements, updateWithdrawal(ctx.db, withdrawal, change)],
    () => false,
  );
}

async function giveUp(ctx: Ctx, withdrawal: WithdrawalRow, quoteId: string): Promise<void> {
  const row = await findByQuote(ctx.db, quoteId);
  if (!row) return;
  const { policy } = row;
  const { submittedAt } = withdrawal;
  const now = nowIso(ctx);
  const closed = { ...withdrawal, closedAt: now };
  const done = await commit(
    ctx,
    [
      guardSteps(ctx.db, withdrawal),
      guardNothingUnderWay(ctx.db, policy.chainId, policy.quoteId),
      guardPolicy(ctx.db, policy),
      guardDecision(ctx.db, row),
      setState(ctx.db, policy.quoteId, { withdrawnAt: null }),
      deleteCancellation(ctx.db, policy.id),
      countDecision(ctx.db, policy.id),
      updateWithdrawal(ctx.db, withdrawal, { closedAt: now }),
      ...closing(ctx, row, submittedAt),
      ...(await notifyWithdrawal(ctx, row, presentWithdrawal(ctx, row, closed))),
      insertLine(ctx.db, {
        adminId: 0,
        action: 'policy.withdrawal_closed',
        subject: `policy:${policy.id}`,
        after: JSON.stringify({ submitted_at: submittedAt }),
        at: now,
        requestId: ctx.requestId,
      }),
    ],
    () => false,
  );
  if (done) ctx.log.info('withdrawal_closed', { policy: policy.id });
}
