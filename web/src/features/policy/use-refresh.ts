import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '../../ui/toast.ts';

/** A Refresh button's state: busy while fetching, and the specification's words for how it ended. */
export function useRefresh(
  query: Pick<UseQueryResult, 'refetch'>,
  words = { done: 'Policies refreshed successfully!', failed: 'Failed to refresh policies' },
) {
  const [refreshing, setRefreshing] = useState(false);
  async function refresh(): Promise<void> {
    setRefreshing(true);
    const { isSuccess } = await query.refetch();
    setRefreshing(false);
    if (isSuccess) toast.success(words.done);
    else toast.error(words.failed);
  }
  return { refreshing, refresh };
}
