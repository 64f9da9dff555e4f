import { fieldError } from '#domain/errors.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import { sessionEnded } from '#worker/platform/crypto/jwt.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { isPassword } from './password.ts';
import { type AdminRow, findAdmin, forgetFailures, forgiveAttempt } from './repository.ts';
import { admitAttempt, attemptOf } from './throttle.ts';

export interface Challenge {
  /** Checked when given. */
  password?: string;
  /** The rate-limit client, from `clientOf`. */
  client: string;
}

/**
 * Asks a signed-in administrator for the password again, or for a code. It counts as an attempt to sign in, so that a stolen
 * session can guess no faster than a stranger; `passed` undoes that, for the batch that follows.
 */
export async function challenged(
  ctx: AdminCtx,
  { password, client }: Challenge,
): Promise<{ admin: AdminRow; passed: Statement[] }> {
  const tried = await attemptOf(ctx.settings.sessionSecret, ctx.admin.email, client);
  await admitAttempt(ctx, tried, true);
  const admin = await findAdmin(ctx.db, ctx.admin.email);
  if (!admin) throw sessionEnded();
  if (password !== undefined && !(await isPassword(password, admin.password_hash))) {
    // Not 401, which would end the session on the screen.
    throw fieldError('password', 'This password is incorrect.');
  }
  // A code clears only its own attempt: someone with a session and an app of their own proves nothing.
  const forgiven = password === undefined ? forgiveAttempt : forgetFailures;
  const passed = [forgiven(ctx.db, tried.pair), forgiveAttempt(ctx.db, tried.client, tried.account)];
  return { admin, passed };
}
