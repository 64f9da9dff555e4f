import { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import {
  adminReplyAnswer,
  adminReplyRequest,
  threadStatusAnswer,
  threadStatusRequest,
} from '../../../../domain/admin/messages-schema.ts';
import { pathId } from '../../../../domain/ids.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { idempotentByContent } from '../../platform/http/idempotency.ts';
import { limited } from '../../platform/http/limits.ts';
import { answer, body, idempotencyHeader, refusals } from '../../platform/http/openapi.ts';
import { ok, route } from '../../platform/http/route.ts';
import { adminCtx, forAdmin } from '../auth/guard.ts';
import { replyAsSupport } from './reply.ts';
import { setThreadStatus } from './status.ts';

const shared = { tags: ['admin: messages'] };
const params = z.object({ id: pathId });

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
    ...refusals(400, 401, 404, 409, 413, 415, 422, 429),
  },
});

const statusRoute = route({
  operationId: 'updateThreadStatus',
  method: 'patch',
  path: '/admin/messages/{id}/status',
  ...shared,
  ...forAdmin('messages.write', limited('QUOTE_LIMIT')),
  summary: 'Set the status of a thread',
  request: { params, body: body(threadStatusRequest) },
  responses: {
    200: answer(threadStatusAnswer, 'The status'),
    ...refusals(400, 401, 404, 409, 413, 415, 422, 429),
  },
});

export const adminMessageRoutes = new OpenAPIHono<AppEnv>()
  .openapi(replyRoute, async (c) => {
    const data = await replyAsSupport(adminCtx(c), c.req.valid('param').id, c.req.valid('json'));
    return c.json({ success: true as const, data }, 201);
  })
  .openapi(statusRoute, async (c) => {
    const { status } = c.req.valid('json');
    const data = await setThreadStatus(adminCtx(c), c.req.valid('param').id, status);
    return ok(c, data);
  });
