import type * as z from 'zod';
import type { PolicyRequestDetail, withdrawalCheck } from '../../../../domain/admin/policies-schema.ts';
import { AppError } from '../../../../domain/errors.ts';
import { type AdminCtx, nowIso } from '../../platform/context.ts';
import type { Statement } from '../../platform/db/client.ts';
import { commit } from '../../platform/db/commit.ts';
import { once } from '../../platform/db/once.ts';
import { policyById } from '../../policies/sold.ts';
import { exercise, orConflict } from '../../policies/withdrawals/exercise.ts';
import {
  findWithdrawal,
  guardSteps,
  resolveThread,
  updateWithdrawal,
  type WithdrawalRow,
} from '../../policies/withdrawals/repository.ts';
import { auditLogLine } from '../audit-log-line.ts';
import { changedSince } from '../seen.ts';
import { getForDesk } from './get.ts';

type Check = { id: number; withdrawal_id: number } & z.output<typeof withdrawalCheck>;

/**
 * Says whether a withdrawal by policy number and email address is the holder's. If so, it takes effect from its submission;
 * if not, the policy continues, and the administrator writes to the sender in the conversation. 404 if there is none to
 * check on this policy, 409 when somebody was faster or the policy can't be withdrawn from.
 */
export function checkWithdrawal(ctx: AdminCtx, input: Check): Promise<PolicyRequestDetail> {
  const read = () => getForDesk(ctx, input.id);
  return once(ctx, {
    read,
    write: async (mark) => {
      const withdrawal = await findWithdrawal(ctx.db, input.withdrawal_id);
      if (!withdrawal || withdrawal.policyId !== input.id || withdrawal.threadId === null) {
        throw new AppError('not_found', 'There is no such withdrawal.');
      }
      if (withdrawal.acceptedAt !== null || withdrawal.closedAt !== null) throw changedSince('withdrawal');
      const decided = input.decision === 'accepted' ? accepted : refused;
      const statements = await decided(ctx, withdrawal, input);
      await commit(
        ctx,
        [guardSteps(ctx.db, withdrawal), ...mark(`withdrawal:${withdrawal.id}`), ...statements],
        () => {
          throw changedSince('withdrawal');
        },
      );
      ctx.log.info('withdrawal_checked', { policy: input.id, decision: input.decision });
      return read();
    },
  });
}

async function accepted(
  ctx: AdminCtx,
  withdrawal: WithdrawalRow,
  { id, note }: Check,
): Promise<readonly Statement[]> {
  const row = await policyById(ctx, id);
  const { submittedAt, threadId } = withdrawal;
  const submitted = { submittedAt, acceptedAt: null, by: ctx.admin.id, note };
  const { steps, statements } = orConflict(await exercise(ctx, row, submitted));
  return [
    ...statements,
    updateWithdrawal(ctx.db, withdrawal, steps),
    ...(threadId === null ? [] : [resolveThread(ctx.db, threadId)]),
  ];
}

async function refused(
  ctx: AdminCtx,
  withdrawal: WithdrawalRow,
  { id, note }: Check,
): Promise<readonly Statement[]> {
  return [
    updateWithdrawal(ctx.db, withdrawal, { closedAt: nowIso(ctx) }),
    auditLogLine(ctx, {
      action: 'policy.withdrawal_refused',
      subject: `policy:${id}`,
      after: { submitted_at: withdrawal.submittedAt, note },
    }),
  ];
}
