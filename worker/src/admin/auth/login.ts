import * as adminAuthApi from '#domain/admin/auth-api.ts';
import { AppError } from '#domain/errors.ts';
import { mustEnroll, spendCode } from '#worker/admin/auth/second-factor/code.ts';
import { type Ctx, isoOf, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { clientIn, deviceOf } from '#worker/platform/http/client.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { settingsInForce } from '#worker/platform/system-settings.ts';
import { recordAct } from '#worker/told/record.ts';
import { isPassword } from './password.ts';
import {
  type AdminRow,
  findAtClient,
  forgetFailures,
  forgiveAttempt,
  insertAdminSession,
  rememberClient,
  setSignedIn,
} from './repository.ts';
import { ADMIN_SESSION_SECONDS, signAdminToken } from './session.ts';
import { type Attempt, admitAttempt, attemptOf, noteFailed } from './throttle.ts';

/** How long a client counts as having signed in to an account. */
const REMEMBERED_SECONDS = 180 * 86_400;

/** Normalizes an administrator's email address for storing and comparing. */
export const foldEmail = (email: string): string => email.trim().toLowerCase();

const failed = () => new AppError('unauthorized', 'Login failed. Please check your credentials.');
const wrongCode = () =>
  new AppError('unauthorized', 'This code is incorrect or was already used. Please try the next one.');

/**
 * Opens a session for eight hours. Answers the same for a wrong password, an unknown address and an
 * inactive administrator. With a second factor, 401 `totp_required` until the code comes along.
 */
export const logIn = serve(adminAuthApi.loginAdministrator, async (ctx, input, request) => {
  const { email, password, totp } = input;
  const client = clientIn(request);
  const folded = foldEmail(email);
  const tried = await attemptOf(ctx.settings.sessionSecret, folded, client);
  const { admin, known } = await findAtClient(ctx.db, folded, { key: tried.pair, now: nowIso(ctx) });
  await admitAttempt(ctx, tried, known);

  const right = await isPassword(password, admin?.password_hash || null);
  if (!admin || !right || admin.status !== 'active') {
    ctx.log.warn('admin_login_failed', { admin: admin?.id ?? null });
    await noteFailed(ctx, tried, { admin, wrongCode: false });
    throw failed();
  }
  // Only this attempt: a right password clears neither the client's failures at other accounts nor other
  // clients' failures at this one.
  const forgiven = [tried.client, tried.account];
  if (admin.totp_confirmed_at !== null && !totp) {
    // The first half of every such sign-in, so no failure; nor does it clear the wrong codes before it.
    await ctx.db.batch([forgiveAttempt(ctx.db, tried.pair, ...forgiven)]);
    throw new AppError(
      'totp_required',
      'Please enter the 6 digits of your authenticator app, or a recovery code.',
    );
  }
  const spent = await secondFactor(ctx, { admin, code: totp ?? '', tried });
  const { require_totp } = await settingsInForce(ctx, 'require_totp');

  const now = Math.floor(ctx.clock() / 1000);
  const jti = crypto.randomUUID();
  const expiresAt = isoOf(now + ADMIN_SESSION_SECONDS);
  const session = {
    jti,
    admin_id: admin.id,
    created_at: nowIso(ctx),
    expires_at: expiresAt,
    device: deviceOf(request.header('user-agent') ?? ''),
  };
  const opening = [
    ...spent,
    ...[insertAdminSession(ctx.db, session), setSignedIn(ctx.db, admin.id, nowIso(ctx))],
    ...[forgetFailures(ctx.db, tried.pair), forgiveAttempt(ctx.db, ...forgiven)],
    recordAct(
      { ...ctx, admin },
      {
        action: 'admin.signed_in',
        subject: `admin:${admin.id}`,
        after: { device: session.device, second_factor: spent.length > 0 },
      },
    ),
    rememberClient(ctx.db, {
      admin_id: admin.id,
      key: tried.pair,
      expires_at: isoOf(now + REMEMBERED_SECONDS),
    }),
  ] as Statement[];
  await commit(ctx, opening, wrongCode());
  const token = await signAdminToken(ctx.settings.sessionSecret, { adminId: admin.id, jti }, now);
  return {
    token,
    email: admin.email,
    name: admin.name,
    role: admin.role,
    expires_at: expiresAt,
    must_enroll_totp: mustEnroll(ctx, admin, require_totp),
  };
});

/** Statements that use up the code; none for an administrator without a second factor. 401 for a wrong one. */
async function secondFactor(
  ctx: Ctx,
  { admin, code, tried }: { admin: AdminRow; code: string; tried: Attempt },
): Promise<Statement[]> {
  if (admin.totp_confirmed_at === null) return [];
  const spent = await spendCode(ctx, admin, code);
  if (spent !== null) return spent;
  ctx.log.warn('admin_code_refused', { admin: admin.id });
  await noteFailed(ctx, tried, { admin, wrongCode: true });
  throw wrongCode();
}
