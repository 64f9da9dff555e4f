import { conflict, notFound } from '#domain/errors.ts';
import * as policyApi from '#domain/policy/api.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import type { WithdrawalConfirmed } from '#domain/policy/withdrawal-schema.ts';
import { writeFromAnyone } from '#worker/conversations/contact/send.ts';
import { mailbox } from '#worker/identity/account/email.ts';
import { findToken } from '#worker/identity/account/repository.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import { sha256Hex } from '#worker/platform/crypto/bytes.ts';
import type { Statements } from '#worker/platform/db/client.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { serve } from '#worker/platform/http/serve.ts';
import {
  changeEnding,
  closeEnding,
  type EndingRow,
  findWithdrawal,
  guardEnding,
  insertOfThread,
  withdrawalById,
  withdrawalOf,
} from '#worker/policies/endings/repository.ts';
import { findById, type PolicyRow } from '#worker/policies/repository.ts';
import { isHolders, withdrawalOfToken } from '#worker/policies/withdrawals/terms.ts';
import { tell } from '#worker/told/tell.ts';
import { exercise, resolve } from './exercise.ts';

/**
 * Receives a withdrawal by policy number and email address, and acknowledges it by letter. It looks nothing up, so that
 * neither answer nor time tells whether a policy or an address exists. A repeated form is one withdrawal.
 */
export const submitWithdrawal = serve(
  policyApi.submitWithdrawal,
  async (ctx, { policy_number: number, email, name }) => {
    const submittedAt = nowIso(ctx);
    const form = {
      name: name || 'No name given',
      email,
      subject: `Withdrawal from ${number}`,
      message: `I withdraw from the contract of policy ${number}.`,
      priority: 'high' as const,
    };
    const { message } = await writeFromAnyone(ctx, form, (threadKey) => [
      insertOfThread(ctx.db, threadKey, {
        policy_id: Number(number.slice(4)),
        kind: 'withdrawal',
        email: mailbox(email),
        asked_at: submittedAt,
      }),
      ...tell(
        ctx,
        'withdrawal_received',
        { wallet: `contact:${threadKey}`, key: threadKey, email },
        { policy_id: Number(number.slice(4)), submitted_at: submittedAt, email },
      ),
    ]);
    const stored = await withdrawalOf(ctx.db, message.thread_id);
    if (!stored) throw new Error('A withdrawal that was just entered is not there');
    return { policy_number: policyNumber(stored.policy_id), email, submitted_at: stored.asked_at };
  },
);

/**
 * Takes the link of an acknowledgment. If its address is the one that the holder has confirmed for this policy, the
 * withdrawal takes effect; otherwise a person checks it. A repeat changes nothing. 404 for an expired or unknown link.
 */
export const confirmWithdrawal = serve(policyApi.confirmWithdrawal, async (ctx, { token }) => {
  const found = await findToken(ctx.db, await sha256Hex(token));
  const id = found && found.expires_at > nowIso(ctx) ? withdrawalOfToken(found) : null;
  const withdrawal = id === null ? null : await withdrawalById(ctx.db, id);
  if (withdrawal === null) {
    throw notFound(
      'This link has expired or is incomplete. Your withdrawal stands as you submitted it, and a person can check it.',
    );
  }
  return {
    policy_number: policyNumber(withdrawal.policy_id),
    submitted_at: withdrawal.asked_at,
    state: await follow(ctx, withdrawal),
  };
});

const isDecided = ({ due_from, closed_at }: EndingRow) => due_from !== null || closed_at !== null;

async function follow(ctx: Ctx, withdrawal: EndingRow): Promise<WithdrawalConfirmed['state']> {
  if (withdrawal.closed_as === 'refused') return 'answered';
  if (isDecided(withdrawal)) return 'recorded';
  const row = await findById(ctx.db, withdrawal.policy_id);
  const statements =
    row && (await isHolders(ctx, row, withdrawal)) ? await taking(ctx, row, withdrawal) : null;
  const followed = changeEnding(ctx.db, withdrawal, {
    link_followed_at: withdrawal.link_followed_at ?? nowIso(ctx),
  });
  const done = await commit(
    ctx,
    [guardEnding(ctx.db, withdrawal), followed, ...(statements ?? [])],
    () => false as const,
  );
  // Policy, claims or another link were faster: the same question again, with what is true now.
  if (done === true) return statements ? 'recorded' : 'checking';
  const now = await withdrawalById(ctx.db, withdrawal.id);
  if (now && isDecided(now)) return follow(ctx, now);
  throw conflict('This policy was just changed. Please follow the link again.');
}

/** Statements for a withdrawal by the holder; null if a person has to look at it. */
async function taking(ctx: Ctx, row: PolicyRow, withdrawal: EndingRow): Promise<Statements | null> {
  if (await findWithdrawal(ctx.db, row.policy.id)) {
    // The holder has withdrawn already, so nothing is left to do about this one.
    return [
      closeEnding(ctx.db, withdrawal, { as: 'superseded', at: nowIso(ctx) }),
      ...resolve(ctx, withdrawal),
    ];
  }
  const exercised = await exercise(ctx, row, {
    submittedAt: withdrawal.asked_at,
    form: withdrawal,
    by: 'link',
  });
  if ('problem' in exercised) return null;
  ctx.log.info('withdrawal_received', { policy: row.policy.id, by: 'link' });
  return exercised.statements;
}
