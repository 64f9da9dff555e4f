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
import { forWallet } from '../../identity/wallet/guard.ts';
import { endpoint, reply, routes } from '../../platform/http/endpoint.ts';
import { answer, pageAnswer } from '../../platform/http/openapi.ts';
import { createThread } from './create.ts';
import { countUnreadThreads, listThreads } from './list.ts';
import { readThread } from './read.ts';
import { replyToThread } from './reply.ts';

const address = z.string().max(80);

export const messageRoutes = routes('messages', [
  endpoint('GET /messages/notifications/count/{wallet}', {
    operationId: 'countUnreadMessages',
    summary: 'Count threads with unread messages',
    guard: forWallet,
    params: z.object({ wallet: address }),
    answers: { 200: answer(unreadCount, 'The number') },
    refuses: [404],
    run: (ctx, { wallet }) => countUnreadThreads(ctx, wallet),
  }),
  endpoint('GET /messages/list/{wallet}', {
    operationId: 'listThreads',
    summary: "The wallet's threads, the one with the latest message first, at most 200 a page",
    guard: forWallet,
    params: z.object({ wallet: address }),
    query: z.object({ ...pageQuery, ...threadFilters }),
    answers: { 200: pageAnswer(threadAnswer, 'The threads') },
    refuses: [404],
    run: listThreads,
  }),
  endpoint('GET /messages/full/{id}', {
    operationId: 'getThread',
    summary: 'Get a thread with its first message and newest 500 replies, and mark it as read',
    guard: forWallet,
    params: z.object({ id: pathId }),
    query: z.object({ wallet_address: address.optional() }),
    answers: { 200: answer(threadDetailAnswer, 'The thread') },
    refuses: [404],
    run: readThread,
  }),
  endpoint('POST /messages/create', {
    operationId: 'createThread',
    summary: "Write to support: starts a thread, or with claim_id replies in that claim's thread",
    guard: forWallet,
    idempotent: 'by content',
    body: messageRequest,
    answers: { 201: answer(threadAnswer, 'The thread') },
    refuses: [404, 409],
    run: async (ctx, input) =>
      reply({ data: await createThread(ctx, input), message: 'Message sent successfully' }),
  }),
  endpoint('POST /messages/reply', {
    operationId: 'replyToThread',
    summary: 'Reply in a thread; a resolved or closed one is reopened',
    guard: forWallet,
    idempotent: 'by content',
    body: replyRequest,
    answers: { 201: answer(threadMessage, 'The reply') },
    refuses: [404, 409],
    run: async (ctx, input) =>
      reply({ data: await replyToThread(ctx, input), message: 'Reply sent successfully' }),
  }),
]);
