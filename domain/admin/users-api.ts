import * as z from 'zod';
import { answer, call, fileAnswer } from '#domain/http/call.ts';
import { revealedFacts, revealRequest } from './policies-schema.ts';
import { noteEntry, noteRequest } from './records-schema.ts';
import { userDetail, userList, userListQuery, userStatistics, userStatusRequest } from './users-schema.ts';

export const TAG = 'admin: users';

const CUSTOMER = { 200: answer(userDetail, 'The customer, with its version as ETag') };

const params = z.object({ wallet: z.string().max(100) });

export const listUsers = call('listUsers', 'GET /admin/users', {
  summary: 'List customers',
  query: userListQuery,
  answers: { 200: answer(userList, 'One page') },
});

export const getUserStatistics = call('getUserStatistics', 'GET /admin/users/statistics', {
  summary: 'Count customers by status',
  answers: { 200: answer(userStatistics, 'The figures') },
});

export const exportUsers = call('exportUsers', 'GET /admin/users/export', {
  summary: 'Download customers as CSV',
  who: 'admin: export',
  query: userListQuery,
  answers: { 200: fileAnswer('All customers that match', 'text/csv') },
});

export const getUser = call('getUser', 'GET /admin/users/{wallet}', {
  summary: 'Get everything about a customer',
  params,
  etag: true,
  answers: CUSTOMER,
});

export const setUserStatus = call('setUserStatus', 'PATCH /admin/users/{wallet}/status', {
  summary: 'Activate or deactivate a customer',
  who: 'admin: users.write',
  params,
  body: userStatusRequest,
  ifMatch: true,
  etag: true,
  answers: CUSTOMER,
});

export const endUserSessions = call('endUserSessions', 'DELETE /admin/users/{wallet}/sessions', {
  summary: 'Sign a customer out everywhere',
  who: 'admin: users.write',
  params,
  answers: { 200: answer(userDetail, 'The customer') },
});

export const noteOnUser = call('noteOnUser', 'POST /admin/users/{wallet}/notes', {
  summary: 'Add an internal note about a customer',
  who: 'admin: messages.write',
  idempotent: 'by content',
  params,
  body: noteRequest,
  answers: { 201: answer(noteEntry, 'The note') },
});

export const revealUser = call('revealUser', 'POST /admin/users/{wallet}/reveal', {
  summary: "Decrypt a customer's phone number",
  who: 'admin: reveal',
  params,
  body: revealRequest,
  answers: { 200: answer(revealedFacts, 'The decrypted number; the audit log records it') },
});
