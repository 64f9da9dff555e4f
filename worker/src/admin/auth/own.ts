import * as adminAuthApi from '#domain/admin/auth-api.ts';
import { permissionsOf, ROLE_LABELS } from '#domain/admin/roles.ts';
import { orNotFound } from '#domain/errors.ts';
import { mustEnroll } from '#worker/admin/auth/second-factor/code.ts';
import { countRecoveryCodes } from '#worker/admin/auth/second-factor/repository.ts';
import { nowIso } from '#worker/platform/context.ts';
import { sessionEnded } from '#worker/platform/crypto/jwt.ts';
import { clientIn } from '#worker/platform/http/client.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { settingsInForce } from '#worker/platform/system-settings.ts';
import { recordAct } from '#worker/told/record.ts';
import { challenged } from './challenge.ts';
import { hashPassword } from './password.ts';
import {
  findAdmin,
  findOwnSession,
  revokeAdminSession,
  revokeSessions,
  runningSessions,
  setPassword,
} from './repository.ts';

/** The administrator's own sessions that run, newest first. */
export const listSessions = serve(adminAuthApi.listOwnSessions, async (ctx) => {
  const { db, admin } = ctx;
  const rows = await runningSessions(db, admin.id, nowIso(ctx));
  return rows.map((session) => ({ ...session, id: session.jti, current: session.jti === admin.jti }));
});

/** Ends one of the administrator's own sessions. One that has ended is no error. */
export const endSession = serve(adminAuthApi.endOwnSession, async (ctx, { id }) => {
  const session = orNotFound(await findOwnSession(ctx.db, ctx.admin.id, id), 'There is no such session.');
  if (session.revoked_at !== null) return;
  await ctx.db.batch([
    revokeAdminSession(ctx.db, id, nowIso(ctx)),
    recordAct(ctx, { action: 'admin.session_ended', subject: `admin:${ctx.admin.id}` }),
  ]);
});

/** Sets a new password and ends the other sessions. */
export const changePassword = serve(adminAuthApi.changePassword, async (ctx, input, request) => {
  const { current_password: password, new_password: next } = input;
  const { admin, passed } = await challenged(ctx, { password, client: clientIn(request) });
  await ctx.db.batch([
    setPassword(ctx.db, admin.id, await hashPassword(next)),
    revokeSessions(ctx.db, admin.id, nowIso(ctx), ctx.admin.jti),
    recordAct(ctx, { action: 'admin.password_changed', subject: `admin:${admin.id}` }),
    ...passed,
  ]);
});

export const getOwnProfile = serve(adminAuthApi.getAdministrator, async (ctx) => {
  const row = await findAdmin(ctx.db, ctx.admin.email);
  if (!row) throw sessionEnded();
  const enrolled = row.totp_confirmed_at !== null;
  const { require_totp } = await settingsInForce(ctx, 'require_totp');
  return {
    ...row,
    role_label: ROLE_LABELS[row.role],
    permissions: [...permissionsOf(row.role)],
    totp_enabled: enrolled,
    must_enroll_totp: mustEnroll(ctx, row, require_totp),
    require_totp,
    recovery_codes_left: enrolled ? await countRecoveryCodes(ctx.db, row.id) : 0,
  };
});
