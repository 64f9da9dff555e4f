import * as z from 'zod';
import {
  adminReplyAnswer,
  adminReplyRequest,
  adminThreadDetail,
  adminThreadEntry,
  adminThreadList,
  bulkThreadRequest,
  messageExportQuery,
  messageListQuery,
  messageStatistics,
  threadChangeRequest,
  threadStatusAnswer,
  threadStatusRequest,
} from '../../../../domain/admin/messages-schema.ts';
import { bulkAnswer } from '../../../../domain/admin/records-schema.ts';
import { pathId } from '../../../../domain/ids.ts';
import { endpoint, reply, routes } from '../../platform/http/endpoint.ts';
import { answer, fileAnswer } from '../../platform/http/openapi.ts';
import { forAdmin } from '../auth/guard.ts';
import { changeThread, changeThreadsAlike, setThreadStatus } from './change.ts';
import { exportThreads, listForDesk, openForDesk, readStatistics } from './list.ts';
import { replyAsSupport } from './reply.ts';

const params = z.object({ id: pathId });

export const adminMessageRoutes = routes('admin: messages', [
  endpoint('GET /admin/messages', {
    operationId: 'listAllThreads',
    summary:
      'List all message threads: those that wait for an answer by when it is due, then by latest message',
    guard: forAdmin('read'),
    query: messageListQuery,
    answers: { 200: answer(adminThreadList, 'A page of threads') },
    run: listForDesk,
  }),
  endpoint('GET /admin/messages/statistics', {
    operationId: 'getMessageStatistics',
    summary: 'Count threads by status and priority, with those that need a reply',
    guard: forAdmin('read'),
    answers: { 200: answer(messageStatistics, 'The figures') },
    run: readStatistics,
  }),
  endpoint('GET /admin/messages/export', {
    operationId: 'exportThreads',
    summary: 'Download the threads that the filters match as CSV',
    guard: forAdmin('export'),
    limit: 'EXPORT_LIMIT',
    query: messageExportQuery,
    answers: { 200: fileAnswer('The file', 'text/csv') },
    run: exportThreads,
  }),
  endpoint('GET /admin/messages/{id}', {
    operationId: 'openThread',
    summary: 'Get a thread with its messages; opening it marks it as read for those who may reply',
    guard: forAdmin('read'),
    params,
    etag: true,
    answers: { 200: answer(adminThreadDetail, 'The thread, with its version as ETag') },
    refuses: [404],
    run: (ctx, { id }) => openForDesk(ctx, id),
  }),
  endpoint('PATCH /admin/messages/{id}', {
    operationId: 'changeThread',
    summary: 'Set the priority of a thread, and its assignee',
    guard: forAdmin('messages.write'),
    params,
    body: threadChangeRequest,
    ifMatch: true,
    answers: { 200: answer(adminThreadEntry, 'The thread, with its version as ETag') },
    refuses: [404, 409],
    run: async (ctx, input) => reply(await changeThread(ctx, input)),
  }),
  endpoint('PATCH /admin/messages', {
    operationId: 'changeThreads',
    summary: 'Change up to 100 threads in the same way, all or none',
    guard: forAdmin('messages.write'),
    body: bulkThreadRequest,
    answers: { 200: answer(bulkAnswer, 'How many changed') },
    refuses: [404, 409],
    run: changeThreadsAlike,
  }),
  endpoint('POST /admin/messages/{id}/reply', {
    operationId: 'answerThread',
    summary:
      'Reply in a thread, or add an internal note; with `seen`, 409 if others wrote or changed something since',
    guard: forAdmin('messages.write'),
    idempotent: 'by content',
    params,
    body: adminReplyRequest,
    answers: { 201: answer(adminReplyAnswer, 'The reply or the note') },
    refuses: [404, 409],
    run: (ctx, { id, ...input }) => replyAsSupport(ctx, id, input),
  }),
  endpoint('PATCH /admin/messages/{id}/status', {
    operationId: 'updateThreadStatus',
    summary: 'Set the status of a thread',
    guard: forAdmin('messages.write'),
    params,
    body: threadStatusRequest,
    ifMatch: true,
    answers: { 200: answer(threadStatusAnswer, "The status, with the thread's version as ETag") },
    refuses: [404, 409],
    run: async (ctx, { id, status, ifMatch }) => {
      const { data, etag } = await setThreadStatus(ctx, id, status, ifMatch);
      return reply({ data: { id, status: data.status }, etag });
    },
  }),
]);
