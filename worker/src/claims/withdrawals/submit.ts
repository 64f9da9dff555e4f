import * as policyApi from '#domain/policy/api.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { writeFromAnyone } from '#worker/conversations/contact/send.ts';
import { mailbox, withdrawalReceived } from '#worker/delivery/mail/letter.ts';
import { nowIso } from '#worker/platform/context.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { findByThread, insertOfThread } from '#worker/policies/withdrawals/repository.ts';

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
        email: mailbox(email),
        submitted_at: submittedAt,
      }),
      withdrawalReceived(ctx, { email, threadKey }),
    ]);
    const stored = await findByThread(ctx.db, message.thread_id);
    if (!stored) throw new Error('A withdrawal that was just entered is not there');
    return { policy_number: policyNumber(stored.policy_id), email, submitted_at: stored.submitted_at };
  },
);
