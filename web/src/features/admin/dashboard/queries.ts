import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';
import * as dashboardApi from '#domain/admin/dashboard-api.ts';
import type { timeframeQuery } from '#domain/admin/insight-schema.ts';
import { adminApi } from '#web/features/admin/queries.ts';

/** admin.md §9 */
const REFRESH_MS = 30_000;

/** The overview alone, for the cards of the reports. */
export const overviewQuery = adminApi.query(dashboardApi.getDashboardOverview);

/** The overview and the activities together, on load and every 30 seconds. */
export const dashboardQuery = queryOptions({
  queryKey: ['admin', 'dashboard', 'both'],
  queryFn: async ({ signal }) => {
    const [overview, recent] = await Promise.all([
      adminApi.ask(dashboardApi.getDashboardOverview, {}, { signal }),
      adminApi.ask(dashboardApi.listDashboardActivities, {}, { signal }),
    ]);
    return { ...overview, recent };
  },
  refetchInterval: REFRESH_MS,
  staleTime: 0,
});

export type Timeframe = z.output<typeof timeframeQuery>['timeframe'];

/** The figures over time. The last ones stay while others load. */
export const dashboardAnalyticsQuery = (timeframe: Timeframe) =>
  adminApi.query(
    dashboardApi.getDashboardAnalytics,
    { query: { timeframe } },
    { placeholderData: keepPreviousData },
  );
