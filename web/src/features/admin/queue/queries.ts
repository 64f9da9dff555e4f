import { queryOptions } from '@tanstack/react-query';
import { queueAnswer } from '../../../../../domain/admin/records-schema.ts';
import { adminApi, QUEUE_REFRESH_MS } from '../queries.ts';

export const queueQuery = queryOptions({
  queryKey: ['queue', 'work'],
  queryFn: ({ signal }) => adminApi.get('/admin/queue', queueAnswer, signal),
  refetchInterval: QUEUE_REFRESH_MS,
  staleTime: 0,
});
