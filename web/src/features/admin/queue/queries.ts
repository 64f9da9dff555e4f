import { queryOptions } from '@tanstack/react-query';
import { queueAnswer } from '../../../../../domain/admin/records-schema.ts';
import { adminApi } from '../queries.ts';

const REFRESH_MS = 30_000;

export const queueQuery = queryOptions({
  queryKey: ['queue'],
  queryFn: ({ signal }) => adminApi.get('/admin/queue', queueAnswer, signal),
  refetchInterval: REFRESH_MS,
  staleTime: 0,
});
