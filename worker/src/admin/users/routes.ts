import * as z from 'zod';
import { revealedFacts, revealRequest } from '../../../../domain/admin/policies-schema.ts';
import { noteEntry, noteRequest } from '../../../../domain/admin/records-schema.ts';
import {
  userDetail,
  userList,
  userListQuery,
  userStatistics,
  userStatusRequest,
} from '../../../../domain/admin/users-schema.ts';
import { endpoint, routes } from '../../platform/http/endpoint.ts';
import { answer, fileAnswer } from '../../platform/http/openapi.ts';
import { forAdmin } from '../auth/guard.ts';
import { countUsers, exportUsers, listUsers } from './list.ts';
import { endUserSessions, getUser, noteOnUser, revealUser, setUserStatus } from './user.ts';

const params = z.object({ wallet: z.string().max(100) });

export const adminUserRoutes = routes('admin: users', [
  endpoint('GET /admin/users', {
    operationId: 'listUsers',
    summary: 'List customers',
    guard: forAdmin('read'),
    query: userListQuery,
    answers: { 200: answer(userList, 'One page') },
    run: listUsers,
  }),
  endpoint('GET /admin/users/statistics', {
    operationId: 'getUserStatistics',
    summary: 'Count customers by status',
    guard: forAdmin('read'),
    answers: { 200: answer(userStatistics, 'The figures') },
    run: countUsers,
  }),
  endpoint('GET /admin/users/export', {
    operationId: 'exportUsers',
    summary: 'Download customers as CSV',
    guard: forAdmin('export'),
    limit: 'EXPORT_LIMIT',
    query: userListQuery,
    answers: { 200: fileAnswer('All customers that match', 'text/csv') },
    run: exportUsers,
  }),
  endpoint('GET /admin/users/{wallet}', {
    operationId: 'getUser',
    summary: 'Get everything about a customer',
    guard: forAdmin('read'),
    params,
    etag: true,
    answers: { 200: answer(userDetail, 'The customer, with its version as ETag') },
    refuses: [404],
    run: (ctx, { wallet }) => getUser(ctx, wallet),
  }),
  endpoint('PATCH /admin/users/{wallet}/status', {
    operationId: 'setUserStatus',
    summary: 'Activate or deactivate a customer',
    guard: forAdmin('users.write'),
    params,
    body: userStatusRequest,
    ifMatch: true,
    etag: true,
    answers: { 200: answer(userDetail, 'The customer, with its version as ETag') },
    refuses: [404, 409],
    run: setUserStatus,
  }),
  endpoint('DELETE /admin/users/{wallet}/sessions', {
    operationId: 'endUserSessions',
    summary: 'Sign a customer out everywhere',
    guard: forAdmin('users.write'),
    params,
    answers: { 200: answer(userDetail, 'The customer') },
    refuses: [404],
    run: (ctx, { wallet }) => endUserSessions(ctx, wallet),
  }),
  endpoint('POST /admin/users/{wallet}/notes', {
    operationId: 'noteOnUser',
    summary: 'Add an internal note about a customer',
    guard: forAdmin('messages.write'),
    idempotent: 'by content',
    params,
    body: noteRequest,
    answers: { 201: answer(noteEntry, 'The note') },
    refuses: [404, 409],
    run: (ctx, { wallet, text }) => noteOnUser(ctx, wallet, text),
  }),
  endpoint('POST /admin/users/{wallet}/reveal', {
    operationId: 'revealUser',
    summary: "Decrypt a customer's phone number",
    guard: forAdmin('reveal'),
    params,
    body: revealRequest,
    answers: { 200: answer(revealedFacts, 'The decrypted number; the audit log records it') },
    refuses: [404],
    run: revealUser,
  }),
]);
