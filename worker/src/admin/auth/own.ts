import * as adminAuthApi from '#domain/admin/auth-api.ts';
import { permissionsOf, ROLE_LABELS } from '#domain/admin/roles.ts';
import { AppError } from '#domain/errors.ts';
import { mustEnroll } from '#worker/admin/auth/second-factor/code.ts';
import { countRecoveryCodes } from '#worker/admin/auth/second-factor/repository.ts';
import { auditLogLine } from '#worker/admin/trail.ts';
import { type AdminCtx, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { clientIn } from '#worker/platform/http/client.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { settingsInForce } from '#worker/platform/system-settings.ts';
import { fieldError } from '#worker/quotes/terms.ts';
import { hashPassword, isPassword } from './password.ts';
import {
  type AdminRow,
  findAdmin,
  findOwnSession,
  forgetFailures,
  forgiveAttempt,
  forgivePair,
  revokeAdminSession,
  revokeSessions,
  runningSessions,
  setPassword,
} from './repository.ts';
import { ended } from './session.ts';
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
  if (!admin) throw ended();
  if (password !== undefined && !(await isPassword(password, admin.password_hash))) {
    // Not 401, which would end the session on the screen.
    throw fieldError('password', 'This password is incorrect.');
  }
  // A code clears only its own attempt: someone with a session and an app of their own proves nothing.
  const forgiven = password === undefined ? forgivePair : forgetFailures;
  const passed = [forgiven(ctx.db, tried.pair), ...forgiveAttempt(ctx.db, tried.client, tried.account)];
  return { admin, passed };
}

/** The administrator's own sessions that run, newest first. */
export const listSessions = serve(adminAuthApi.listOwnSessions, async (ctx) => {
  const { db, admin } = ctx;
  const rows = await runningSessions(db, admin.id, nowIso(ctx));
  return rows.map(({ jti, created_at, expires_at, device }) => ({
    id: jti,
    created_at,
    expires_at,
    device,
    current: jti === admin.jti,
  }));
});

/** Ends one of the administrator's own sessions. One that has ended is no error. */
export const endSession = serve(adminAuthApi.endOwnSession, async (ctx, { id }) => {
  const session = await findOwnSession(ctx.db, ctx.admin.id, id);
  if (!session) throw new AppError('not_found', 'There is no such session.');
  if (session.revoked_at !== null) return;
  await ctx.db.batch([
    revokeAdminSession(ctx.db, id, nowIso(ctx)),
    auditLogLine(ctx, { action: 'admin.session_ended', subject: `admin:${ctx.admin.id}` }),
  ]);
});

/** Sets a new password and ends the other sessions. */
export const changePassword = serve(adminAuthApi.changePassword, async (ctx, input, request) => {
  const { current_password: password, new_password: next } = input;
  const { admin, passed } = await challenged(ctx, { password, client: clientIn(request) });
  await ctx.db.batch([
    setPassword(ctx.db, admin.id, await hashPassword(next)),
    revokeSessions(ctx.db, admin.id, nowIso(ctx), ctx.admin.jti),
    auditLogLine(ctx, { action: 'admin.password_changed', subject: `admin:${admin.id}` }),
    ...passed,
  ]);
});

export const getOwnProfile = serve(adminAuthApi.getAdministrator, async (ctx) => {
  const row = await findAdmin(ctx.db, ctx.admin.email);
  if (!row) throw ended();
  const { id, email, name, role } = row;
  const enrolled = row.totp_confirmed_at !== null;
  const { require_totp } = await settingsInForce(ctx, 'require_totp');
  return {
    id,
    email,
    name,
    role,
    role_label: ROLE_LABELS[role],
    permissions: [...permissionsOf(role)],
    totp_enabled: enrolled,
    must_enroll_totp: mustEnroll(ctx, row, require_totp),
    require_totp,
    payout_limit_usd: row.payout_limit_usd,
    recovery_codes_left: enrolled ? await countRecoveryCodes(ctx.db, id) : 0,
  };
});
