import { createMiddleware } from 'hono/factory';
import type { WalletKind } from '#domain/address.ts';
import * as authApi from '#domain/auth/api.ts';
import { AppError, notFound } from '#domain/errors.ts';
import { type Actor, type Ctx, nowIso, type WalletCtx } from '#worker/platform/context.ts';
import { sessionEnded, signSession, verifySession } from '#worker/platform/crypto/jwt.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { purgeTokens } from '#worker/platform/db/tokens.ts';
import { bearerToken } from '#worker/platform/http/client.ts';
import type { AppEnv } from '#worker/platform/http/env.ts';
import { type Guard, serve } from '#worker/platform/http/serve.ts';
import {
  findSession,
  listSessions,
  purgeSessions,
  revokeSessions,
  runningSessions,
  touchSession,
} from './repository.ts';

/** A session is noted as used at most this often, in milliseconds, so that reading writes little. */
const NOTED_MS = 300_000;
/** Running sessions that a wallet is shown, the newest ones. */
const SHOWN = 100;

/** The actor of a session token: signed by us, unexpired and not revoked. 401 otherwise. */
async function readSession(ctx: Ctx, token: string): Promise<Actor> {
  const now = Math.floor(ctx.clock() / 1000);
  const required = ['jti', 'address', 'kind'];
  const claims = await verifySession(token, ctx.settings.sessionSecrets, AUDIENCE, required, now);
  const { address: wallet, kind, jti } = claims;
  if (typeof wallet !== 'string' || (kind !== 'evm' && kind !== 'substrate') || !jti) throw sessionEnded();
  const session = await findSession(ctx.db, jti, wallet, nowIso(ctx));
  if (!session) throw sessionEnded();
  if (ctx.clock() - Date.parse(session.seenAt) >= NOTED_MS) {
    await touchSession(ctx.db, jti, nowIso(ctx));
  }
  return { wallet, kind, jti, active: session.status === 'active' };
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
  if (known === 0) throw notFound('There is no such session.');
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

/** Deletes expired sessions and whatever else was only good for a while, in a batch. */
export const purgeExpiredSignIns = (ctx: Ctx): Statement[] => [
  purgeSessions(ctx.db, nowIso(ctx)),
  purgeTokens(ctx.db, nowIso(ctx)),
];

/** Requires a wallet with a valid session; the context has an `actor` afterwards. */
const requireWallet = createMiddleware<AppEnv>(async (c, next) => {
  const ctx = c.get('ctx');
  const token = bearerToken(c.req.header('authorization'));
  if (token === null) throw new AppError('unauthorized', 'Please sign in with your wallet first.');
  c.set('ctx', { ...ctx, actor: await readSession(ctx, token) });
  return next();
});

/** Signed-in wallets. */
export const forWallet: Guard = {
  security: [{ wallet: [] }],
  middleware: [requireWallet],
  contextOf: walletCtx,
  refuses: [401],
};

const optionalWallet = createMiddleware<AppEnv>(async (c, next) => {
  const ctx = c.get('ctx');
  const token = bearerToken(c.req.header('authorization'));
  if (token !== null) c.set('ctx', { ...ctx, actor: await readSession(ctx, token).catch(noSession) });
  return next();
});

/** Everyone; the context has an `actor` if there is a valid session. */
export const forAnyone: Guard = {
  security: [],
  middleware: [optionalWallet],
  contextOf: (c) => c.get('ctx'),
  refuses: [],
};

function noSession(error: unknown): null {
  if (error instanceof AppError && error.status === 401) return null;
  throw error;
}

/** The context of a route behind `requireWallet`. */
function walletCtx(c: { get(key: 'ctx'): AppEnv['Variables']['ctx'] }): WalletCtx {
  const { actor, ...ctx } = c.get('ctx');
  if (!actor) throw new AppError('unauthorized', 'Please sign in with your wallet first.');
  return { ...ctx, actor };
}

/** The actor's last sign-ins, newest first. */
export async function recentSignIns(ctx: WalletCtx, limit: number) {
  const rows = await listSessions(ctx.db, ctx.actor.wallet, limit);
  return rows.map(({ jti, created_at }) => ({
    id: `login:${jti.slice(0, 8)}`,
    type: 'login' as const,
    action: 'Signed in',
    description: 'With a signature of your wallet',
    timestamp: created_at,
  }));
}

/** More than a wallet can have, because ended sessions are purged. */
const ALL = 10_000;

/** The actor's sign-ins and when each session ends or ended. */
export async function exportSessions(ctx: WalletCtx) {
  const rows = await listSessions(ctx.db, ctx.actor.wallet, ALL);
  return rows.map(({ created_at, seenAt, expires_at, revoked_at, device }) => ({
    device,
    signed_in_at: created_at,
    last_seen_at: seenAt,
    expires_at,
    ended_at: revoked_at,
  }));
}

/** An administrator's token has another audience, so it never passes for a wallet's. */
const AUDIENCE = 'mooring:wallet';
export const SESSION_SECONDS = 24 * 3600;

export interface Claims {
  /** Wallet key. */
  wallet: string;
  kind: WalletKind;
  jti: string;
}

/** @param now Unix seconds */
export function signToken(secret: Uint8Array, { wallet, kind, jti }: Claims, now: number): Promise<string> {
  return signSession(secret, { aud: AUDIENCE, address: wallet, kind, jti }, now, SESSION_SECONDS);
}
