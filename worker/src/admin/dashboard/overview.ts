import * as adminDashboardApi from '#domain/admin/dashboard-api.ts';
import { changeOf, ether } from '#domain/admin/figures.ts';
import { GROWTH_DAYS } from '#domain/admin/insight-schema.ts';
import { lastDays, today } from '#domain/admin/periods.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { readOverview } from './repository.ts';

/** How many customers, policies and claims there are, what they brought in, and how each grew. */
export const getOverview = serve(adminDashboardApi.getDashboardOverview, async (ctx) => {
  const day = today(ctx.clock());
  const { current, previous } = lastDays(day, GROWTH_DAYS);
  const { asOf, all, months, days } = await readOverview(ctx.db, day, previous.from);
  const growth = (figure: 'users' | 'policies' | 'claims') =>
    changeOf(days.of(figure, current).count, days.of(figure, previous).count);
  const active =
    days.of('active', { from: day, to: `${day.slice(0, 7)}-31` }).count + months.of('active').count;
  return {
    overview: {
      total_users: all.of('users').count,
      active_policies: active,
      total_claims: all.of('claims').count,
      platform_revenue: ether(all.of('revenue').gwei),
      user_growth: growth('users'),
      policy_growth: growth('policies'),
      claim_growth: growth('claims'),
      revenue_growth: changeOf(days.of('revenue', current).value, days.of('revenue', previous).value),
    },
    monthly_views: days.of('views', current).count,
    as_of: asOf,
  };
});
