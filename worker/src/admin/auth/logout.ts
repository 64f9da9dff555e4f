import { type AdminCtx, nowIso } from '../../platform/context.ts';
import { revokeAdminSession } from './repository.ts';

/** Ends the session that the request came with; its token answers 401 from now on. */
export async function logOut(ctx: AdminCtx): Promise<void> {
  await revokeAdminSession(ctx.db, ctx.admin.jti, nowIso(ctx));
}
