import * as adminAnalyticsApi from '#domain/admin/analytics-api.ts';
import {
  ACTIVE_MINUTES,
  ANALYTICS_DAYS,
  ANALYTICS_ROWS,
  GROWTH_PERIODS,
} from '#domain/admin/analytics-schema.ts';
import { DEVICES, FUNNEL_STEPS, type SitePath, VIEWPORTS, VISIT_STEPS } from '#domain/analytics/visit.ts';
import { dayOf, formatDay } from '#domain/days.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { type Named, readDays, readLive, readPaid, readTop, type SiteDay } from './repository.ts';

const TRAFFIC_DAYS = 7;
/** Pages that a step of the funnel names. */
const LEFT_AT = 3;
const MINUTE_MS = 60_000;

/** To one decimal. */
const percent = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10);

/** `+12.5%`, `-3.0%` or `0.0%`; null if there was nothing before. */
export function changeOf(value: number | null, before: number | null): string | null {
  if (value === null || before === null || before <= 0) return null;
  const change = (((value - before) / before) * 100).toFixed(1);
  if (Number(change) === 0) return '0.0%';
  return `${value > before ? '+' : ''}${change}%`;
}

/** Sums of some days. */
function sumOf(days: readonly SiteDay[]) {
  const sum = (field: 'views' | 'visitors' | 'sessions' | 'seconds' | 'engaged') =>
    days.reduce((total, day) => total + day[field], 0);
  const sessions = sum('sessions');
  return {
    views: sum('views'),
    visitors: sum('visitors'),
    sessions,
    duration: sessions === 0 ? null : Math.round(sum('seconds') / sessions),
    engagement: sessions === 0 ? null : percent(sum('engaged'), sessions),
  };
}

/** The last days, today among them, and as many before, as UTC days. */
function periodOf(ctx: AdminCtx, days: number) {
  const today = dayOf(ctx.clock());
  return {
    from: formatDay(today - days + 1),
    to: formatDay(today),
    previousFrom: formatDay(today - 2 * days + 1),
    previousTo: formatDay(today - days),
    list: Array.from({ length: days }, (_, index) => formatDay(today - days + 1 + index)),
  };
}

/** The sums of both periods, and the days of the later one. */
async function readPeriods(ctx: AdminCtx, length: number) {
  const period = periodOf(ctx, length);
  const all = await readDays(ctx.db, period.previousFrom, period.to);
  const days = all.filter(({ day }) => day >= period.from);
  return { period, days, now: sumOf(days), before: sumOf(all.filter(({ day }) => day < period.from)) };
}

export const readOverview = serve(adminAnalyticsApi.getAnalyticsOverview, async (ctx) => {
  const { now, before } = await readPeriods(ctx, ANALYTICS_DAYS);
  return {
    pageViews: { value: now.views, change: changeOf(now.views, before.views) },
    activeUsers: { value: now.visitors, change: changeOf(now.visitors, before.visitors) },
    sessionDuration: { value: now.duration, change: changeOf(now.duration, before.duration) },
    engagementRate: { value: now.engagement, change: changeOf(now.engagement, before.engagement) },
  };
});

export const readTraffic = serve(adminAnalyticsApi.getAnalyticsTraffic, async (ctx) => {
  const { from, to, list } = periodOf(ctx, TRAFFIC_DAYS);
  const visitors = new Map((await readDays(ctx.db, from, to)).map((row) => [row.day, row.visitors]));
  return list.map((day) => ({ day, visitors: visitors.get(day) ?? 0 }));
});

/** The most frequent names of the last 30 days, each with its share of all. */
async function readShares(ctx: AdminCtx, kind: string, limit = ANALYTICS_ROWS) {
  const rows = await readTop(ctx.db, '', kind, limit);
  const total = rows.find(({ name }) => name === '')?.count ?? 0;
  return named(rows).map(({ name, count }) => ({ name, count, percentage: percent(count, total) }));
}

/** Without the sum, and without what was reversed. */
const named = (rows: readonly Named[]) => rows.filter(({ name, count }) => name !== '' && count > 0);

export const readPages = serve(adminAnalyticsApi.getAnalyticsPages, async (ctx) => {
  const rows = await readShares(ctx, 'path');
  return rows.map(({ name, count, percentage }) => ({ path: name as SitePath, views: count, percentage }));
});

