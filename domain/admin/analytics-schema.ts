/** How the site is used, in figures that name nobody. Days are UTC. */
import * as z from 'zod';
import { DEVICES, FUNNEL_STEPS, SITE_PATHS, VIEWPORTS } from '#domain/analytics/visit.ts';
import { objects } from '#domain/fields.ts';
import { keysOf } from '#domain/keys.ts';
import { change } from './insight-schema.ts';

/** Everything but growth, traffic and real time covers this many days, today among them. */
export const ANALYTICS_DAYS = 30;
/** Entries of pages, countries and referrers, most frequent first. */
export const ANALYTICS_ROWS = 20;
/** A visitor is active for this long after the last sign of life. */
export const ACTIVE_MINUTES = 5;

const count = z.number().int();
const day = z.iso.date();
/** Percent to one decimal. */
const percentage = z.number();

/** Against as many days before; null if there was nothing then. */
const counted = z.object({ value: count, change });
const averaged = z.object({ value: z.number().nullable(), change });

export const analyticsOverview = z.object({
  pageViews: counted,
  /** Visitors of each day, added up: nobody is recognized on another day. */
  activeUsers: counted,
  /** Average length of a visit in seconds; null without visits. */
  sessionDuration: averaged,
  /** Visits with a second page or of at least 10 seconds, in percent; null without visits. */
  engagementRate: averaged,
});
export type AnalyticsOverview = z.output<typeof analyticsOverview>;

/** The last 7 days, oldest first, today last. */
export const analyticsTraffic = z.array(z.object({ day, visitors: count }));

const sitePath = z.enum(SITE_PATHS);
/** Page views by pattern. */
export const analyticsPages = z.array(z.object({ path: sitePath, views: count, percentage }));

/** Visitors by device, and how wide their windows were. */
export const analyticsDevices = objects({
  type: z.enum(DEVICES),
  visitors: count,
  percentage,
  viewports: z.record(z.enum(VIEWPORTS), percentage),
});

export const analyticsRealtime = z.object({
  /** Visitors of the last 5 minutes. */
  activeUsers: count,
  /** Of today's visits: the host that brought the most; null if none came from elsewhere. */
  topReferrer: z.string().nullable(),
  /** Two letters; null if no country is known. */
  topCountry: z.string().nullable(),
  /** Of today's visits, in percent; null without visits. */
  bounceRate: percentage.nullable(),
});

/** Visitors by country. */
export const analyticsGeographic = objects({
  /** ISO 3166 two letters; null where the network doesn't know. */
  country: z.string().nullable(),
  visitors: count,
  percentage,
});

/** Visits by the host that linked here. */
export const analyticsReferrers = objects({
  /** Null for visits without one; `other` for the hosts beyond the first 200 of a day. */
  referrer: z.string().nullable(),
  sessions: count,
  percentage,
});

export const GROWTH_PERIODS = { '7d': 7, '30d': 30, '90d': 90, '180d': 180 } as const;
const PERIODS = keysOf(GROWTH_PERIODS);
export const growthQuery = z.object({
  period: z.enum(PERIODS, `Please choose ${PERIODS.join(', ')}.`).default('30d'),
});
/** The last days, including today, compared with as many days before. */
export const analyticsGrowth = z.object({
  period: z.enum(PERIODS),
  from: day,
  to: day,
  previousFrom: day,
  previousTo: day,
  pageViews: counted.extend({ previous: count }),
  visitors: counted.extend({ previous: count }),
  sessions: counted.extend({ previous: count }),
  /** Oldest first, without gaps. */
  days: z.array(z.object({ day, views: count, visitors: count, sessions: count })),
});

/** From the price to the policy, in the last 30 days. */
export const analyticsFunnel = z.object({
  from: day,
  to: day,
  steps: objects({
    step: z.enum(FUNNEL_STEPS),
    /**
     * Visitors who got this far on one day. `paid` is payments that stand on chain and `active` policies that became
     * active, with those of people whose browsers report nothing.
     */
    count,
    /** Percent fewer than at the step before; negative if more; null for the first step and after none. */
    drop: percentage.nullable(),
    /** Where those who got here but not further were last seen, most frequent first, at most three. */
    leftAt: z.array(z.object({ path: sitePath, visitors: count })),
  }),
});
export type AnalyticsFunnel = z.output<typeof analyticsFunnel>;
