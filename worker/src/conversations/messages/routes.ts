import { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { pathId } from '../../../../domain/ids.ts';
import {
  messageRequest,
  replyRequest,
  threadAnswer,
  threadDetailAnswer,
  threadFilters,
  threadMessage,
  unreadCount,
} from '../../../../domain/messages/schema.ts';
import { pageQuery } from '../../../../domain/page.ts';
import { forWallet, walletCtx } from '../../identity/wallet/guard.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { idempotentByContent } from '../../platform/http/idempotency.ts';
import { limited } from '../../platform/http/limits.ts';
import { answer, body, idempotencyHeader, pageAnswer, refusals } from '../../platform/http/openapi.ts';
import { ok, route } from '../../platform/http/route.ts';
import { createThread } from './create.ts';
import { countUnreadThreads, listThreads } from './list.ts';
import { readThread } from './read.ts';
import { replyToThread } from './reply.ts';

const shared = { tags: ['messages'], ...forWallet() };
// A deactivated account may write: it keeps its cover and must be able to ask about it.
const posting = { ...shared, ...forWallet(limited('QUOTE_LIMIT'), idempotentByContent) };
const address = z.string().max(80);
const ofWallet = { params: z.object({ wallet: address }) };

const countRoute = route({
  operationId: 'countUnreadMessages',
  method: 'get',
  path: '/messages/notifications/count/{wallet}',
  ...shared,
  summary: 'Count threads with unread messages',
  request: ofWallet,
  responses: { 200: answer(unreadCount, 'The number'), ...refusals(401, 404) },
});

const listRoute = route({
  operationId: 'listThreads',
  method: 'get',
  path: '/messages/list/{wallet}',
  ...shared,
  summary: "The wallet's threads, the one with the latest message first, at most 200 a page",
  request: {
    ...ofWallet,
    query: z.object({ ...pageQuery, ...threadFilters }),
  },
  responses: { 200: pageAnswer(threadAnswer, 'The threads'), ...refusals(401, 404, 422) },
});

const readRoute = route({
  operationId: 'getThread',
  method: 'get',
  path: '/messages/full/{id}',
  ...shared,
  summary: 'Get a thread with its first message and newest 500 replies, and mark it as read',
  request: {
    params: z.object({ id: pathId }),
    query: z.object({ wallet_address: address.optional() }),
  },
  responses: { 200: answer(threadDetailAnswer, 'The thread'), ...refusals(401, 404, 422) },
});

const createThreadRoute = route({
  operationId: 'createThread',
  method: 'post',
  path: '/messages/create',
  ...posting,
  summary: "Write to support: a new thread, or with claim_id a reply in that claim's thread",
  request: { headers: idempotencyHeader, body: body(messageRequest) },
  responses: {
    201: answer(threadAnswer, 'The thread'),
    ...refusals(400, 401, 404, 409, 413, 415, 422, 429),
  },
});

const replyRoute = route({
  operationId: 'replyToThread',
  method: 'post',
  path: '/messages/reply',
  ...posting,
  summary: 'Reply in a thread; a resolved or closed one is reopened',
  request: { headers: idempotencyHeader, body: body(replyRequest) },
  responses: {
    201: answer(threadMessage, 'The reply'),
    ...refusals(400, 401, 404, 409, 413, 415, 422, 429),
  },
});

export const messageRoutes = new OpenAPIHono<AppEnv>()
  .openapi(countRoute, async (c) =>
    ok(c, await countUnreadThreads(walletCtx(c), c.req.valid('param').wallet)),
  )
  .openapi(listRoute, async (c) => {
    const input = { ...c.req.valid('param'), ...c.req.valid('query') };
    return c.json({ success: true as const, ...(await listThreads(walletCtx(c), input)) }, 200);
  })
  .openapi(readRoute, async (c) =>
    ok(c, await readThread(walletCtx(c), { ...c.req.valid('param'), ...c.req.valid('query') })),
  )
  .openapi(createThreadRoute, async (c) => {
    const data = await createThread(walletCtx(c), c.req.valid('json'));
    return c.json({ success: true as const, data, message: 'Message sent successfully' }, 201);
  })
  .openapi(replyRoute, async (c) => {
    const data = await replyToThread(walletCtx(c), c.req.valid('json'));
    return c.json({ success: true as const, data, message: 'Reply sent successfully' }, 201);
  });
