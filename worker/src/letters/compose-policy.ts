import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { findMessageWithKey } from '#worker/conversations/messages/repository.ts';
import { Unsendable } from '#worker/delivery/mail/channel.ts';
import { eventKeyOf } from '#worker/delivery/mail/letter.ts';
import type { LetterRow } from '#worker/delivery/mail/repository.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { holderName } from '#worker/policies/certificate/data.ts';
import { issueCertificate } from '#worker/policies/certificate/issue.ts';
import { getPolicy, policyOfQuote } from '#worker/policies/get.ts';
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
