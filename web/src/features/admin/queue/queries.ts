import { queryOptions } from '@tanstack/react-query';
import { queueAnswer, queueCounts } from '../../../../../domain/admin/records-schema.ts';
import { adminApi } from '../queries.ts';

/** Only while the page is visible. */
const REFRESH_MS = 30_000;

export const queueQuery = queryOptions({
  queryKey: ['queue', 'work'],
  queryFn: ({ signal }) => adminApi.get('/admin/queue', queueAnswer, signal),
  refetchInterval: REFRESH_MS,
  staleTime: 0,
});

/** How much there is to do, for the rail. */
export const countsQuery = queryOptions({
  queryKey: ['queue', 'counts'],
  queryFn: ({ signal }) => adminApi.get('/admin/queue/counts', queueCounts, signal),
  refetchInterval: REFRESH_MS,
});
