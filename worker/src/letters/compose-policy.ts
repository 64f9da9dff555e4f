import { claimNumber } from '#domain/claims/lifecycle.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { WITHDRAWAL_LINK_DAYS } from '#domain/policy/withdrawal.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { PROMISES } from '#domain/promises.ts';
import { findOpen } from '#worker/claims/repository.ts';
import { isHolders } from '#worker/claims/withdrawals/submit.ts';
import { findMessageWithKey } from '#worker/conversations/messages/repository.ts';
import { Unsendable } from '#worker/delivery/mail/channel.ts';
import { eventKeyOf } from '#worker/delivery/mail/letter.ts';
import type { LetterRow } from '#worker/delivery/mail/repository.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { momentText } from '#worker/platform/pdf/format.ts';
import { holderName } from '#worker/policies/certificate/data.ts';
import { issueCertificate } from '#worker/policies/certificate/issue.ts';
import { getPolicy, policyOfQuote } from '#worker/policies/get.ts';
import { findById } from '#worker/policies/repository.ts';
import { findByThreadKey, type WithdrawalRow } from '#worker/policies/withdrawals/repository.ts';
import { issueWithdrawalToken } from '#worker/policies/withdrawals/terms.ts';
import { addresseeCtx, type Composer, paragraphs, payloadOf } from './composer.ts';
import { aboutPolicy, footerFor, HELP, moneyOf, type PolicyLetter } from './content.ts';
import { facts, link, text } from './layout.ts';

const WITH_CERTIFICATE: ReadonlySet<PolicyLetter> = new Set(['policy_active', 'certificate']);

/** Composer of one kind of letter about a policy. */
export const policyComposer =
  (kind: PolicyLetter): Composer =>
  async (ctx, letter) => {
    const policy = await policyOf(ctx, letter);
    const attached = WITH_CERTIFICATE.has(kind);
    if (attached && policy.status === 'pending') throw new Unsendable('policy_pending', false);
    if (kind === 'renewal_reminder' && policy.status !== 'active') {
      throw new Unsendable('no_longer_due', true);
    }
    const parts = aboutPolicy(kind, policy, payloadOf(letter), ctx.settings.publicOrigin);
    return {
      content: { name: holderName({ policy }), parts },
      footer: footerFor(policy),
      attachments: attached ? [await issueCertificate(addresseeCtx(ctx, letter), policy)] : [],
    };
  };

/** We cannot accept the policy: the message with its reason, which is stored there alone, and how to answer it. */
export const composePolicyDeclined: Composer = async (ctx, letter) => {
  const policy = await policyOf(ctx, letter);
  const found = await findMessageWithKey(ctx.db, letter.wallet, eventKeyOf(letter));
  if (!found) throw new Unsendable('message_gone', true);
  return {
    content: {
      name: holderName({ policy }),
      parts: [
        ...paragraphs(found.message.text),
        facts(
          ['Policy', policy.policy_number],
          ['Insurance', PRODUCTS[policy.policy_type].label],
          ['Refund', moneyOf(payloadOf(letter))],
          ['To', 'the wallet that holds the policy'],
        ),
        text('Is the reason wrong, or can you add something? Please reply before the refund is sent.'),
        link('Answer us', `${ctx.settings.publicOrigin}/messages?thread=${found.thread.id}`),
        HELP,
      ],
    },
    footer: footerFor(policy),
  };
};

/** A message about the policy, such as a step of a change of its holder, and the page where the holder can act on it. */
export const composePolicyNotice: Composer = async (ctx, letter) => {
  const policy = await policyOf(ctx, letter);
  const found = await findMessageWithKey(ctx.db, letter.wallet, eventKeyOf(letter));
  if (!found) throw new Unsendable('message_gone', true);
  return {
    content: {
      name: holderName({ policy }),
      parts: [
        ...paragraphs(found.message.text),
        link('See the policy', `${ctx.settings.publicOrigin}/policy/${policy.id}?type=${policy.policy_type}`),
        HELP,
      ],
    },
    footer: footerFor(policy),
  };
};

/** The policy as the letter's wallet sees it. Throws if another wallet holds it now. */
async function policyOf(ctx: Ctx, letter: LetterRow): Promise<PolicyDetailAnswer> {
  const holder = addresseeCtx(ctx, letter);
  const policy = letter.quote_id === null ? null : await policyOfQuote(holder, letter.quote_id);
  if (!policy) throw new Unsendable('policy_gone', true);
  return getPolicy(holder, { id: policy.id });
}

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
