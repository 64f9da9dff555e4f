import type { Ctx } from '#worker/platform/context.ts';
import { toBase64Url } from '#worker/platform/crypto/base64.ts';
import { sha256Hex } from '#worker/platform/crypto/sha256.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { insertInvitation } from './repository.ts';

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
