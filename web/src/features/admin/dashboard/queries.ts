import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';
import {
  activities,
  dashboardAnalytics,
  dashboardOverview,
  type timeframeQuery,
} from '../../../../../domain/admin/insight-schema.ts';
import { adminApi } from '../queries.ts';

/** admin.md §9 */
const REFRESH_MS = 30_000;

const loadOverview = (signal: AbortSignal) =>
  adminApi.get('/admin/dashboard/overview', dashboardOverview, signal);

/** The overview alone, for the cards of the reports. */
export const overviewQuery = queryOptions({
  queryKey: ['dashboard', 'overview'],
  queryFn: ({ signal }) => loadOverview(signal),
});

/** The overview and the activities together, on load and every 30 seconds. */
export const dashboardQuery = queryOptions({
  queryKey: ['dashboard', 'both'],
  queryFn: async ({ signal }) => {
    const [overview, recent] = await Promise.all([
      loadOverview(signal),
      adminApi.get('/admin/dashboard/activities', activities, signal),
    ]);
    return { ...overview, recent };
  },
  refetchInterval: REFRESH_MS,
  staleTime: 0,
});

export type Timeframe = z.output<typeof timeframeQuery>['timeframe'];

/** The figures over time. The last ones stay while others load. */
export const dashboardAnalyticsQuery = (timeframe: Timeframe) =>
  queryOptions({
    queryKey: ['dashboard', 'analytics', timeframe],
    queryFn: ({ signal }) =>
      adminApi.get(`/admin/dashboard/analytics?timeframe=${timeframe}`, dashboardAnalytics, signal),
    placeholderData: keepPreviousData,
  });
