import { keepPreviousData } from '@tanstack/react-query';
import * as analyticsApi from '#domain/admin/analytics-api.ts';
import type { GrowthPeriod } from '#domain/admin/analytics-schema.ts';
import { adminApi } from '#web/features/admin/queries.ts';

const REFRESH_MS = 10_000;
const FRESH = { staleTime: 60_000 };

export const overviewQuery = adminApi.query(analyticsApi.getAnalyticsOverview, {}, FRESH);
export const trafficQuery = adminApi.query(analyticsApi.getAnalyticsTraffic, {}, FRESH);
export const pagesQuery = adminApi.query(analyticsApi.getAnalyticsPages, {}, FRESH);
export const devicesQuery = adminApi.query(analyticsApi.getAnalyticsDevices, {}, FRESH);
export const realtimeQuery = adminApi.query(
  analyticsApi.getAnalyticsRealtime,
  {},
  { staleTime: 0, refetchInterval: REFRESH_MS },
);
export const geographicQuery = adminApi.query(analyticsApi.getAnalyticsCountries, {}, FRESH);
export const referrersQuery = adminApi.query(analyticsApi.getAnalyticsReferrers, {}, FRESH);
export const funnelQuery = adminApi.query(analyticsApi.getPurchaseFunnel, {}, FRESH);
export const growthQuery = (period: GrowthPeriod) =>
  adminApi.query(
    analyticsApi.getAnalyticsGrowth,
    { query: { period } },
    { ...FRESH, placeholderData: keepPreviousData },
  );
