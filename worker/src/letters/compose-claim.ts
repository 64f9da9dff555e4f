import { CLAIM_LABELS } from '#domain/claims/lifecycle.ts';
import type { ClaimDetailAnswer } from '#domain/claims/schema.ts';
import { AppError } from '#domain/errors.ts';
import { getClaim } from '#worker/claims/get.ts';
import { findMessageWithKey } from '#worker/conversations/messages/repository.ts';
import { Unsendable } from '#worker/delivery/mail/channel.ts';
import { eventKeyOf } from '#worker/delivery/mail/letter.ts';
import type { WalletCtx } from '#worker/platform/context.ts';
import { momentText } from '#worker/platform/pdf/format.ts';
import { addresseeCtx, type Composer, inOneLine, paragraphs } from './composer.ts';
import { footerOf, HELP } from './content.ts';
import { facts, link } from './layout.ts';

/** A step of the wallet's claim: the step's text and the claim as it is now. */
export const composeClaimUpdate: Composer = async (ctx, letter) => {
  const holder = addresseeCtx(ctx, letter);
  const found = await findMessageWithKey(holder.db, holder.actor.wallet, eventKeyOf(letter));
  const claim = found?.thread.claim_id ? await claimOf(holder, found.thread.claim_id) : null;
  if (!found || !claim) throw new Unsendable('claim_gone', true);
  const { step, due } = claim.next;
  return {
    subject: `${inOneLine(found.thread.subject)}: ${stepOf(letter.subject, claim.claim_number)}`,
    content: {
      name: null,
      parts: [
        ...paragraphs(found.message.text),
        facts(
          ['Claim', claim.claim_number],
          ['Policy', claim.policy_number],
          ['Claimed', claim.formatted_amount],
          ['Status', CLAIM_LABELS[claim.status]],
          ['Next', step],
          ...(due === null ? [] : [['By', momentText(due)] as const]),
        ),
        link('See the claim', `${ctx.settings.publicOrigin}/claim/${claim.id}`),
        HELP,
      ],
    },
    footer: footerOf(letter.wallet),
  };
};

/** What a letter says of the claim: its stored subject after the number, which the first letter doesn't have yet. */
const stepOf = (subject: string, number: string) =>
  subject.startsWith(`${number}: `) ? subject.slice(number.length + 2) : 'claim received';

/** The claim as its owner sees it; null if it now belongs to another wallet. */
async function claimOf(holder: WalletCtx, id: number): Promise<ClaimDetailAnswer | null> {
  try {
    return await getClaim(holder, { id });
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}
