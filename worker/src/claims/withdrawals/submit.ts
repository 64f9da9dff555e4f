import type * as z from 'zod';
import { policyNumber } from '../../../../domain/policy/lifecycle.ts';
import type { WithdrawalReceived, withdrawalRequest } from '../../../../domain/policy/withdrawal-schema.ts';
import { writeFromAnyone } from '../../conversations/contact/send.ts';
import { mailbox, withdrawalReceived } from '../../delivery/mail/letter.ts';
import { type Ctx, nowIso } from '../../platform/context.ts';
import { findByThread, insertOfThread } from '../../policies/withdrawals/repository.ts';

/**
 * Receives a withdrawal by policy number and email address, and acknowledges it by letter. It looks nothing up, so that
 * neither answer nor time tells whether a policy or an address exists. A repeated form is one withdrawal.
 */
export async function submitWithdrawal(
  ctx: Ctx,
  { policy_number: number, email, name }: z.output<typeof withdrawalRequest>,
): Promise<WithdrawalReceived> {
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
      policyId: Number(number.slice(4)),
      email: mailbox(email),
      submittedAt,
    }),
    withdrawalReceived(ctx, { email, threadKey }),
  ]);
  const stored = await findByThread(ctx.db, message.threadId);
  if (!stored) throw new Error('A withdrawal that was just entered is not there');
  return { policy_number: policyNumber(stored.policyId), email, submitted_at: stored.submittedAt };
}
