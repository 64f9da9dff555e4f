import * as z from 'zod';
import {
  nonceAnswer,
  nonceRequest,
  sessionEntries,
  sessionsEnded,
  verifyAnswer,
  verifyRequest,
} from '../../../../domain/auth/schema.ts';
import { endpoint, routes } from '../../platform/http/endpoint.ts';
import { answer } from '../../platform/http/openapi.ts';
import { forWallet } from './guard.ts';
import { createNonce } from './nonce.ts';
import { endOtherSessions, endOwnSession, listOwnSessions, logout } from './session.ts';
import { verifySignIn } from './verify.ts';

export const authRoutes = routes('auth', [
  endpoint('POST /auth/nonce', {
    operationId: 'createNonce',
    summary: 'Get the message that a wallet signs to sign in',
    limit: 'SIGN_IN_LIMIT',
    body: nonceRequest,
    answers: { 200: answer(nonceAnswer, 'The full message to sign') },
    run: createNonce,
  }),
  endpoint('POST /auth/verify', {
    operationId: 'verifySignature',
    summary: 'Sign in with the signed message',
    limit: 'SIGN_IN_LIMIT',
    body: verifyRequest,
    answers: { 200: answer(verifyAnswer, 'A session token for 24 hours') },
    refuses: [401, 503],
    run: (ctx, input, request) => verifySignIn(ctx, input, request.header('user-agent') ?? ''),
  }),
  endpoint('POST /auth/logout', {
    operationId: 'logout',
    summary: 'End the session',
    guard: forWallet,
    limit: null,
    answers: { 200: answer(z.null(), 'The token no longer works') },
    run: logout,
  }),
  endpoint('GET /auth/sessions', {
    operationId: 'listSessions',
    summary: "The wallet's active sessions, newest first",
    guard: forWallet,
    answers: { 200: answer(sessionEntries, 'At most 100') },
    run: listOwnSessions,
  }),
  endpoint('DELETE /auth/sessions/{id}', {
    operationId: 'endSession',
    summary: "End one of the wallet's sessions",
    guard: forWallet,
    params: z.object({ id: z.string().max(100) }),
    answers: { 200: answer(z.null(), 'Its token no longer works') },
    refuses: [404],
    run: (ctx, { id }) => endOwnSession(ctx, id),
  }),
  endpoint('DELETE /auth/sessions', {
    operationId: 'endOtherSessions',
    summary: "End every session of the wallet except the request's own",
    guard: forWallet,
    answers: { 200: answer(sessionsEnded, 'How many ended') },
    run: endOtherSessions,
  }),
]);
