import * as z from 'zod';
import { Unsendable } from '#worker/delivery/mail/channel.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import { sha256Hex, toBase64Url } from '#worker/platform/crypto/bytes.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import type { Fill } from '#worker/told/send.ts';
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

const invited = z.object({ admin_id: z.number(), expires_at: z.string() });

/** An invitation's letter gets a link of its own beside the one that the inviting colleague sees. */
export const fillInvitation: Fill = async (ctx, { target: email }, data) => {
  const { admin_id: adminId, expires_at: expiresAt } = invited.parse(data);
  const found = await findInvited(ctx.db, adminId);
  if (!found || expiresAt <= nowIso(ctx)) throw new Unsendable('invitation_over', true);
  const { link: url, stored } = await newInvitation(ctx, { adminId, expiresAt });
  await ctx.db.batch([stored]);
  return { data: { ...found, email, url } };
};
