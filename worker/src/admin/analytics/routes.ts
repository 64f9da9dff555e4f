import { OpenAPIHono } from '@hono/zod-openapi';
import type * as z from 'zod';
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
  growthQuery,
} from '../../../../domain/admin/analytics-schema.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { answer, refusals } from '../../platform/http/openapi.ts';
import { ok, route } from '../../platform/http/route.ts';
import { adminCtx, forAdmin } from '../auth/guard.ts';
import {
  readDevices,
  readFunnel,
  readGeographic,
  readGrowth,
  readOverview,
  readPages,
  readRealtime,
  readReferrers,
  readTraffic,
} from './read.ts';

const shared = { method: 'get' as const, tags: ['admin: analytics'], ...forAdmin('read') };

const reading = <const Path extends string, Data extends z.ZodType>(
  path: Path,
  operationId: string,
  summary: string,
  data: Data,
) =>
  route({
    ...shared,
    operationId,
    path,
    summary,
    responses: { 200: answer(data, summary), ...refusals(401, 403) },
  });

const growthRoute = route({
  ...shared,
  operationId: 'getAnalyticsGrowth',
  path: '/admin/analytics/growth',
  summary: 'Get page views, visitors and visits against as many days before',
  request: { query: growthQuery },
  responses: { 200: answer(analyticsGrowth, 'Both periods and each day'), ...refusals(401, 403, 422) },
});

export const adminAnalyticsRoutes = new OpenAPIHono<AppEnv>()
  .openapi(
    reading(
      '/admin/analytics/overview',
      'getAnalyticsOverview',
      'Get the last 30 days in four figures',
      analyticsOverview,
    ),
    async (c) => ok(c, await readOverview(adminCtx(c))),
  )
  .openapi(
    reading(
      '/admin/analytics/traffic',
      'getAnalyticsTraffic',
      'Get the visitors of the last 7 days',
      analyticsTraffic,
    ),
    async (c) => ok(c, await readTraffic(adminCtx(c))),
  )
  .openapi(
    reading('/admin/analytics/pages', 'getAnalyticsPages', 'Get the most viewed pages', analyticsPages),
    async (c) => ok(c, await readPages(adminCtx(c))),
  )
  .openapi(
    reading(
      '/admin/analytics/devices',
      'getAnalyticsDevices',
      'Get the visitors by device',
      analyticsDevices,
    ),
    async (c) => ok(c, await readDevices(adminCtx(c))),
  )
  .openapi(
    reading(
      '/admin/analytics/realtime',
      'getAnalyticsRealtime',
      'Get who is there now, and today so far',
      analyticsRealtime,
    ),
    async (c) => ok(c, await readRealtime(adminCtx(c))),
  )
  .openapi(
    reading(
      '/admin/analytics/geographic',
      'getAnalyticsCountries',
      'Get the visitors by country',
      analyticsGeographic,
    ),
    async (c) => ok(c, await readGeographic(adminCtx(c))),
  )
  .openapi(
    reading(
      '/admin/analytics/referrers',
      'getAnalyticsReferrers',
      'Get the visits by the site that linked here',
      analyticsReferrers,
    ),
    async (c) => ok(c, await readReferrers(adminCtx(c))),
  )
  .openapi(growthRoute, async (c) => ok(c, await readGrowth(adminCtx(c), c.req.valid('query').period)))
  .openapi(
    reading(
      '/admin/analytics/funnel',
      'getPurchaseFunnel',
      'Get how far visitors get on the way to a policy, and where they leave',
      analyticsFunnel,
    ),
    async (c) => ok(c, await readFunnel(adminCtx(c))),
  );
