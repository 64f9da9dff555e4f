import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  analyticsDevices,
  analyticsFunnel,
  analyticsGeographic,
  analyticsGrowth,
  analyticsOverview,
  analyticsPages,
  analyticsRealtime,
  analyticsReferrers,
  analyticsTraffic,
  type GrowthPeriod,
} from '../../../../../domain/admin/analytics-schema.ts';
import type { Parser } from '../../../lib/api/client.ts';
import { adminApi } from '../queries.ts';

const REFRESH_MS = 10_000;

const figures = <Data>(name: string, parser: Parser<Data>) =>
  queryOptions({
    queryKey: ['analytics', name],
    queryFn: ({ signal }) => adminApi.get(`/admin/analytics/${name}`, parser, signal),
    staleTime: 60_000,
  });

export const overviewQuery = figures('overview', analyticsOverview);
export const trafficQuery = figures('traffic', analyticsTraffic);
export const pagesQuery = figures('pages', analyticsPages);
export const devicesQuery = figures('devices', analyticsDevices);
export const realtimeQuery = {
  ...figures('realtime', analyticsRealtime),
  staleTime: 0,
  refetchInterval: REFRESH_MS,
};
export const geographicQuery = figures('geographic', analyticsGeographic);
export const referrersQuery = figures('referrers', analyticsReferrers);
export const funnelQuery = figures('funnel', analyticsFunnel);
export const growthQuery = (period: GrowthPeriod) => ({
  ...figures(`growth?period=${period}`, analyticsGrowth),
  placeholderData: keepPreviousData,
});
