import { conflict } from '#domain/errors.ts';
import * as policyApi from '#domain/policy/api.ts';
import type { WithdrawalAnswer } from '#domain/policy/withdrawal-schema.ts';
import { nowIso, type WalletCtx } from '#worker/platform/context.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { type Mark, once } from '#worker/platform/db/once.ts';
import { type InputOf, serve } from '#worker/platform/http/serve.ts';
import { findWithdrawal } from '#worker/policies/endings/repository.ts';
import { ownPolicy } from '#worker/policies/own.ts';
import { presentWithdrawal } from '#worker/policies/withdrawals/terms.ts';
import { exercise, orConflict } from './exercise.ts';

/**
 * Withdraws the actor from the contract of their policy: the moment of this request counts. Asking again answers the first
 * withdrawal. 409 with the reason when it is too late or the policy has ended.
 */
export const withdrawFromContract = serve(policyApi.withdrawFromContract, (ctx, input) => {
  const read = async () => {
    const row = await ownPolicy(ctx, input.id);
    const before = await findWithdrawal(ctx.db, row.policy.id);
    return before && presentWithdrawal(ctx, row, before);
  };
  return once(ctx, {
    read,
    write: async (mark) => (await read()) ?? write(ctx, input, mark, read),
  });
});

async function write(
  ctx: WalletCtx,
  { id, replaced }: InputOf<typeof policyApi.withdrawFromContract>,
  mark: Mark,
  read: () => Promise<WithdrawalAnswer | null>,
): Promise<WithdrawalAnswer> {
  const row = await ownPolicy(ctx, id);
  const { withdrawal, statements } = orConflict(
    await exercise(ctx, row, { submittedAt: nowIso(ctx), by: 'wallet', replaced }),
  );
  const done = await commit(ctx, [...statements, ...mark(`withdrawal:${id}`)], async () => {
    const winner = await read();
    if (winner) return winner;
    throw conflict('This policy was just changed. Please review it and try again.');
  });
  if (done !== true) return done;
  ctx.log.info('withdrawal_received', { policy: id, by: 'wallet' });
  return withdrawal;
}
