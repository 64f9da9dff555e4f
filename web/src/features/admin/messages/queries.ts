import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';
import {
  adminReplyAnswer,
  type adminReplyRequest,
  adminThreadDetail,
  adminThreadList,
  type bulkThreadRequest,
  messageStatistics,
  savedReplies,
  savedReply,
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

export const reply = async (id: number, body: z.input<typeof adminReplyRequest>) =>
  (await adminApi.post(`/admin/messages/${id}/reply`, body, adminReplyAnswer)).data;

export const setThreadStatus = (id: number, status: ThreadStatus, version: number) =>
  adminApi.patch(`/admin/messages/${id}/status`, { status }, threadStatusAnswer, ifMatch(version));

export const changeThread = (id: number, body: z.output<typeof threadChangeRequest>, version: number) =>
  adminApi.patch(`/admin/messages/${id}`, body, ignored, ifMatch(version));

/** One status or assignee for many threads. */
export const changeThreads = (body: z.input<typeof bulkThreadRequest>) =>
  adminApi.patch('/admin/messages', body, ignored);

export const savedRepliesQuery = queryOptions({
  queryKey: ['answers'],
  queryFn: ({ signal }) => adminApi.get('/admin/saved-replies', savedReplies, signal),
  staleTime: 60_000,
});
export type SavedReply = z.output<typeof savedReply>;
const asSeen = ({ updated_at }: SavedReply) => ({ ifMatch: `"${updated_at}"` });

/** @param seen the answer as it was when it was opened; null for a new one */
export const saveSavedReply = async (seen: SavedReply | null, body: { title: string; text: string }) =>
  seen === null
    ? (await adminApi.post('/admin/saved-replies', body, savedReply)).data
    : adminApi.patch(`/admin/saved-replies/${seen.id}`, body, savedReply, asSeen(seen));
export const deleteSavedReply = (seen: SavedReply) =>
  adminApi.delete(`/admin/saved-replies/${seen.id}`, ignored, undefined, asSeen(seen));