export const readDevices = serve(adminAnalyticsApi.getAnalyticsDevices, async (ctx) => {
  const [types, viewports] = await Promise.all([
    readShares(ctx, 'device', DEVICES.length),
    readShares(ctx, 'viewport', DEVICES.length * VIEWPORTS.length),
  ]);
  return DEVICES.map((type) => {
    const visitors = types.find(({ name }) => name === type)?.count ?? 0;
    const share = (width: string) =>
      percent(viewports.find(({ name }) => name === `${type}/${width}`)?.count ?? 0, visitors);
    return {
      type,
      visitors,
      percentage: types.find(({ name }) => name === type)?.percentage ?? 0,
      viewports: { narrow: share('narrow'), medium: share('medium'), wide: share('wide') },
    };
  });
});

export const readRealtime = serve(adminAnalyticsApi.getAnalyticsRealtime, async (ctx) => {
  const now = ctx.clock();
  const today = formatDay(dayOf(now));
  const minutes = Array.from({ length: ACTIVE_MINUTES }, (_, back) => {
    const at = new Date(now - back * MINUTE_MS).toISOString();
    return { day: at.slice(0, 10), name: at.slice(11, 16) };
  });
  const [activeUsers, [day], referrers, countries] = await Promise.all([
    readLive(ctx.db, minutes),
    readDays(ctx.db, today, today),
    readTop(ctx.db, today, 'referrer', 3),
    readTop(ctx.db, today, 'country', 2),
  ]);
  const engagement = day && day.sessions > 0 ? percent(day.engaged, day.sessions) : null;
  return {
    activeUsers,
    topReferrer: named(referrers).find(({ name }) => name !== '-' && name !== 'other')?.name ?? null,
    topCountry: named(countries).find(({ name }) => name !== 'XX')?.name ?? null,
    bounceRate: engagement === null ? null : Math.round((100 - engagement) * 10) / 10,
  };
});

export const readGeographic = serve(adminAnalyticsApi.getAnalyticsCountries, async (ctx) => {
  const rows = await readShares(ctx, 'country');
  return rows.map(({ name, count, percentage }) => ({
    country: name === 'XX' ? null : name,
    visitors: count,
    percentage,
  }));
});

export const readReferrers = serve(adminAnalyticsApi.getAnalyticsReferrers, async (ctx) => {
  const rows = await readShares(ctx, 'referrer');
  return rows.map(({ name, count, percentage }) => ({
    referrer: name === '-' ? null : name,
    sessions: count,
    percentage,
  }));
});

export const readGrowth = serve(adminAnalyticsApi.getAnalyticsGrowth, async (ctx, { period }) => {
  const { period: dates, days, now, before } = await readPeriods(ctx, GROWTH_PERIODS[period]);
  const { list, ...range } = dates;
  const known = new Map(days.map((row) => [row.day, row]));
  const compare = (value: number, previous: number) => ({
    value,
    previous,
    change: changeOf(value, previous),
  });
  return {
    period,
    ...range,
    pageViews: compare(now.views, before.views),
    visitors: compare(now.visitors, before.visitors),
    sessions: compare(now.sessions, before.sessions),
    days: list.map((day) => {
      const { views = 0, visitors = 0, sessions = 0 } = known.get(day) ?? {};
      return { day, views, visitors, sessions };
    }),
  };
});

export const readFunnel = serve(adminAnalyticsApi.getPurchaseFunnel, async (ctx) => {
  const { from, to } = periodOf(ctx, ANALYTICS_DAYS);
  const [days, paid, ...left] = await Promise.all([
    readDays(ctx.db, from, to),
    readPaid(ctx.db, from, to),
    ...VISIT_STEPS.map((_, step) => readTop(ctx.db, '', `left_${step + 1}`, LEFT_AT)),
  ]);
  const sum = (of: (day: SiteDay) => number) => days.reduce((total, day) => total + of(day), 0);
  const counts = [
    sum(({ price_seen }) => price_seen),
    sum(({ form_complete }) => form_complete),
    sum(({ wallet_connected }) => wallet_connected),
    sum(({ quote }) => quote),
    sum(({ wallet_opened }) => wallet_opened),
    paid,
    sum(({ active }) => active),
  ];
  return {
    from,
    to,
    steps: FUNNEL_STEPS.map((step, index) => {
      const count = counts[index] ?? 0;
      const before = counts[index - 1] ?? 0;
      return {
        step,
        count,
        drop: before === 0 ? null : percent(before - count, before),
        leftAt: named(left[index] ?? []).map((row) => ({ path: row.name as SitePath, visitors: row.count })),
      };
    }),
  };
});
