import { and, desc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import * as adminDashboardApi from '#domain/admin/dashboard-api.ts';
import { changeOf, worthOf } from '#domain/admin/figures.ts';
import { GROWTH_DAYS } from '#domain/admin/insight-schema.ts';
import { daysTo, lastDays, monthOf, monthsTo, today } from '#domain/admin/periods.ts';
import { readAsOf, totalsOf } from '#worker/admin/figures/repository.ts';
import { entryOf, standingWhere } from '#worker/money/entries/repository.ts';
import { claims } from '#worker/platform/db/claims-schema.ts';
import { type Database, readTogether } from '#worker/platform/db/client.ts';
import { findRows } from '#worker/platform/db/guard.ts';
import { chainEvents } from '#worker/platform/db/registry-schema.ts';
import { accounts, paymentExceptions, policies } from '#worker/platform/db/schema.ts';
import { serve } from '#worker/platform/http/serve.ts';

const SERIES = ['views', 'users', 'policies', 'claims', 'revenue'] as const;

/** How many customers, policies and claims there are, what they brought in, and how each grew. */
export const getOverview = serve(adminDashboardApi.getDashboardOverview, async (ctx) => {
  const day = today(ctx.clock());
  const { current, previous } = lastDays(day, GROWTH_DAYS);
  const month = day.slice(0, 7);
  const { as_of, all, months, ending, days } = await readTogether({
    as_of: readAsOf(ctx.db),
    all: totalsOf(ctx.db, 'all', { figures: ['users', 'claims', 'revenue'] }),
    // Policies that end in the months after this one, and in the rest of it.
    months: totalsOf(ctx.db, 'month', { figures: ['active'], from: `${month}-` }),
    ending: totalsOf(ctx.db, 'day', { figures: ['active'], from: day, to: `${month}-31` }),
    days: totalsOf(ctx.db, 'day', { figures: SERIES, from: previous.from, to: day }),
  });
  const growth = (figure: 'users' | 'policies' | 'claims') =>
    changeOf(days.of(figure, current).count, days.of(figure, previous).count);
  const revenue = worthOf(all.of('revenue'));
  return {
    overview: {
      total_users: all.of('users').count,
      active_policies: ending.of('active').count + months.of('active').count,
      total_claims: all.of('claims').count,
      platform_revenue: revenue.eth,
      platform_revenue_usd: revenue.usd,
      user_growth: growth('users'),
      policy_growth: growth('policies'),
      claim_growth: growth('claims'),
      revenue_growth: changeOf(days.of('revenue', current).value, days.of('revenue', previous).value),
    },
    monthly_views: days.of('views', current).count,
    as_of,
  };
});

const DAYS = { '7d': 7, '30d': 30, '90d': 90 } as const;

/** What came in, by day or by month. */
export const getAnalytics = serve(adminDashboardApi.getDashboardAnalytics, async (ctx, { timeframe }) => {
  const day = today(ctx.clock());
  const grain = timeframe === '12m' ? 'month' : 'day';
  const periods = timeframe === '12m' ? monthsTo(monthOf(day), 12) : daysTo(day, DAYS[timeframe]);
  const span = { from: periods[0] ?? day, to: periods.at(-1) ?? day };
  const sums = await totalsOf(ctx.db, grain, { figures: SERIES, ...span });
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

/** The newest rows of everything that happens, `limit` of each, in one round trip. */
export async function readNewest(db: Database, limit: number) {
  const { money, ...newest } = await readTogether({
    users: db.select().from(accounts).orderBy(desc(accounts.id)).limit(limit),
    sold: db.select().from(policies).orderBy(desc(policies.id)).limit(limit),
    made: db.select().from(claims).orderBy(desc(claims.id)).limit(limit),
    decided: findRows(db, claims, isNotNull(claims.decided_at), [desc(claims.decided_at)], limit),
    // Premiums are told as policies and reserves as claims, which are as many at least; so this hides none of the rest.
    money: db.all(
      standingWhere(
        sql`n.kind <> 'refund_owed' ORDER BY n.at DESC, n.id DESC LIMIT ${sql.raw(String(4 * limit))}`,
      ),
    ),
    exceptions: db
      .select({
        id: paymentExceptions.id,
        reason: paymentExceptions.reason,
        detail: paymentExceptions.detail,
        at: chainEvents.block_time,
      })
      .from(paymentExceptions)
      .innerJoin(chainEvents, eq(chainEvents.id, paymentExceptions.event_id))
      .where(and(inArray(paymentExceptions.status, ['open', 'resolved']), ne(chainEvents.status, 'orphaned')))
      .orderBy(desc(paymentExceptions.id))
      .limit(limit),
  });
  return { ...newest, money: money.map(entryOf) };
}
