import { type Administrator, type Ctx, nowIso } from '../../platform/context.ts';
import { findAdminSession } from './repository.ts';
import { ended, verifyAdminToken } from './token.ts';

/** The administrator of a token: signed by us for one, not expired, not revoked, and still active. 401 otherwise. */
export async function readAdminSession(ctx: Ctx, token: string): Promise<Administrator> {
  const claims = await verifyAdminToken(ctx.settings.sessionSecret, token, Math.floor(ctx.clock() / 1000));
  const admin = await findAdminSession(ctx.db, claims, nowIso(ctx));
  if (!admin) throw ended();
  return { ...admin, jti: claims.jti };
}
