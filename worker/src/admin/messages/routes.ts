import { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import {
  adminReplyAnswer,
  adminReplyRequest,
  adminThreadDetail,
  adminThreadEntry,
  adminThreadList,
  bulkThreadRequest,
  messageListQuery,
  messageStatistics,
  threadChangeRequest,
  threadStatusAnswer,
  threadStatusRequest,
} from '../../../../domain/admin/messages-schema.ts';
import { bulkAnswer } from '../../../../domain/admin/records-schema.ts';
import { pathId } from '../../../../domain/ids.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { etagOf } from '../../platform/http/etag.ts';
import { idempotentByContent } from '../../platform/http/idempotency.ts';
import { limited } from '../../platform/http/limits.ts';
import {
  answer,
  body,
  fileAnswer,
  idempotencyHeader,
  ifMatchHeader,
  refusals,
} from '../../platform/http/openapi.ts';
import { ok, okTagged, route, seenBy } from '../../platform/http/route.ts';
import { adminCtx, forAdmin } from '../auth/guard.ts';
import { changeThread, changeThreadsAlike, setThreadStatus } from './change.ts';
import { exportThreads, listForDesk, openForDesk, readStatistics } from './list.ts';
import { replyAsSupport } from './reply.ts';

const shared = { tags: ['admin: messages'] };
const params = z.object({ id: pathId });

const reading = { ...shared, ...forAdmin('read') };
const writing = { ...shared, ...forAdmin('messages.write', limited('QUOTE_LIMIT')) };
const WRITE_REFUSALS = refusals(400, 401, 403, 404, 409, 413, 415, 422, 429);

const listRoute = route({
  operationId: 'listAllThreads',
  method: 'get',
  path: '/admin/messages',
  ...reading,
  summary: 'List all message threads',
  request: { query: messageListQuery },
  responses: { 200: answer(adminThreadList, 'A page of threads'), ...refusals(401, 422) },
});

const statisticsRoute = route({
  operationId: 'getMessageStatistics',
  method: 'get',
  path: '/admin/messages/statistics',
  ...reading,
  summary: 'Count threads by status and priority, with those that wait',
  responses: { 200: answer(messageStatistics, 'The figures'), ...refusals(401) },
});

const exportRoute = route({
  operationId: 'exportThreads',
  method: 'get',
  path: '/admin/messages/export',
  ...reading,
  summary: 'Download the threads that the filters match as CSV',
  request: { query: messageListQuery },
  responses: { 200: fileAnswer('The file', 'text/csv'), ...refusals(401, 422) },
});

const getRoute = route({
  operationId: 'openThread',
  method: 'get',
  path: '/admin/messages/{id}',
  ...reading,
  summary: 'Get a thread with its messages; whoever may answer marks it as read',
  request: { params },
  responses: {
    200: answer(adminThreadDetail, 'The thread, with its version as ETag'),
    ...refusals(401, 404, 422),
  },
});

const changeRoute = route({
  operationId: 'changeThread',
  method: 'patch',
  path: '/admin/messages/{id}',
  ...writing,
  summary: 'Set the priority of a thread, and who answers',
  request: { params, headers: ifMatchHeader, body: body(threadChangeRequest) },
  responses: {
    200: answer(adminThreadEntry, 'The thread, with its version as ETag'),
    ...WRITE_REFUSALS,
  },
});

const bulkRoute = route({
  operationId: 'changeThreads',
  method: 'patch',
  path: '/admin/messages',
  ...writing,
  summary: 'Change up to 100 threads alike, all or none',
  request: { body: body(bulkThreadRequest) },
  responses: { 200: answer(bulkAnswer, 'How many changed'), ...WRITE_REFUSALS },
});

const replyRoute = route({
  operationId: 'answerThread',
  method: 'post',
  path: '/admin/messages/{id}/reply',
  ...shared,
  ...forAdmin('messages.write', limited('QUOTE_LIMIT'), idempotentByContent),
  summary: 'Reply in a thread, or add an internal note',
  request: { params, headers: idempotencyHeader, body: body(adminReplyRequest) },
  responses: {
    201: answer(adminReplyAnswer, 'The reply or the note'),
    ...WRITE_REFUSALS,
  },
});

const statusRoute = route({
  operationId: 'updateThreadStatus',
  method: 'patch',
  path: '/admin/messages/{id}/status',
  ...shared,
  ...forAdmin('messages.write', limited('QUOTE_LIMIT')),
  summary: 'Set the status of a thread',
  request: { params, headers: ifMatchHeader, body: body(threadStatusRequest) },
  responses: {
    200: answer(threadStatusAnswer, "The status, with the thread's version as ETag"),
    ...WRITE_REFUSALS,
  },
});

export const adminMessageRoutes = new OpenAPIHono<AppEnv>()
  .openapi(listRoute, async (c) => ok(c, await listForDesk(adminCtx(c), c.req.valid('query'))))
  .openapi(statisticsRoute, async (c) => ok(c, await readStatistics(adminCtx(c))))
  .openapi(exportRoute, async (c) => (await exportThreads(adminCtx(c), c.req.valid('query'))) as never)
  .openapi(getRoute, async (c) => {
    const data = await openForDesk(adminCtx(c), c.req.valid('param').id);
    return okTagged(c, data, etagOf(data));
  })
  .openapi(changeRoute, async (c) => {
    const input = { ...c.req.valid('param'), ...c.req.valid('json'), ...seenBy(c) };
    const { thread, etag } = await changeThread(adminCtx(c), input);
    return okTagged(c, thread, etag);
  })
  .openapi(bulkRoute, async (c) => ok(c, await changeThreadsAlike(adminCtx(c), c.req.valid('json'))))
  .openapi(replyRoute, async (c) => {
    const data = await replyAsSupport(adminCtx(c), c.req.valid('param').id, c.req.valid('json'));
    return c.json({ success: true as const, data }, 201);
  })
  .openapi(statusRoute, async (c) => {
    const { ifMatch } = seenBy(c);
    const { id } = c.req.valid('param');
    const { thread, etag } = await setThreadStatus(adminCtx(c), id, c.req.valid('json').status, ifMatch);
    return okTagged(c, { id, status: thread.status }, etag);
  });
