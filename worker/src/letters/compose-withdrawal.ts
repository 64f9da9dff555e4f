import { claimNumber } from '#domain/claims/lifecycle.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { WITHDRAWAL_LINK_DAYS } from '#domain/policy/withdrawal.ts';
import { PROMISES } from '#domain/promises.ts';
import { findOpen } from '#worker/claims/repository.ts';
import { isHolders } from '#worker/claims/withdrawals/submit.ts';
import { Unsendable } from '#worker/delivery/mail/channel.ts';
import { eventKeyOf } from '#worker/delivery/mail/letter.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { momentText } from '#worker/platform/pdf/format.ts';
import { findById } from '#worker/policies/repository.ts';
import { findByThreadKey, type WithdrawalRow } from '#worker/policies/withdrawals/repository.ts';
import { issueWithdrawalToken } from '#worker/policies/withdrawals/terms.ts';
import type { Composer } from './composer.ts';
import { facts, link, text } from './layout.ts';

/**
 * Acknowledges a withdrawal by policy number and email address: what was submitted, when, and the link that makes it count.
 * It is the same whether or not there is such a policy. The token is in the fragment, which reaches no server log.
 */
export const composeWithdrawalReceived: Composer = async (ctx, letter) => {
  const withdrawal = await findByThreadKey(ctx.db, eventKeyOf(letter));
  if (!withdrawal) throw new Unsendable('message_gone', true);
  const number = policyNumber(withdrawal.policy_id);
  const token = await issueWithdrawalToken(ctx, withdrawal, {
    mailbox: letter.mailbox,
    email: letter.target,
  });
  return {
    subject: `We received your withdrawal from ${number}`,
    content: {
      name: null,
      parts: [
        text('We received this statement, and the time below is the one that counts.'),
        facts(
          ['Statement', 'I withdraw from the contract'],
          ['Policy', number],
          ['Email', letter.target],
          ['Submitted', momentText(withdrawal.submitted_at)],
        ),
        text(
          'Please confirm that it comes from you. If this address is the confirmed one of the policy, the withdrawal takes effect at once; otherwise a person checks it.',
        ),
        text(await givenUp(ctx, withdrawal)),
        link('Confirm that it was me', `${ctx.settings.publicOrigin}/withdraw#token=${token}`),
        text(
          `The link works for ${WITHDRAWAL_LINK_DAYS} days. If you cannot use it, reply to this email: a person answers within ${PROMISES.replyHours} hours.`,
        ),
      ],
    },
    footer:
      'You are receiving this email because someone entered this address at Mooring to withdraw from a policy. If that was not you, ignore it, and nothing happens.',
  };
};

/**
 * What a withdrawal gives up. The claims are named only to the holder, at the address that they confirmed for the policy: to
 * anyone else the letter is the same whether or not there is such a policy.
 */
async function givenUp(ctx: Ctx, withdrawal: WithdrawalRow): Promise<string> {
  const row = await findById(ctx.db, withdrawal.policy_id);
  const open = row && (await isHolders(ctx, row, withdrawal)) ? await findOpen(ctx.db, row.policy.id) : [];
  const numbers = open.map(({ claim }) => claimNumber(claim.id));
  const named = numbers.length === 0 ? '' : `: ${new Intl.ListFormat('en-US').format(numbers)}`;
  return `A withdrawal makes the contract void from the time above: it covers nothing anymore, and no claim on it is paid. With it you give up every open claim on the policy${named}.`;
}
