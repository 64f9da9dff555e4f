import { ROLE_LABELS } from '#domain/admin/roles.ts';
import { Unsendable } from '#worker/delivery/mail/unsendable.ts';
import { nowIso } from '#worker/platform/context.ts';
import { momentText } from '#worker/platform/pdf/format.ts';
import { type Composer, payloadOf } from './composer.ts';
import { newInvitation } from './invitation.ts';
import { facts, link, text } from './layout.ts';
import { findInvited } from './repository.ts';

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
