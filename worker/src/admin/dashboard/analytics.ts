import * as adminDashboardApi from '#domain/admin/dashboard-api.ts';
import { worthOf } from '#domain/admin/figures.ts';
import { daysTo, monthOf, monthsTo, today } from '#domain/admin/periods.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { readSeries } from './repository.ts';

const DAYS = { '7d': 7, '30d': 30, '90d': 90 } as const;

/** What came in, by day or by month. */
export const getAnalytics = serve(adminDashboardApi.getDashboardAnalytics, async (ctx, { timeframe }) => {
  const day = today(ctx.clock());
  const grain = timeframe === '12m' ? 'month' : 'day';
  const periods = timeframe === '12m' ? monthsTo(monthOf(day), 12) : daysTo(day, DAYS[timeframe]);
  const sums = await readSeries(ctx.db, grain, { from: periods[0] ?? day, to: periods.at(-1) ?? day });
  return {
    timeframe,
    entries: periods.map((period) => {
      const at = { from: period, to: period };
      return {
        period,
        views: sums.of('views', at).count,
        users: sums.of('users', at).count,
        policies: sums.of('policies', at).count,
        claims: sums.of('claims', at).count,
        revenue: worthOf(sums.of('revenue', at)),
      };
    }),
  };
});
