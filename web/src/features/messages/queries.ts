import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import * as messagesApi from '#domain/messages/api.ts';
import type { ThreadAnswer } from '#domain/messages/schema.ts';
import { api } from '#web/lib/api/api.ts';
import type { ListPage } from '#web/lib/api/calls.ts';
import type { MessageFilters } from './display.ts';
import { unreadKey, unreadQuery } from './unread-query.ts';

/** How often a visible inbox checks for new messages. */
export const LIST_REFRESH_MS = 20_000;

export const messagesKey = (address: string) => ['messages', address] as const;
const listKey = (address: string) => [...messagesKey(address), 'list'] as const;

type Threads = InfiniteData<ListPage<ThreadAnswer>, string | null>;

/** A wallet's threads page by page, latest message first, refreshed while the page is visible. */
export function threadsQuery(address: string, { search, type }: MessageFilters) {
  const filters = { search: search?.trim() || undefined, type };
  return infiniteQueryOptions({
    queryKey: [...listKey(address), filters],
    queryFn: ({ signal, pageParam }) =>
      api.page(
        messagesApi.listThreads,
        { wallet: address, query: { ...filters, cursor: pageParam ?? undefined } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    // Earlier results stay visible during the next search, but never another wallet's.
    placeholderData: (before, query) => (query?.queryKey[1] === address ? before : undefined),
    refetchInterval: LIST_REFRESH_MS,
    refetchOnWindowFocus: 'always',
    staleTime: 0,
  });
}

/** One thread with its messages; null if it is not this wallet's. Loading it marks it as read. */
export const threadQuery = (address: string, id: number) =>
  api.findQuery(
    messagesApi.getThread,
    { id, query: { wallet_address: address } },
    { queryKey: [...messagesKey(address), 'thread', id], staleTime: 0 },
  );

/**
 * Marks a thread as read in the list and on the badge before the server confirms it. Older answers in flight are
 * canceled.
 */
export function markRead(queryClient: QueryClient, address: string, id: number): void {
  const lists = { queryKey: listKey(address) };
  const isUnread = (thread: ThreadAnswer) => thread.id === id && !thread.is_read;
  const known = queryClient.getQueriesData<Threads>(lists);
  if (!known.some(([, list]) => list?.pages.some(({ entries }) => entries.some(isUnread)))) return;
  for (const { queryKey } of [lists, { queryKey: unreadKey(address) }]) {
    void queryClient.cancelQueries({ queryKey });
  }
  const read = (thread: ThreadAnswer) => (isUnread(thread) ? { ...thread, is_read: true } : thread);
  queryClient.setQueriesData<Threads>(
    lists,
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({ ...page, entries: page.entries.map(read) })),
      },
  );
  queryClient.setQueryData(
    unreadQuery(address).queryKey,
    (badge) => badge && { count: Math.max(0, badge.count - 1) },
  );
}
