import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';
import {
  adminReplyAnswer,
  type adminReplyRequest,
  adminThreadDetail,
  adminThreadList,
  type bulkThreadRequest,
  messageStatistics,
  savedAnswer,
  savedAnswers,
  type threadChangeRequest,
  threadStatusAnswer,
} from '../../../../../domain/admin/messages-schema.ts';
import type { ThreadStatus } from '../../../../../domain/messages/lifecycle.ts';
import { orMissing } from '../../../lib/api/errors.ts';
import { toPage } from '../list/types.ts';
import { adminApi, ifMatch, ignored } from '../queries.ts';

export const loadThreads = async (query: string, signal: AbortSignal) =>
  toPage(
    await adminApi.get(`/admin/messages?${query}`, adminThreadList, signal),
    'messages',
    'total_messages',
  );

/** A thread; loading it marks it as read. */
export const threadQuery = (id: string) =>
  queryOptions({
    queryKey: ['thread', id],
    queryFn: ({ signal }) =>
      orMissing(adminApi.get(`/admin/messages/${encodeURIComponent(id)}`, adminThreadDetail, signal)),
    refetchInterval: 30_000,
  });

export const statisticsKey = ['messages', 'statistics'] as const;
export const statisticsQuery = queryOptions({
  queryKey: statisticsKey,
  queryFn: ({ signal }) => adminApi.get('/admin/messages/statistics', messageStatistics, signal),
  refetchInterval: 30_000,
});

export const reply = async (id: number, body: z.output<typeof adminReplyRequest>) =>
  (await adminApi.post(`/admin/messages/${id}/reply`, body, adminReplyAnswer)).data;

export const setThreadStatus = (id: number, status: ThreadStatus, version: number) =>
  adminApi.patch(`/admin/messages/${id}/status`, { status }, threadStatusAnswer, ifMatch(version));

export const changeThread = (id: number, body: z.output<typeof threadChangeRequest>, version: number) =>
  adminApi.patch(`/admin/messages/${id}`, body, ignored, ifMatch(version));

/** One status or assignee for many threads. */
export const changeThreads = (body: z.input<typeof bulkThreadRequest>) =>
  adminApi.patch('/admin/messages', body, ignored);

export const answersQuery = queryOptions({
  queryKey: ['answers'],
  queryFn: ({ signal }) => adminApi.get('/admin/answers', savedAnswers, signal),
  staleTime: 60_000,
});
export type SavedAnswer = z.output<typeof savedAnswer>;
const asSeen = ({ updated_at }: SavedAnswer) => ({ ifMatch: `"${updated_at}"` });

/** @param seen the answer as it was when it was opened; null for a new one */
export const saveAnswer = async (seen: SavedAnswer | null, body: { title: string; text: string }) =>
  seen === null
    ? (await adminApi.post('/admin/answers', body, savedAnswer)).data
    : adminApi.patch(`/admin/answers/${seen.id}`, body, savedAnswer, asSeen(seen));
export const deleteAnswer = (seen: SavedAnswer) =>
  adminApi.delete(`/admin/answers/${seen.id}`, ignored, undefined, asSeen(seen));
