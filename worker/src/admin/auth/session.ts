import * as adminAuthApi from '#domain/admin/auth-api.ts';
import { settingOf } from '#domain/admin/settings-schema.ts';
import { guardRuns, purgeSessions } from '#worker/admin/auth/sign-in-log/repository.ts';
import { type Administrator, type Ctx, nowIso } from '#worker/platform/context.ts';
import { purposeKey, sessionEnded, signSession, verifySession } from '#worker/platform/crypto/jwt.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { recordAct } from '#worker/told/record.ts';
import { findAdminSession, purgeFailures, revokeAdminSession, touchSession } from './repository.ts';
import { forgottenBefore } from './throttle.ts';

const AUDIENCE = 'mooring:admin';

/** Derives the key of these tokens. Wallet tokens use another one, so neither passes for the other. */
const PURPOSE = 'administrator session';

export const ADMIN_SESSION_SECONDS = 8 * 3600;

interface AdminClaims {
  adminId: number;
  jti: string;
}

/** @param now Unix seconds */
export async function signAdminToken(secret: Uint8Array, claims: AdminClaims, now: number): Promise<string> {
  const token = { aud: AUDIENCE, sub: String(claims.adminId), jti: claims.jti };
  return signSession(await purposeKey(secret, PURPOSE), token, now, ADMIN_SESSION_SECONDS);
}

/** A session is noted as used at most this often, in milliseconds, so that reading writes little. */
const NOTED_MS = 60_000;

type SignedIn = Administrator & { totp_confirmed_at: string | null; requireTotp: boolean };

/**
 * The administrator of a token: signed by us, unexpired, not revoked, in use and still active. 401 otherwise. A session that
 * nobody used for the time in the settings ends.
 * @param attended false for a screen's automatic requests, which don't count as use
 */
export async function readAdminSession(ctx: Ctx, token: string, attended: boolean): Promise<SignedIn> {
  const keys = await Promise.all(ctx.settings.sessionSecrets.map((secret) => purposeKey(secret, PURPOSE)));
  const payload = await verifySession(token, keys, AUDIENCE, ['jti', 'sub'], Math.floor(ctx.clock() / 1000));
  const claims: AdminClaims = { adminId: Number(payload.sub), jti: payload.jti ?? '' };
  const found = await findAdminSession(ctx.db, claims, nowIso(ctx));
  if (!found) throw sessionEnded();
  const { seenAt, sessionMinutes, requireTotp, ...admin } = found;
  const idle = ctx.clock() - Date.parse(seenAt);
  if (idle >= settingOf('session_minutes', sessionMinutes) * 60_000) {
    // Nobody's doing: the administrator may be long gone.
    const line = {
      action: 'admin.session_expired',
      subject: `admin:${admin.id}`,
      after: { reason: 'idle' },
    } as const;
    await revoke(ctx, claims.jti, recordAct(ctx, { ...line, by: 'server' }));
    throw sessionEnded();
  }
  if (attended && idle >= NOTED_MS) await touchSession(ctx.db, claims.jti, nowIso(ctx));
  return { ...admin, jti: claims.jti, requireTotp: settingOf('require_totp', requireTotp) };
}

/** Ends the request's session; its token answers 401 from now on. */
export const logOut = serve(adminAuthApi.logoutAdministrator, async (ctx) => {
  const line = { action: 'admin.signed_out', subject: `admin:${ctx.admin.id}` } as const;
  await revoke(ctx, ctx.admin.jti, recordAct(ctx, line));
});

/** Ends a session with its audit log line. Of simultaneous requests only one does either. */
async function revoke(ctx: Ctx, jti: string, line: Statement): Promise<void> {
  const now = nowIso(ctx);
  const statements = [guardRuns(ctx.db, jti, now), revokeAdminSession(ctx.db, jti, now), line] as const;
  await commit(ctx, [...statements], () => false);
}

/** Deletes failed sign-ins that no longer count, in a batch. */
export const purgeForgottenFailures = (ctx: Ctx): Statement => purgeFailures(ctx.db, forgottenBefore(ctx));

/** Deletes administrators' expired sessions. */
export const purgeExpiredAdminSessions = (ctx: Ctx): Promise<void> =>
  purgeSessions(ctx.db, nowIso(ctx), ctx.requestId);
