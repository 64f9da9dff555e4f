import { createMiddleware } from 'hono/factory';
import { AppError } from '#domain/errors.ts';
import type { WalletCtx } from '#worker/platform/context.ts';
import { bearerToken } from '#worker/platform/http/bearer.ts';
import type { AppEnv } from '#worker/platform/http/env.ts';
import type { Guard } from '#worker/platform/http/serve.ts';
import { readSession } from './session.ts';

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
