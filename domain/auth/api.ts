import * as z from 'zod';
import { answer, call } from '#domain/http/call.ts';
import * as schema from './schema.ts';

export const TAG = 'auth';

export const createNonce = call('createNonce', 'POST /auth/nonce', {
  summary: 'Get the message that a wallet signs to sign in',
  limit: 'SIGN_IN_LIMIT',
  body: schema.nonceRequest,
  answers: { 200: answer(schema.nonceAnswer, 'The full message to sign') },
});

export const verifySignature = call('verifySignature', 'POST /auth/verify', {
  summary: 'Sign in with the signed message',
  limit: 'SIGN_IN_LIMIT',
  body: schema.verifyRequest,
  answers: { 200: answer(schema.verifyAnswer, 'A session token for 24 hours') },
  refuses: [401, 503],
});

export const logout = call('logout', 'POST /auth/logout', {
  summary: 'End the session',
  who: 'wallet',
  limit: null,
  answers: { 200: answer(z.null(), 'The token no longer works') },
});

export const listSessions = call('listSessions', 'GET /auth/sessions', {
  summary: "The wallet's active sessions, newest first",
  who: 'wallet',
  answers: { 200: answer(schema.sessionEntries, 'At most 100') },
});

export const endSession = call('endSession', 'DELETE /auth/sessions/{id}', {
  summary: "End one of the wallet's sessions. Safe to repeat",
  who: 'wallet',
  params: z.object({ id: z.string().max(100) }),
  answers: { 200: answer(z.null(), 'Its token no longer works') },
});

export const endOtherSessions = call('endOtherSessions', 'DELETE /auth/sessions', {
  summary: "End every session of the wallet except the request's own",
  who: 'wallet',
  answers: { 200: answer(schema.sessionsEnded, 'How many ended') },
});
