import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { AppError } from '../../../../domain/errors.ts';
import type { WalletCtx } from '../../platform/context.ts';
import { bearerToken } from '../../platform/http/bearer.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { readSession } from './session.ts';

/** Requires a wallet with a valid session; the context has an `actor` afterwards. */
export const requireWallet = createMiddleware<AppEnv>(async (c, next) => {
  const ctx = c.get('ctx');
  const token = bearerToken(c.req.header('authorization'));
  if (token === null) throw new AppError('unauthorized', 'Please sign in with your wallet first.');
  c.set('ctx', { ...ctx, actor: await readSession(ctx, token) });
  return next();
});

/** Marks a route for signed-in wallets, with further middleware. */
export const forWallet = (...more: MiddlewareHandler<AppEnv>[]) => ({
  security: [{ wallet: [] }],
  middleware: [requireWallet, ...more],
});

/** Open to everyone; sets `actor` if there is a valid session. */
export const optionalWallet = createMiddleware<AppEnv>(async (c, next) => {
  const ctx = c.get('ctx');
  const token = bearerToken(c.req.header('authorization'));
  if (token !== null) c.set('ctx', { ...ctx, actor: await readSession(ctx, token).catch(noSession) });
  return next();
});

function noSession(error: unknown): null {
  if (error instanceof AppError && error.status === 401) return null;
  throw error;
}

/** The context of a route behind `requireWallet`. */
export function walletCtx(c: { get(key: 'ctx'): AppEnv['Variables']['ctx'] }): WalletCtx {
  const { actor, ...ctx } = c.get('ctx');
  if (!actor) throw new AppError('unauthorized', 'Please sign in with your wallet first.');
  return { ...ctx, actor };
}
