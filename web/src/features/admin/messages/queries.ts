import type * as z from 'zod';
import * as messagesApi from '#domain/admin/messages-api.ts';
import type { savedReply } from '#domain/admin/messages-schema.ts';
import { toPage } from '#web/features/admin/list/types.ts';
import { adminApi } from '#web/features/admin/queries.ts';

export const loadThreads = async (query: string, signal: AbortSignal) =>
  toPage(await adminApi.ask(messagesApi.listAllThreads, { query }, { signal }), 'messages', 'total_messages');

/** A thread; loading it marks it as read. */
export const threadQuery = (id: string) =>
  adminApi.findQuery(messagesApi.openThread, { id }, { queryKey: ['thread', id], refetchInterval: 30_000 });

export const statisticsKey = ['messages', 'statistics'] as const;
export const statisticsQuery = adminApi.query(
  messagesApi.getMessageStatistics,
  {},
  { queryKey: statisticsKey, refetchInterval: 30_000 },
);

export const savedRepliesQuery = adminApi.query(messagesApi.listSavedReplies, {}, { staleTime: 60_000 });
export type SavedReply = z.output<typeof savedReply>;
