import { createMiddleware } from 'hono/factory';
import { isPermitted } from '#domain/admin/roles.ts';
import { AppError } from '#domain/errors.ts';
import type { Permission } from '#domain/permissions.ts';
import { mustEnroll } from '#worker/admin/auth/second-factor/code.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import { bearerToken } from '#worker/platform/http/client.ts';
import type { AppEnv } from '#worker/platform/http/env.ts';
import type { Guard } from '#worker/platform/http/serve.ts';
import { readAdminSession } from './session.ts';

const refused = () => new AppError('unauthorized', 'Authentication required');

const signedIn = (beforeEnrolling: boolean) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const ctx = c.get('ctx');
    const token = bearerToken(c.req.header('authorization'));
    if (token === null) throw refused();
    const attended = c.req.method !== 'GET' || c.req.header('x-unattended') === undefined;
    const { totp_confirmed_at, requireTotp, ...admin } = await readAdminSession(ctx, token, attended);
    if (!beforeEnrolling && mustEnroll(ctx, { ...admin, totp_confirmed_at }, requireTotp)) {
      throw new AppError(
        'forbidden',
        'Your role needs a second factor. Please enroll an authenticator app first.',
      );
    }
    c.set('ctx', { ...ctx, admin });
    return next();
  });

/** Requires an active administrator with a valid session; the context has an `admin` afterwards. */
const requireAdmin = signedIn(false);

/** 403 unless the administrator's role has the permission. */
export function requirePermitted(admin: AdminCtx['admin'] | null, permission: Permission): void {
  if (admin && isPermitted(admin.role, permission)) return;
  throw new AppError('forbidden', 'Your role does not allow this. Please ask an administrator.');
}

const requirePermission = (permission: Permission) =>
  createMiddleware<AppEnv>(async (c, next) => {
    requirePermitted(c.get('ctx').admin, permission);
    return next();
  });

/** Signed-in administrators whose role has the permission. Every role may read. */
export const forAdmin = (permission: Permission | 'read'): Guard => ({
  security: [{ admin: permission === 'read' ? [] : [permission] }],
  middleware: [requireAdmin, ...(permission === 'read' ? [] : [requirePermission(permission)])],
  contextOf: adminCtx,
  refuses: [401, 403],
});

/** Administrators, also those who still have to enroll a second factor. */
export const forEnrolling: Guard = {
  security: [{ admin: [] }],
  middleware: [signedIn(true)],
  contextOf: adminCtx,
  refuses: [401],
};

/** The context of a route behind `requireAdmin`. */
function adminCtx(c: { get(key: 'ctx'): AppEnv['Variables']['ctx'] }): AdminCtx {
  const { admin, ...ctx } = c.get('ctx');
  if (!admin) throw refused();
  return { ...ctx, admin };
}
