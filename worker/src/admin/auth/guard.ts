import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { AppError } from '../../../../domain/errors.ts';
import type { AdminCtx } from '../../platform/context.ts';
import { bearerToken } from '../../platform/http/bearer.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { readAdminSession } from './session.ts';

const refused = () => new AppError('unauthorized', 'Authentication required');

/** Requires an active administrator with a valid session; the context has an `admin` afterwards. */
export const requireAdmin = createMiddleware<AppEnv>(async (c, next) => {
  const ctx = c.get('ctx');
  const token = bearerToken(c.req.header('authorization'));
  if (token === null) throw refused();
  c.set('ctx', { ...ctx, admin: await readAdminSession(ctx, token) });
  return next();
});

/** Marks a route for signed-in administrators, with further middleware. */
export const forAdmin = (...more: MiddlewareHandler<AppEnv>[]) => ({
  security: [{ admin: [] }],
  middleware: [requireAdmin, ...more],
});

/** The context of a route behind `requireAdmin`. */
export function adminCtx(c: { get(key: 'ctx'): AppEnv['Variables']['ctx'] }): AdminCtx {
  const { admin, ...ctx } = c.get('ctx');
  if (!admin) throw refused();
  return { ...ctx, admin };
}
