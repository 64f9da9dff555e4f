import { OpenAPIHono } from '@hono/zod-openapi';
import {
  activities,
  dashboardAnalytics,
  dashboardOverview,
  timeframeQuery,
} from '../../../../domain/admin/insight-schema.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { answer, refusals } from '../../platform/http/openapi.ts';
import { ok, route } from '../../platform/http/route.ts';
import { adminCtx, forAdmin } from '../auth/guard.ts';
import { listActivities } from './activities.ts';
import { getAnalytics } from './analytics.ts';
import { getOverview } from './overview.ts';

const reading = { tags: ['admin: dashboard'], ...forAdmin('read') };

const overviewRoute = route({
  operationId: 'getDashboardOverview',
  method: 'get',
  path: '/admin/dashboard/overview',
  ...reading,
  summary: 'Get the dashboard’s figures',
  description:
    'Growth compares what came in the last 30 days, today among them, with the 30 days before; it is null if nothing came then. Revenue is premiums less refunds; its growth is in US dollars. Days are UTC.',
  responses: { 200: answer(dashboardOverview, 'The figures'), ...refusals(401, 403) },
});

const activitiesRoute = route({
  operationId: 'listDashboardActivities',
  method: 'get',
  path: '/admin/dashboard/activities',
  ...reading,
  summary: 'List what happened last, newest first, at most 20',
  description:
    'Customers who joined, policies issued, claims made and decided, claims paid, premiums refunded, and payments without a policy. `link` is the record at the desk.',
  responses: { 200: answer(activities, 'The activities'), ...refusals(401, 403) },
});

const analyticsRoute = route({
  operationId: 'getDashboardAnalytics',
  method: 'get',
  path: '/admin/dashboard/analytics',
  ...reading,
  summary: 'Get the dashboard’s figures over time',
  description:
    'By UTC day, today last; for `12m` by month, this one last. Oldest first and without gaps: page views, customers who joined, policies issued, claims made, and revenue (premiums less refunds) at the rate of each day.',
  request: { query: timeframeQuery },
  responses: { 200: answer(dashboardAnalytics, 'The figures'), ...refusals(401, 403, 422) },
});

export const adminDashboardRoutes = new OpenAPIHono<AppEnv>()
  .openapi(overviewRoute, async (c) => ok(c, await getOverview(adminCtx(c))))
  .openapi(activitiesRoute, async (c) => ok(c, await listActivities(adminCtx(c))))
  .openapi(analyticsRoute, async (c) => ok(c, await getAnalytics(adminCtx(c), c.req.valid('query'))));
