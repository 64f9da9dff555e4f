import { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import {
  savedAnswer,
  savedAnswerChange,
  savedAnswerRequest,
  savedAnswers,
} from '../../../../domain/admin/messages-schema.ts';
import { pathId } from '../../../../domain/ids.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { idempotent } from '../../platform/http/idempotency.ts';
import { limited } from '../../platform/http/limits.ts';
import { answer, body, idempotencyHeader, ifMatchHeader, refusals } from '../../platform/http/openapi.ts';
import { ok, route } from '../../platform/http/route.ts';
import { adminCtx, forAdmin } from '../auth/guard.ts';
import { changeAnswer, deleteAnswer, listAnswers, saveAnswer } from './answers.ts';

const tags = ['admin: messages'];
const writing = { tags, ...forAdmin('messages.write', limited('QUOTE_LIMIT')) };
const params = z.object({ id: pathId });

const listRoute = route({
  operationId: 'listSavedAnswers',
  method: 'get',
  path: '/admin/answers',
  tags,
  ...forAdmin('read'),
  summary: 'List the texts to answer with',
  responses: { 200: answer(savedAnswers, 'The answers by title'), ...refusals(401) },
});

const saveRoute = route({
  operationId: 'saveAnswer',
  method: 'post',
  path: '/admin/answers',
  tags,
  ...forAdmin('messages.write', limited('QUOTE_LIMIT'), idempotent),
  summary: 'Save a text to answer with',
  request: { headers: idempotencyHeader, body: body(savedAnswerRequest) },
  responses: {
    201: answer(savedAnswer, 'The answer'),
    ...refusals(400, 401, 403, 409, 413, 415, 422, 429),
  },
});

const changeRoute = route({
  operationId: 'changeAnswer',
  method: 'patch',
  path: '/admin/answers/{id}',
  ...writing,
  summary: 'Change a saved answer',
  request: { params, headers: ifMatchHeader, body: body(savedAnswerChange) },
  responses: {
    200: answer(savedAnswer, 'The answer'),
    ...refusals(400, 401, 403, 404, 409, 413, 415, 422, 429),
  },
});

const deleteRoute = route({
  operationId: 'deleteAnswer',
  method: 'delete',
  path: '/admin/answers/{id}',
  ...writing,
  summary: 'Delete a saved answer',
  request: { params, headers: ifMatchHeader },
  responses: {
    200: answer(z.object({ id: z.number().int() }), 'Deleted'),
    ...refusals(401, 403, 404, 409, 422, 429),
  },
});

export const adminAnswerRoutes = new OpenAPIHono<AppEnv>()
  .openapi(listRoute, async (c) => ok(c, await listAnswers(adminCtx(c))))
  .openapi(saveRoute, async (c) => {
    const data = await saveAnswer(adminCtx(c), c.req.valid('json'));
    return c.json({ success: true as const, data }, 201);
  })
  .openapi(changeRoute, async (c) => {
    const ifMatch = c.req.valid('header')['if-match'];
    const input = { ...c.req.valid('param'), ...c.req.valid('json'), ifMatch };
    return ok(c, await changeAnswer(adminCtx(c), input));
  })
  .openapi(deleteRoute, async (c) => {
    const ifMatch = c.req.valid('header')['if-match'];
    return ok(c, await deleteAnswer(adminCtx(c), { ...c.req.valid('param'), ifMatch }));
  });
