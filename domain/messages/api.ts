import * as z from 'zod';
import { answer, call, pageAnswer } from '#domain/http/call.ts';
import { pageQuery } from '#domain/page.ts';
import * as schema from './schema.ts';

export const TAG = 'messages';

const address = z.string().max(80);
const params = z.object({ wallet: address });

export const countUnreadMessages = call('countUnreadMessages', 'GET /messages/notifications/count/{wallet}', {
  summary: 'Count threads with unread messages',
  who: 'wallet',
  params,
  answers: { 200: answer(schema.unreadCount, 'The number') },
});

export const listThreads = call('listThreads', 'GET /messages/list/{wallet}', {
  summary: "The wallet's threads, the one with the latest message first, at most 200 a page",
  who: 'wallet',
  params,
  query: z.object({ ...pageQuery, ...schema.threadFilters }),
  answers: { 200: pageAnswer(schema.threadAnswer, 'The threads') },
});

export const getThread = call('getThread', 'GET /messages/full/{id}', {
  summary: 'Get a thread with its first message and newest 500 replies, and mark it as read',
  who: 'wallet',
  query: z.object({ wallet_address: address.optional() }),
  answers: { 200: answer(schema.threadDetailAnswer, 'The thread') },
});

export const createThread = call('createThread', 'POST /messages/create', {
  summary: "Write to support: starts a thread, or with claim_id replies in that claim's thread",
  who: 'wallet',
  idempotent: 'by content',
  body: schema.messageRequest,
  answers: { 201: answer(schema.threadAnswer, 'The thread') },
  refuses: [404, 409],
});

export const replyToThread = call('replyToThread', 'POST /messages/reply', {
  summary: 'Reply in a thread; a resolved or closed one is reopened',
  who: 'wallet',
  idempotent: 'by content',
  body: schema.replyRequest,
  answers: { 201: answer(schema.threadMessage, 'The reply') },
  refuses: [404, 409],
});
