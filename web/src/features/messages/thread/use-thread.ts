import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ThreadAnswer } from '../../../../../domain/messages/schema.ts';
import { markRead, threadQuery } from '../queries.ts';
import { unreadKey } from '../unread-query.ts';

/**
 * The open thread. It counts as read from the moment it is opened, and is loaded anew (which tells the server that it was
 * read) when the list shows something in it that is not here yet.
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
  // The server knows now that it was read: the badge is asked anew.
  useEffect(() => {
    if (loaded) void queryClient.invalidateQueries({ queryKey: unreadKey(address) });
  }, [loaded, queryClient, address]);
  return query;
}
