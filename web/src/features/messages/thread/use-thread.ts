import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ThreadAnswer } from '#domain/messages/schema.ts';
import { markRead, threadQuery } from '#web/features/messages/queries.ts';
import { unreadKey } from '#web/features/messages/unread-query.ts';

/**
 * The open thread. It counts as read once opened, and reloads when the list shows a newer message. Loading it tells the
 * server that it was read.
 */
export function useThread(address: string, id: number, item: ThreadAnswer | undefined) {
  const queryClient = useQueryClient();
  const query = useQuery(threadQuery(address, id));
  const unread = item?.is_read === false;
  const latest = item?.last_message_at ?? '';
  const newer = !!query.data && latest > query.data.thread.last_message_at;
  useEffect(() => {
    if (unread) markRead(queryClient, address, id);
    if (latest !== '' && (unread || newer)) {
      const { queryKey } = threadQuery(address, id);
      void queryClient.refetchQueries({ queryKey }, { cancelRefetch: false });
    }
  }, [unread, newer, latest, queryClient, address, id]);
  const loaded = query.dataUpdatedAt > 0;
  // The server now knows that it was read, so the badge refreshes.
  useEffect(() => {
    if (loaded) void queryClient.invalidateQueries({ queryKey: unreadKey(address) });
  }, [loaded, queryClient, address]);
  return query;
}
