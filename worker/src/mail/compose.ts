import * as z from 'zod';
import type { PolicyDetailAnswer } from '../../../domain/policy/schema.ts';
import { issueEmailToken } from '../account/email-token.ts';
import { isConfirmed } from '../account/is-confirmed.ts';
import { holderName } from '../certificate/data.ts';
import { issueCertificate } from '../certificate/issue.ts';
import type { Ctx, WalletCtx } from '../context.ts';
import { getPolicy, policyOfQuote } from '../policy/get.ts';
import { aboutPolicy, confirmAddress, footerFor, type PolicyLetter, STRANGER_FOOTER } from './content.ts';
import type { Attachment, Message } from './edge.ts';
import { type Content, html, plainText } from './layout.ts';
import type { LetterRow } from './repository.ts';
import { Unsendable } from './unsendable.ts';

const EVM_KEY_LENGTH = 42;
const OTHER_KINDS: ReadonlySet<LetterRow['kind']> = new Set([
  'claim_update',
  'message_received',
  'contact_reply',
  'offer',
]);
const isAboutPolicy = (kind: LetterRow['kind']): kind is PolicyLetter => !OTHER_KINDS.has(kind);
const WITH_CERTIFICATE: ReadonlySet<LetterRow['kind']> = new Set(['policy_active', 'certificate']);

const payload = z.record(z.string(), z.union([z.string(), z.number()]));

/**
 * Fills a letter in with what is true now. Throws `Unsendable` for one that must not go out, and nothing personal is
 * read before its address is known to be confirmed.
 */
export async function compose(ctx: Ctx, letter: LetterRow): Promise<Omit<Message, 'to'>> {
  const { subject, kind, wallet, mailbox, recipient } = letter;
  if (kind === 'confirm_address') {
    const token = await issueEmailToken(ctx, { wallet, mailbox, email: recipient });
    const content = confirmAddress(ctx.settings.publicOrigin, recipient, token);
    return written(subject, content, STRANGER_FOOTER, []);
  }
  if (!isAboutPolicy(kind)) throw new Unsendable('unknown_kind', true);
  if (!(await isConfirmed(ctx, letter))) throw new Unsendable('not_confirmed', true);
  const policy = await policyOf(ctx, letter);
  if (WITH_CERTIFICATE.has(kind) && policy.status === 'pending')
    throw new Unsendable('policy_pending', false);
  if (kind === 'renewal_reminder' && policy.status !== 'active') throw new Unsendable('no_longer_due', true);
  const parts = aboutPolicy(
    kind,
    policy,
    payload.parse(JSON.parse(letter.payload)),
    ctx.settings.publicOrigin,
  );
  const attachments = WITH_CERTIFICATE.has(kind) ? [await issueCertificate(ctx, policy)] : [];
  return written(subject, { name: holderName({ policy }), parts }, footerFor(policy), attachments);
}

const written = (subject: string, content: Content, footer: string, attachments: readonly Attachment[]) => ({
  subject,
  text: plainText(content, footer),
  html: html(subject, content, footer),
  attachments,
});

/** The policy as the wallet that the letter was written for sees it; another holder's by now is nobody's business. */
async function policyOf(ctx: Ctx, { wallet, quoteId }: LetterRow): Promise<PolicyDetailAnswer> {
  const kind = wallet.length === EVM_KEY_LENGTH ? 'evm' : 'substrate';
  const holder: WalletCtx = { ...ctx, actor: { kind, wallet, jti: '', active: true } };
  const policy = quoteId === null ? null : await policyOfQuote(holder, quoteId);
  if (!policy) throw new Unsendable('policy_gone', true);
  return getPolicy(holder, { id: policy.id });
}
