import type { PolicyDetailAnswer } from '../../../domain/policy/schema.ts';
import type { LetterRow } from '../delivery/mail/repository.ts';
import { Unsendable } from '../delivery/mail/unsendable.ts';
import type { Ctx } from '../platform/context.ts';
import { holderName } from '../policies/certificate/data.ts';
import { issueCertificate } from '../policies/certificate/issue.ts';
import { getPolicy, policyOfQuote } from '../policies/get.ts';
import { addresseeCtx, type Composer, figuresOf } from './composer.ts';
import { aboutPolicy, footerFor, type PolicyLetter } from './content.ts';

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
    const parts = aboutPolicy(kind, policy, figuresOf(letter), ctx.settings.publicOrigin);
    return {
      content: { name: holderName({ policy }), parts },
      footer: footerFor(policy),
      attachments: attached ? [await issueCertificate(ctx, policy)] : [],
    };
  };

/** The policy as the letter's wallet sees it. Throws if another wallet holds it now. */
async function policyOf(ctx: Ctx, letter: LetterRow): Promise<PolicyDetailAnswer> {
  const holder = addresseeCtx(ctx, letter);
  const policy = letter.quoteId === null ? null : await policyOfQuote(holder, letter.quoteId);
  if (!policy) throw new Unsendable('policy_gone', true);
  return getPolicy(holder, { id: policy.id });
}
