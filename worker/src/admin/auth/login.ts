import type * as z from 'zod';
import type { adminLoginRequest, adminSession } from '../../../../domain/admin/auth-schema.ts';
import { AppError } from '../../../../domain/errors.ts';
import { type Ctx, isoOf, nowIso } from '../../platform/context.ts';
import { attemptOf } from './attempt.ts';
import { isPassword } from './password.ts';
import {
  findAdmin,
  forgetFailures,
  forgiveAttempt,
  insertAdminSession,
  isKnownClient,
  rememberClient,
} from './repository.ts';
import { admitAttempt } from './throttle.ts';
import { ADMIN_SESSION_SECONDS, signAdminToken } from './token.ts';

/** How long a client counts as having signed in to an account. */
const REMEMBERED_SECONDS = 180 * 86_400;

/** Normalizes an administrator's email address for storing and comparing. */
export const foldEmail = (email: string): string => email.trim().toLowerCase();

/**
 * Opens a session for eight hours. Answers the same for a wrong password, an unknown address and an
 * inactive administrator.
 * @param client the rate-limit client, from `clientOf`
 */
export async function logIn(
  ctx: Ctx,
  { email, password }: z.output<typeof adminLoginRequest>,
  client: string,
): Promise<z.output<typeof adminSession>> {
  const folded = foldEmail(email);
  const tried = await attemptOf(folded, client);
  const admin = await findAdmin(ctx.db, folded);
  const known = admin !== null && (await isKnownClient(ctx.db, admin.id, tried.pair, nowIso(ctx)));
  await admitAttempt(ctx, tried, known);

  const right = await isPassword(password, admin?.passwordHash ?? null);
  if (!admin || !right || admin.status !== 'active') {
    ctx.log.warn('admin_login_failed', { admin: admin?.id ?? null });
    throw new AppError('unauthorized', 'Login failed. Please check your credentials.');
  }

  const now = Math.floor(ctx.clock() / 1000);
  const jti = crypto.randomUUID();
  const expiresAt = isoOf(now + ADMIN_SESSION_SECONDS);
  await ctx.db.batch([
    insertAdminSession(ctx.db, { jti, adminId: admin.id, createdAt: nowIso(ctx), expiresAt, device: '' }),
    forgetFailures(ctx.db, tried.pair),
    // Only this attempt: a right password clears neither the client's failures at other accounts nor other
    // clients' failures at this one.
    ...forgiveAttempt(ctx.db, tried.client, tried.account),
    rememberClient(ctx.db, {
      adminId: admin.id,
      key: tried.pair,
      expiresAt: isoOf(now + REMEMBERED_SECONDS),
    }),
  ]);
  const token = await signAdminToken(ctx.settings.sessionSecret, { adminId: admin.id, jti }, now);
  return {
    token,
    email: admin.email,
    name: admin.name,
    role: admin.role,
    expires_at: expiresAt,
    must_enroll_totp: false,
  };
}
