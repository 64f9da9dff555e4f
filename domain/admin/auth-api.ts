import * as z from 'zod';
import { answer, call } from '#domain/http/call.ts';
import * as schema from './auth-schema.ts';

export const TAG = 'admin: sign-in';

const CODES = { 200: answer(schema.recoveryCodes, 'Ten recovery codes, shown only once') };

export const loginAdministrator = call('loginAdministrator', 'POST /admin/auth/login', {
  summary: 'Sign in as an administrator with email, password and, once enrolled, a code',
  limit: 'SIGN_IN_LIMIT',
  body: schema.adminLoginRequest,
  answers: { 200: answer(schema.adminSession, 'A session token for 8 hours') },
  refuses: [401],
});

export const acceptInvitation = call('acceptInvitation', 'POST /admin/auth/invitation', {
  summary: 'Choose a password with the token of an invitation',
  limit: 'SIGN_IN_LIMIT',
  body: schema.acceptInvitationRequest,
  answers: { 200: answer(schema.invitationAccepted, 'The address to sign in with') },
  refuses: [404],
});

export const logoutAdministrator = call('logoutAdministrator', 'POST /admin/auth/logout', {
  summary: 'End the session',
  who: 'enrolling',
  limit: null,
  answers: { 200: answer(z.null(), 'The token no longer works') },
});

export const getAdministrator = call('getAdministrator', 'GET /admin/auth/profile', {
  summary: 'Get the signed-in administrator',
  who: 'enrolling',
  answers: { 200: answer(schema.adminProfile, 'The administrator of the token') },
});

export const enrollTotp = call('enrollTotp', 'POST /admin/auth/totp', {
  summary: 'Create the secret of a second factor, to be confirmed with a code',
  who: 'enrolling',
  body: schema.totpEnrollRequest,
  answers: { 200: answer(schema.totpEnrollment, 'The secret, and the content of the QR code') },
  refuses: [409],
});

export const confirmTotp = call('confirmTotp', 'POST /admin/auth/totp/confirm', {
  summary: 'Confirm the second factor with its first code',
  who: 'enrolling',
  body: schema.totpConfirmRequest,
  answers: CODES,
  refuses: [409],
});

export const removeTotp = call('removeTotp', 'POST /admin/auth/totp/remove', {
  summary: 'Remove the second factor with the password and a code',
  who: 'admin: read',
  body: schema.totpRemoveRequest,
  answers: { 200: answer(z.null(), 'Signing in needs only the password') },
  refuses: [409],
});

export const renewRecoveryCodes = call('renewRecoveryCodes', 'POST /admin/auth/recovery-codes', {
  summary: 'Replace the recovery codes with new ones',
  who: 'admin: read',
  body: schema.totpConfirmRequest,
  answers: CODES,
  refuses: [409],
});

export const changePassword = call('changePassword', 'POST /admin/auth/password', {
  summary: 'Change the password and end the other sessions',
  who: 'admin: read',
  body: schema.passwordChangeRequest,
  answers: { 200: answer(z.null(), 'The new password is set') },
});

export const listOwnSessions = call('listOwnSessions', 'GET /admin/auth/sessions', {
  summary: "List the administrator's own sessions",
  answers: { 200: answer(schema.adminSessions, 'The active sessions, newest first') },
});

export const endOwnSession = call('endOwnSession', 'DELETE /admin/auth/sessions/{id}', {
  summary: "End one of the administrator's own sessions. Safe to repeat",
  who: 'admin: read',
  params: z.object({ id: z.string().max(100) }),
  answers: { 200: answer(z.null(), 'Its token no longer works') },
});
