import { ROLE_LABELS } from '#domain/admin/roles.ts';
import { Unsendable } from '#worker/delivery/mail/channel.ts';
import { issueEmailToken } from '#worker/identity/account/email.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import { sha256Hex, toBase64Url } from '#worker/platform/crypto/bytes.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { momentText } from '#worker/platform/pdf/format.ts';
import { type Composer, payloadOf } from './composer.ts';
import { confirmAddress, STRANGER_FOOTER } from './content.ts';
import { facts, link, text } from './layout.ts';
import { findInvited, insertInvitation } from './repository.ts';

export const INVITATION_DAYS = 7;
const TOKEN_BYTES = 32;

/**
 * A link with which an invited administrator chooses a password, and the statement that stores its hash. The token is in
 * the fragment: browsers don't send that, so it reaches no server log.
 */
export async function newInvitation(
  ctx: Ctx,
  { adminId, expiresAt }: { adminId: number; expiresAt: string },
): Promise<{ link: string; stored: Statement }> {
  const token = toBase64Url(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)));
  return {
    link: `${ctx.settings.publicOrigin}/admin/admin-login#invitation=${token}`,
    stored: insertInvitation(ctx.db, {
      hash: await sha256Hex(token),
      admin_id: adminId,
      expires_at: expiresAt,
    }),
  };
}

/** The invitation of an administrator, with a link of its own beside the one that the inviting colleague sees. */
export const composeInvitation: Composer = async (ctx, letter) => {
  const { adminId, expiresAt } = payloadOf(letter);
  const invited = await findInvited(ctx.db, Number(adminId));
  if (!invited || String(expiresAt) <= nowIso(ctx)) throw new Unsendable('invitation_over', true);
  const until = String(expiresAt);
  const { link: url, stored } = await newInvitation(ctx, { adminId: Number(adminId), expiresAt: until });
  await ctx.db.batch([stored]);
  return {
    content: {
      name: invited.name,
      parts: [
        text('You are invited to work in the Mooring back office.'),
        facts(['Role', ROLE_LABELS[invited.role]], ['Sign in with', letter.target]),
        link('Choose a password', url),
        text(`The link works once, until ${momentText(until)}.`),
      ],
    },
    footer:
      'You are receiving this email because an administrator of Mooring entered your address. If you did not expect it, you can ignore it.',
  };
};

/** Asks the owner of an address to confirm it. The token is made here, and only its hash is stored. */
export const composeConfirmation: Composer = async (ctx, { wallet, mailbox, target }) => {
  const token = await issueEmailToken(ctx, { wallet, mailbox, email: target });
  return {
    content: confirmAddress(ctx.settings.publicOrigin, target, token),
    footer: STRANGER_FOOTER,
  };
};
