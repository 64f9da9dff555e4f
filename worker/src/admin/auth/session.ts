import { type AdminCtx, type Administrator, type Ctx, nowIso } from '../../platform/context.ts';
import { findAdminSession, purgeAdminSignIns, revokeAdminSession } from './repository.ts';
import { forgottenBefore } from './throttle.ts';
import { ended, verifyAdminToken } from './token.ts';

/** The administrator of a token: signed by us, unexpired, not revoked and still active. 401 otherwise. */
export async function readAdminSession(
  ctx: Ctx,
  token: string,
): Promise<Administrator & { totpConfirmedAt: string | null }> {
  const claims = await verifyAdminToken(ctx.settings.sessionSecret, token, Math.floor(ctx.clock() / 1000));
  const admin = await findAdminSession(ctx.db, claims, nowIso(ctx));
  if (!admin) throw ended();
  return { ...admin, jti: claims.jti };
}

/** Ends the request's session; its token answers 401 from now on. */
export async function logOut(ctx: AdminCtx): Promise<void> {
  await revokeAdminSession(ctx.db, ctx.admin.jti, nowIso(ctx));
}

/** Deletes expired sessions and invitations of administrators, and failures that no longer count. */
export function purgeExpiredAdminSignIns(ctx: Ctx): Promise<void> {
  return purgeAdminSignIns(ctx.db, nowIso(ctx), forgottenBefore(ctx));
}
