import * as adminPoliciesApi from '#domain/admin/policies-api.ts';
import { conflict, fieldError, notFound } from '#domain/errors.ts';
import { changedSince } from '#worker/admin/seen.ts';
import { exercise, orConflict } from '#worker/claims/withdrawals/exercise.ts';
import { type AdminCtx, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { once } from '#worker/platform/db/once.ts';
import { type InputOf, serve } from '#worker/platform/http/serve.ts';
import {
  closeEnding,
  type EndingRow,
  findWithdrawal,
  guardEnding,
  withdrawalById,
} from '#worker/policies/endings/repository.ts';
import type { PolicyRow } from '#worker/policies/repository.ts';
import { policyById } from '#worker/policies/sold.ts';
import { recordAct } from '#worker/told/record.ts';
import { getPolicyForDesk } from './get.ts';

type Check = InputOf<typeof adminPoliciesApi.checkWithdrawal>;

/**
 * Says whether a withdrawal by policy number and email address is the holder's. If so, it takes effect from its submission;
 * if not, the policy continues, and the administrator writes to the sender in the conversation. 404 if there is none to
 * check on this policy, 409 when somebody was faster or the policy can't be withdrawn from.
 */
export const checkWithdrawal = serve(adminPoliciesApi.checkWithdrawal, (ctx, input) => {
  const read = () => getPolicyForDesk(ctx, input);
  return once(ctx, {
    read,
    write: async (mark) => {
      const withdrawal = await withdrawalById(ctx.db, input.withdrawal_id);
      if (!withdrawal || withdrawal.policy_id !== input.id || withdrawal.thread_id === null) {
        throw notFound('There is no such withdrawal.');
      }
      if (withdrawal.due_from !== null || withdrawal.closed_at !== null) throw changedSince('withdrawal');
      const decided = input.decision === 'accepted' ? accepted : refused;
      const statements = await decided(ctx, withdrawal, input);
      await commit(
        ctx,
        [guardEnding(ctx.db, withdrawal), ...mark(`withdrawal:${withdrawal.id}`), ...statements],
        changedSince('withdrawal'),
      );
      ctx.log.info('withdrawal_checked', { policy: input.id, decision: input.decision });
      return read();
    },
  });
});

/**
 * Enters a withdrawal that came by letter or plain email: it takes effect from the day it was received, or from the
 * purchase on the same day, and the holder gets the same letter as for any other. 409 if the holder has withdrawn already or the policy
 * can't be withdrawn from, 422 for a day before the purchase or in the future.
 */
export const enterWithdrawal = serve(
  adminPoliciesApi.enterWithdrawal,
  (ctx, { id, received_on: day, note }) => {
    const read = () => getPolicyForDesk(ctx, { id });
    return once(ctx, {
      read,
      write: async (mark) => {
        const row = await policyById(ctx, id);
        if (await findWithdrawal(ctx.db, id)) {
          throw conflict('The holder has already withdrawn from this policy.');
        }
        const submitted = { submittedAt: receivedAt(ctx, row, day), by: 'desk', note } as const;
        const { statements } = orConflict(await exercise(ctx, row, submitted));
        await commit(ctx, [...statements, ...mark(`withdrawal:${id}`)], changedSince('policy'));
        ctx.log.info('withdrawal_received', { policy: id, by: 'desk' });
        return read();
      },
    });
  },
);

function receivedAt(ctx: AdminCtx, { paidAt }: PolicyRow, day: string): string {
  const begins = `${day}T00:00:00.000Z`;
  if (begins > nowIso(ctx)) throw fieldError('received_on', 'Please enter a day that is not in the future.');
  if (day < paidAt.slice(0, 10)) {
    throw fieldError('received_on', 'Please enter a day that is not before the purchase.');
  }
  return begins < paidAt ? paidAt : begins;
}

async function accepted(
  ctx: AdminCtx,
  withdrawal: EndingRow,
  { id, note }: Check,
): Promise<readonly Statement[]> {
  const row = await policyById(ctx, id);
  const submitted = { submittedAt: withdrawal.asked_at, form: withdrawal, by: 'desk', note } as const;
  return orConflict(await exercise(ctx, row, submitted)).statements;
}

async function refused(
  ctx: AdminCtx,
  withdrawal: EndingRow,
  { id, note }: Check,
): Promise<readonly Statement[]> {
  return [
    closeEnding(ctx.db, withdrawal, { as: 'refused', at: nowIso(ctx) }),
    recordAct(ctx, {
      action: 'policy.withdrawal_refused',
      subject: `policy:${id}`,
      after: { submitted_at: withdrawal.asked_at, note },
    }),
  ];
}
