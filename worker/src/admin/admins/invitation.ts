import * as z from 'zod';
import { DAY_MS } from '#domain/days.ts';
import { Unsendable } from '#worker/delivery/mail/channel.ts';
import { type AdminCtx, type Ctx, isoIn, nowIso } from '#worker/platform/context.ts';
import { sha256Hex, toBase64Url } from '#worker/platform/crypto/bytes.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { dropTokensOf, storeToken } from '#worker/platform/db/tokens.ts';
import { recordAct } from '#worker/told/record.ts';
import type { Fill } from '#worker/told/send.ts';
import { tell } from '#worker/told/tell.ts';
import { findInvited } from './repository.ts';

const INVITATION_DAYS = 7;
const TOKEN_BYTES = 32;

/**
 * A link with which an invited administrator chooses a password, and the statement that stores its hash. The token is in
 * the fragment: browsers don't send that, so it reaches no server log.
 */
async function newInvitation(
  ctx: Ctx,
  { adminId, expiresAt }: { adminId: number; expiresAt: string },
): Promise<{ link: string; stored: Statement }> {
  const token = toBase64Url(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)));
  return {
    link: `${ctx.settings.publicOrigin}/admin/admin-login#invitation=${token}`,
    stored: storeToken(ctx.db, {
      kind: 'invitation',
      key: await sha256Hex(token),
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

/**
 * A new link in place of those before, also sent by email; nobody signs in without one.
 * @returns the link, and when it lapses
 */
export async function newLink(
  ctx: AdminCtx,
  { id, email }: { id: number; email: string },
  action: 'admin.invited' | 'admin.invited_again',
  after?: Readonly<Record<string, unknown>>,
): Promise<{ link: string; expiresAt: string }> {
  const expiresAt = isoIn(ctx, INVITATION_DAYS * DAY_MS);
  const { link, stored } = await newInvitation(ctx, { adminId: id, expiresAt });
  await ctx.db.batch([
    dropTokensOf(ctx.db, 'invitation', id),
    stored,
    ...tell(
      ctx,
      'admin_invited',
      { wallet: `admin:${id}`, key: `invited:${crypto.randomUUID()}`, email },
      { admin_id: id, expires_at: expiresAt },
    ),
    recordAct(ctx, { action, subject: `admin:${id}`, after }),
  ]);
  return { link, expiresAt };
}
