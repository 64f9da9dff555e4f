import { queryOptions } from '@tanstack/react-query';
import type { AdminRole } from '#domain/admin/roles.ts';
import * as healthApi from '#domain/health/api.ts';
import { adminApi, deskCache, profileQuery } from '#web/features/admin/queries.ts';

export const DASHBOARD = '/admin/admin-dashboard';

/** Where each role's work is. */
const STARTS: Readonly<Record<AdminRole, string>> = {
  administrator: DASHBOARD,
  underwriter: '/admin/queue',
  claims: '/admin/queue',
  support: '/admin/queue',
  auditor: '/admin/audit-log',
};
/** Where an administrator starts. Without an answer it is the dashboard, which shows what failed. */
export const startOfRole = () =>
  deskCache.fetchQuery(profileQuery).then(
    ({ role }) => STARTS[role],
    () => DASHBOARD,
  );

/** The demo administrator, whom only the local demo tells. */
export const demoQuery = queryOptions({
  queryKey: ['demo'],
  queryFn: async ({ signal }) => (await adminApi.ask(healthApi.getConfig, {}, { signal })).demo,
  staleTime: Number.POSITIVE_INFINITY,
});
