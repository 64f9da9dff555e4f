import * as authApi from '#domain/auth/api.ts';
import { AppError } from '#domain/errors.ts';
import { type Actor, type Ctx, nowIso } from '#worker/platform/context.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { findSession, purgeSignIns, revokeSessions, runningSessions, touchSession } from './repository.ts';
import { verifyToken } from './token.ts';

/** A session is noted as used at most this often, in milliseconds, so that reading writes little. */
const NOTED_MS = 300_000;
/** Running sessions that a wallet is shown, the newest ones. */
const SHOWN = 100;

/** The actor of a session token: signed by us, unexpired and not revoked. 401 otherwise. */
export async function readSession(ctx: Ctx, token: string): Promise<Actor> {
  const claims = await verifyToken(ctx.settings.sessionSecrets, token, Math.floor(ctx.clock() / 1000));
  const session = await findSession(ctx.db, claims.jti, claims.wallet, nowIso(ctx));
  if (!session) throw new AppError('unauthorized', 'Your session has ended. Please sign in again.');
  if (ctx.clock() - Date.parse(session.seenAt) >= NOTED_MS) {
    await touchSession(ctx.db, claims.jti, nowIso(ctx));
  }
  return { ...claims, active: session.status === 'active' };
}

/** The actor's sessions that run, newest first. */
export const listOwnSessions = serve(authApi.listSessions, async (ctx) => {
  const rows = await runningSessions(ctx.db, ctx.actor.wallet, nowIso(ctx), SHOWN);
  return rows.map(({ jti, created_at, seenAt, expires_at, device }) => ({
    id: jti,
    created_at,
    last_seen_at: seenAt,
    expires_at,
    device,
    current: jti === ctx.actor.jti,
  }));
});

/** Ends one of the actor's sessions; its token answers 401 from now on. One that has ended is no error. */
export const endOwnSession = serve(authApi.endSession, async (ctx, { id }) => {
  const known = await revokeSessions(ctx.db, ctx.actor.wallet, { only: id }, nowIso(ctx));
  if (known === 0) throw new AppError('not_found', 'There is no such session.');
});

/** Ends every session of the actor but the request's own. */
export const endOtherSessions = serve(authApi.endOtherSessions, async (ctx) => {
  const { wallet, jti } = ctx.actor;
  return { ended: await revokeSessions(ctx.db, wallet, { except: jti }, nowIso(ctx)) };
});

/** Ends the request's session; its token answers 401 from now on. */
export const logout = serve(authApi.logout, async (ctx) => {
  await revokeSessions(ctx.db, ctx.actor.wallet, { only: ctx.actor.jti }, nowIso(ctx));
});

/** Deletes expired nonces and sessions. */
export function purgeExpiredSignIns(ctx: Ctx): Promise<void> {
  return purgeSignIns(ctx.db, nowIso(ctx));
}
