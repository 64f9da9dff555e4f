import { queryOptions } from '@tanstack/react-query';
import { unreadCount } from '../../../../domain/messages/schema.ts';
import { api } from '../../lib/api/api.ts';

/** How often the badge asks while the page is in sight. */
export const UNREAD_REFRESH_MS = 20_000;

export const unreadKey = (address: string) => ['messages', address, 'unread'] as const;

/** Threads with something unread, renewed by itself while the page is in sight and when one comes back to it. */
export function unreadQuery(address: string) {
  return queryOptions({
    queryKey: unreadKey(address),
    queryFn: ({ signal }) => api.get(`/messages/notifications/count/${address}`, unreadCount, signal),
    refetchInterval: UNREAD_REFRESH_MS,
    refetchOnWindowFocus: 'always',
    staleTime: UNREAD_REFRESH_MS,
    select: ({ count }) => count,
  });
}
