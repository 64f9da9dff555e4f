import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ThreadAnswer } from '../../../../domain/messages/schema.ts';
import { markRead, threadQuery } from './queries.ts';

/**
 * The open thread. It counts as read from the moment it is opened, and is loaded anew (which tells the server that it was
 * read) when the list shows something in it that is not here yet.
 */
export function useThread(address: string, id: number, item: ThreadAnswer | undefined) {
  const queryClient = useQueryClient();
  const options = threadQuery(address, id);
  const query = useQuery(options);
  const unread = item?.is_read === false;
  const latest = item?.last_message_at ?? '';
  const newer = !!query.data && latest > query.data.thread.last_message_at;
  useEffect(() => {
    if (unread) markRead(queryClient, address, id);
    if (latest !== '' && (unread || newer)) {
      void queryClient.refetchQueries(
        { queryKey: threadQuery(address, id).queryKey },
        { cancelRefetch: false },
      );
    }
  }, [unread, newer, latest, queryClient, address, id]);
  return query;
}
