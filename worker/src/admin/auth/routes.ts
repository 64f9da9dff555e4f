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
import { endpoint, routes } from '../../platform/http/endpoint.ts';
import { answer } from '../../platform/http/openapi.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { confirmTotp, enrollTotp, removeTotp, renewRecoveryCodes } from './enroll.ts';
import { forAdmin, forEnrolling } from './guard.ts';
import { logIn } from './login.ts';
import { changePassword, endSession, listSessions, ownProfile } from './own.ts';
import { logOut } from './session.ts';

export const adminAuthRoutes = routes('admin: sign-in', [
  endpoint('POST /admin/auth/login', {
    operationId: 'loginAdministrator',
    summary: 'Sign in as an administrator with email, password and, once enrolled, a code',
    limit: 'SIGN_IN_LIMIT',
    body: adminLoginRequest,
    answers: { 200: answer(adminSession, 'A session token for 8 hours') },
    refuses: [401],
    run: (ctx, input, request) =>
      logIn(ctx, input, { ...from(request), userAgent: request.header('user-agent') ?? '' }),
  }),
  endpoint('POST /admin/auth/invitation', {
    operationId: 'acceptInvitation',
    summary: 'Choose a password with the token of an invitation',
    limit: 'SIGN_IN_LIMIT',
    body: acceptInvitationRequest,
    answers: { 200: answer(invitationAccepted, 'The address to sign in with') },
    refuses: [404],
    run: acceptInvitation,
  }),
  endpoint('POST /admin/auth/logout', {
    operationId: 'logoutAdministrator',
    summary: 'End the session',
    guard: forEnrolling,
    limit: null,
    answers: { 200: answer(z.null(), 'The token no longer works') },
    run: logOut,
  }),
  endpoint('GET /admin/auth/profile', {
    operationId: 'getAdministrator',
    summary: 'Get the signed-in administrator',
    guard: forEnrolling,
    answers: { 200: answer(adminProfile, 'The administrator of the token') },
    run: ownProfile,
  }),
  endpoint('POST /admin/auth/totp', {
    operationId: 'enrollTotp',
    summary: 'Create the secret of a second factor, to be confirmed with a code',
    guard: forEnrolling,
    body: totpEnrollRequest,
    answers: { 200: answer(totpEnrollment, 'The secret, and the content of the QR code') },
    refuses: [409],
    run: (ctx, input, request) => enrollTotp(ctx, { ...input, ...from(request) }),
  }),
  endpoint('POST /admin/auth/totp/confirm', {
    operationId: 'confirmTotp',
    summary: 'Confirm the second factor with its first code',
    guard: forEnrolling,
    body: totpConfirmRequest,
    answers: { 200: answer(recoveryCodes, 'Ten recovery codes, shown only once') },
    refuses: [409],
    run: (ctx, input, request) => confirmTotp(ctx, { ...input, ...from(request) }),
  }),
  endpoint('POST /admin/auth/totp/remove', {
    operationId: 'removeTotp',
    summary: 'Remove the second factor with the password and a code',
    guard: forAdmin('read'),
    body: totpRemoveRequest,
    answers: { 200: answer(z.null(), 'Signing in needs only the password') },
    refuses: [409],
    run: (ctx, input, request) => removeTotp(ctx, { ...input, ...from(request) }),
  }),
  endpoint('POST /admin/auth/recovery-codes', {
    operationId: 'renewRecoveryCodes',
    summary: 'Replace the recovery codes with new ones',
    guard: forAdmin('read'),
    body: totpConfirmRequest,
    answers: { 200: answer(recoveryCodes, 'Ten recovery codes, shown only once') },
    refuses: [409],
    run: (ctx, input, request) => renewRecoveryCodes(ctx, { ...input, ...from(request) }),
  }),
  endpoint('POST /admin/auth/password', {
    operationId: 'changePassword',
    summary: 'Change the password and end the other sessions',
    guard: forAdmin('read'),
    body: passwordChangeRequest,
    answers: { 200: answer(z.null(), 'The new password is set') },
    run: (ctx, input, request) => changePassword(ctx, { ...input, ...from(request) }),
  }),
  endpoint('GET /admin/auth/sessions', {
    operationId: 'listOwnSessions',
    summary: "List the administrator's own sessions",
    guard: forAdmin('read'),
    answers: { 200: answer(adminSessions, 'The active sessions, newest first') },
    run: listSessions,
  }),
  endpoint('DELETE /admin/auth/sessions/{id}', {
    operationId: 'endOwnSession',
    summary: "End one of the administrator's own sessions",
    guard: forAdmin('read'),
    params: z.object({ id: z.string().max(100) }),
    answers: { 200: answer(z.null(), 'Its token no longer works') },
    refuses: [404],
    run: (ctx, { id }) => endSession(ctx, id),
  }),
]);

/** Whose attempt it is, for the throttle. */
function from(request: { header(name: string): string | undefined }) {
  return { client: clientOf(request.header('cf-connecting-ip')) };
}
