import { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import {
  acceptInvitationRequest,
  adminLoginRequest,
  adminProfile,
  adminSession,
  adminSessions,
  invitationAccepted,
  passwordChangeRequest,
  recoveryCodes,
  totpConfirmRequest,
  totpEnrollment,
  totpEnrollRequest,
  totpRemoveRequest,
} from '../../../../domain/admin/auth-schema.ts';
import { clientOf } from '../../platform/http/client.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { limited } from '../../platform/http/limits.ts';
import { answer, body, refusals } from '../../platform/http/openapi.ts';
import { ok, route } from '../../platform/http/route.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { confirmTotp, enrollTotp, removeTotp, renewRecoveryCodes } from './enroll.ts';
import { adminCtx, forAdmin, forEnrolling } from './guard.ts';
import { logIn } from './login.ts';
import { changePassword, endSession, listSessions, ownProfile } from './own.ts';
import { logOut } from './session.ts';

const shared = { tags: ['admin: sign-in'] };

const loginRoute = route({
  operationId: 'loginAdministrator',
  method: 'post',
  path: '/admin/auth/login',
  ...shared,
  summary: 'Sign in as an administrator with email, password and, once enrolled, a code',
  middleware: [limited('SIGN_IN_LIMIT')],
  request: { body: body(adminLoginRequest) },
  responses: {
    200: answer(adminSession, 'A session token for 8 hours'),
    ...refusals(400, 401, 413, 415, 422, 429),
  },
});

const invitationRoute = route({
  operationId: 'acceptInvitation',
  method: 'post',
  path: '/admin/auth/invitation',
  ...shared,
  summary: 'Choose a password with the token of an invitation',
  middleware: [limited('SIGN_IN_LIMIT')],
  request: { body: body(acceptInvitationRequest) },
  responses: {
    200: answer(invitationAccepted, 'The address to sign in with'),
    ...refusals(400, 404, 413, 415, 422, 429),
  },
});

const logoutRoute = route({
  operationId: 'logoutAdministrator',
  method: 'post',
  path: '/admin/auth/logout',
  ...shared,
  summary: 'End the session',
  ...forEnrolling(),
  responses: { 200: answer(z.null(), 'The token no longer works'), ...refusals(401) },
});

const profileRoute = route({
  operationId: 'getAdministrator',
  method: 'get',
  path: '/admin/auth/profile',
  ...shared,
  summary: 'Get the signed-in administrator',
  ...forEnrolling(),
  responses: { 200: answer(adminProfile, 'The administrator of the token'), ...refusals(401) },
});

const enrollRoute = route({
  operationId: 'enrollTotp',
  method: 'post',
  path: '/admin/auth/totp',
  ...shared,
  summary: 'Make the secret of a second factor, to be confirmed with a code',
  ...forEnrolling(limited('QUOTE_LIMIT')),
  request: { body: body(totpEnrollRequest) },
  responses: {
    200: answer(totpEnrollment, 'The secret, and what the QR code holds'),
    ...refusals(400, 401, 409, 413, 415, 422, 429),
  },
});

const confirmRoute = route({
  operationId: 'confirmTotp',
  method: 'post',
  path: '/admin/auth/totp/confirm',
  ...shared,
  summary: 'Confirm the second factor with its first code',
  ...forEnrolling(limited('QUOTE_LIMIT')),
  request: { body: body(totpConfirmRequest) },
  responses: {
    200: answer(recoveryCodes, 'Ten recovery codes, shown this once'),
    ...refusals(400, 401, 409, 413, 415, 422, 429),
  },
});

const removeRoute = route({
  operationId: 'removeTotp',
  method: 'post',
  path: '/admin/auth/totp/remove',
  ...shared,
  summary: 'Remove the second factor with the password and a code',
  ...forAdmin('read', limited('QUOTE_LIMIT')),
  request: { body: body(totpRemoveRequest) },
  responses: {
    200: answer(z.null(), 'Signing in takes the password alone'),
    ...refusals(400, 401, 403, 409, 413, 415, 422, 429),
  },
});

const recoveryRoute = route({
  operationId: 'renewRecoveryCodes',
  method: 'post',
  path: '/admin/auth/recovery-codes',
  ...shared,
  summary: 'Make new recovery codes in place of the old ones',
  ...forAdmin('read', limited('QUOTE_LIMIT')),
  request: { body: body(totpConfirmRequest) },
  responses: {
    200: answer(recoveryCodes, 'Ten recovery codes, shown this once'),
    ...refusals(400, 401, 403, 409, 413, 415, 422, 429),
  },
});

const passwordRoute = route({
  operationId: 'changePassword',
  method: 'post',
  path: '/admin/auth/password',
  ...shared,
  summary: 'Change the password and end the other sessions',
  ...forAdmin('read', limited('QUOTE_LIMIT')),
  request: { body: body(passwordChangeRequest) },
  responses: {
    200: answer(z.null(), 'The new password holds'),
    ...refusals(400, 401, 403, 413, 415, 422, 429),
  },
});

const sessionsRoute = route({
  operationId: 'listOwnSessions',
  method: 'get',
  path: '/admin/auth/sessions',
  ...shared,
  summary: "List the administrator's own sessions",
  ...forAdmin('read'),
  responses: { 200: answer(adminSessions, 'Those that run, newest first'), ...refusals(401, 403) },
});

const endSessionRoute = route({
  operationId: 'endOwnSession',
  method: 'delete',
  path: '/admin/auth/sessions/{id}',
  ...shared,
  summary: "End one of the administrator's own sessions",
  ...forAdmin('read', limited('QUOTE_LIMIT')),
  request: { params: z.object({ id: z.string().max(100) }) },
  responses: { 200: answer(z.null(), 'Its token no longer works'), ...refusals(401, 403, 404, 429) },
});

export const adminAuthRoutes = new OpenAPIHono<AppEnv>()
  .openapi(loginRoute, async (c) => {
    const from = {
      client: clientOf(c.req.header('cf-connecting-ip')),
      userAgent: c.req.header('user-agent') ?? '',
    };
    return ok(c, await logIn(c.get('ctx'), c.req.valid('json'), from));
  })
  .openapi(invitationRoute, async (c) => ok(c, await acceptInvitation(c.get('ctx'), c.req.valid('json'))))
  .openapi(logoutRoute, async (c) => {
    await logOut(adminCtx(c));
    return ok(c, null);
  })
  .openapi(profileRoute, async (c) => ok(c, await ownProfile(adminCtx(c))))
  .openapi(enrollRoute, async (c) =>
    ok(c, await enrollTotp(adminCtx(c), { ...c.req.valid('json'), ...from(c) })),
  )
  .openapi(confirmRoute, async (c) =>
    ok(c, await confirmTotp(adminCtx(c), { ...c.req.valid('json'), ...from(c) })),
  )
  .openapi(removeRoute, async (c) => {
    await removeTotp(adminCtx(c), { ...c.req.valid('json'), ...from(c) });
    return ok(c, null);
  })
  .openapi(recoveryRoute, async (c) =>
    ok(c, await renewRecoveryCodes(adminCtx(c), { ...c.req.valid('json'), ...from(c) })),
  )
  .openapi(passwordRoute, async (c) => {
    await changePassword(adminCtx(c), { ...c.req.valid('json'), ...from(c) });
    return ok(c, null);
  })
  .openapi(sessionsRoute, async (c) => ok(c, await listSessions(adminCtx(c))))
  .openapi(endSessionRoute, async (c) => {
    await endSession(adminCtx(c), c.req.valid('param').id);
    return ok(c, null);
  });

/** Whose attempt it is, for the throttle. */
function from(c: { req: { header(name: string): string | undefined } }) {
  return { client: clientOf(c.req.header('cf-connecting-ip')) };
}
