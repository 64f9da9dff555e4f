import type * as z from 'zod';
import type { adminLoginRequest, adminSession } from '../../../../domain/admin/schema.ts';
import { AppError } from '../../../../domain/errors.ts';
import { type Ctx, isoOf, nowIso } from '../../context.ts';
import { isPassword } from './password.ts';
import { findAdmin, forgetFailures, forgiveAttempt, insertAdminSession } from './repository.ts';
import { admitAttempt, failureKey } from './throttle.ts';
import { ADMIN_SESSION_SECONDS, signAdminToken } from './token.ts';

/** How an administrator's e-mail address is stored and compared. */
export const foldEmail = (email: string): string => email.trim().toLowerCase();

/**
 * Opens a session for eight hours. One answer for a wrong password, an unknown address and an inactive administrator.
 * @param client address that the request came from
 */
export async function logIn(
  ctx: Ctx,
  { email, password }: z.output<typeof adminLoginRequest>,
  client: string,
): Promise<z.output<typeof adminSession>> {
  const folded = foldEmail(email);
  const account = await failureKey('account', folded);
  const from = await failureKey('client', client);
  await admitAttempt(ctx, [account, from]);

  const admin = await findAdmin(ctx.db, folded);
  const right = await isPassword(password, admin?.passwordHash ?? null);
  if (!admin || !right || admin.status !== 'active') {
    ctx.log.warn('admin_login_failed', { admin: admin?.id ?? null });
    throw new AppError('unauthorized', 'Login failed. Please check your credentials.');
  }

  const now = Math.floor(ctx.clock() / 1000);
  const jti = crypto.randomUUID();
  const expiresAt = isoOf(now + ADMIN_SESSION_SECONDS);
  await ctx.db.batch([
    insertAdminSession(ctx.db, { jti, adminId: admin.id, createdAt: nowIso(ctx), expiresAt }),
    forgetFailures(ctx.db, account),
    // Only this attempt: one right password does not wipe out what the same client tried with other accounts.
    forgiveAttempt(ctx.db, from),
  ]);
  const token = await signAdminToken(ctx.settings.sessionSecret, { adminId: admin.id, jti }, now);
  return { token, email: admin.email, name: admin.name, expires_at: expiresAt };
}
