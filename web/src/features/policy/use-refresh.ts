import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '../../ui/toast.ts';

/** The state of a Refresh button: busy while fetching, then the specification's message about the result. */
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
