import { queryOptions } from '@tanstack/react-query';
import * as messagesApi from '#domain/messages/api.ts';
import { api } from '#web/lib/api/api.ts';

/** How often the badge refreshes while the page is visible. */
const UNREAD_REFRESH_MS = 20_000;

export const unreadKey = (address: string) => ['messages', address, 'unread'] as const;

/** The number of unread threads, refreshed while the page is visible and when the customer returns to it. */
export function unreadQuery(address: string) {
  return queryOptions({
    queryKey: unreadKey(address),
    queryFn: ({ signal }) => api.ask(messagesApi.countUnreadMessages, { wallet: address }, { signal }),
    refetchInterval: UNREAD_REFRESH_MS,
    refetchOnWindowFocus: 'always',
    staleTime: UNREAD_REFRESH_MS,
    select: ({ count }) => count,
  });
}
