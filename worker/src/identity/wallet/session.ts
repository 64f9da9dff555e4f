import { AppError } from '../../../../domain/errors.ts';
import { type Actor, type Ctx, nowIso, type WalletCtx } from '../../platform/context.ts';
import { findSession, purgeSignIns, revokeSession } from './repository.ts';
import { verifyToken } from './token.ts';

/** The actor of a session token: signed by us, unexpired and not revoked. 401 otherwise. */
export async function readSession(ctx: Ctx, token: string): Promise<Actor> {
  const claims = await verifyToken(ctx.settings.sessionSecret, token, Math.floor(ctx.clock() / 1000));
  const session = await findSession(ctx.db, claims.jti, claims.wallet, nowIso(ctx));
  if (!session) throw new AppError('unauthorized', 'Your session has ended. Please sign in again.');
  return { ...claims, active: session.status === 'active' };
}

/** Ends the request's session; its token answers 401 from now on. */
export function logout(ctx: WalletCtx): Promise<void> {
  return revokeSession(ctx.db, ctx.actor.jti, nowIso(ctx));
}

/** Deletes expired nonces and sessions. */
export function purgeExpiredSignIns(ctx: Ctx): Promise<void> {
  return purgeSignIns(ctx.db, nowIso(ctx));
}
