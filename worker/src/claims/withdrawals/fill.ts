import { claimNumber } from '#domain/claims/lifecycle.ts';
import { findOpen } from '#worker/claims/repository.ts';
import { Unsendable } from '#worker/delivery/mail/channel.ts';
import { withdrawalOf } from '#worker/policies/endings/repository.ts';
import { findById } from '#worker/policies/repository.ts';
import { isHolders, issueWithdrawalToken } from '#worker/policies/withdrawals/terms.ts';
import type { Fill } from '#worker/told/send.ts';

/**
 * Adds the link that makes a withdrawal count, and to the holder alone, at the address that they confirmed for the policy, the
 * claims that it gives up: to anyone else the letter is the same whether or not there is such a policy. The token is in the
 * fragment, which reaches no server log.
 */
export const fillWithdrawal: Fill = async (ctx, { event_id: key, ...to }) => {
  const withdrawal = await withdrawalOf(ctx.db, { key: key ?? '' });
  if (!withdrawal) throw new Unsendable('message_gone', true);
  const token = await issueWithdrawalToken(ctx, withdrawal, {
    mailbox: to.mailbox,
    email: to.target,
  });
  const row = await findById(ctx.db, withdrawal.policy_id);
  const open = row && (await isHolders(ctx, row, withdrawal)) ? await findOpen(ctx.db, row.policy.id) : [];
  return { data: { token, given_up: open.map(({ claim }) => claimNumber(claim.id)) } };
};
