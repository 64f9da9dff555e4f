import { queryOptions } from '@tanstack/react-query';
import * as healthApi from '#domain/health/api.ts';
import { adminApi } from '#web/features/admin/queries.ts';

/** The demo administrator, whom only the local demo tells. */
export const demoQuery = queryOptions({
  queryKey: ['demo'],
  queryFn: async ({ signal }) => (await adminApi.ask(healthApi.getConfig, {}, { signal })).demo,
  staleTime: Number.POSITIVE_INFINITY,
});
