import { OpenAPIHono } from '@hono/zod-openapi';
import {
  comparisonQuery,
  dailyQuery,
  exposure,
  insuranceResult,
  lossTriangles,
  revenueCategories,
  revenueComparison,
  revenueDaily,
  revenueOverview,
  revenueTrends,
  topPolicies,
  transactionAnalytics,
  triangleQuery,
} from '../../../../domain/admin/insight-schema.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { answer, refusals } from '../../platform/http/openapi.ts';
import { ok, route } from '../../platform/http/route.ts';
import { adminCtx, forAdmin } from '../auth/guard.ts';
import { getExposure } from './exposure.ts';
import { getInsurance, getTriangles } from './insurance.ts';
import { getComparison, getDaily, getTrends } from './over-time.ts';
import { listTopPolicies } from './top-policies.ts';
import { getCategories, getRevenue, getTransactions } from './totals.ts';

const reading = { tags: ['admin: revenue'], ...forAdmin('read') };
const plain = refusals(401, 403);
const asked = refusals(401, 403, 422);

const overviewRoute = route({
  operationId: 'getRevenueOverview',
  method: 'get',
  path: '/admin/revenue/overview',
  ...reading,
  summary: 'Get revenue and fees, of all time and of this month',
  description:
    'Revenue is premiums less what was refunded of them, each when its block was mined and at the rate of its day. A change is in US dollars: of totals, the last 30 days against the 30 before; of this month, its days so far against the same days of the month before.',
  responses: { 200: answer(revenueOverview, 'The sums'), ...plain },
});

const trendsRoute = route({
  operationId: 'listRevenueTrends',
  method: 'get',
  path: '/admin/revenue/trends',
  ...reading,
  summary: 'List revenue and fees by month, twelve of them, oldest first',
  description: 'Fees are what the networks charged for our transactions and our own share of the premiums.',
  responses: { 200: answer(revenueTrends, 'The months'), ...plain },
});

const categoriesRoute = route({
  operationId: 'listRevenueCategories',
  method: 'get',
  path: '/admin/revenue/categories',
  ...reading,
  summary: 'List revenue by product',
  description: 'Of all time, with each product’s share of the revenue in US dollars.',
  responses: { 200: answer(revenueCategories, 'The products'), ...plain },
});

const policiesRoute = route({
  operationId: 'listTopPolicies',
  method: 'get',
  path: '/admin/revenue/policies',
  ...reading,
  summary: 'List the five policies with the highest premiums',
  description:
    'Policies that were paid and neither rejected nor canceled. The change is against the average premium of the product.',
  responses: { 200: answer(topPolicies, 'The policies'), ...plain },
});

const transactionsRoute = route({
  operationId: 'getTransactionAnalytics',
  method: 'get',
  path: '/admin/revenue/transactions',
  ...reading,
  summary: 'Get how payments went',
  description:
    'Payments that the chain confirmed, for policies and without one, and reported payments that failed or never appeared. The average is that of premiums. Exceptions are confirmed payments that fit no policy, each worth its part of the premium that its quote asks for, or its amount at the rate of that moment; open ones wait for their refund, as at the desk.',
  responses: { 200: answer(transactionAnalytics, 'The figures'), ...plain },
});

const comparisonRoute = route({
  operationId: 'compareRevenue',
  method: 'get',
  path: '/admin/revenue/comparison',
  ...reading,
  summary: 'Compare this month, quarter or year so far with the one before',
  description:
    'The earlier period ends on the same day of the same month within it; a day that this month doesn’t have there is left out, so March 31 is compared with February 28 or 29. Changes of money are in US dollars.',
  request: { query: comparisonQuery },
  responses: { 200: answer(revenueComparison, 'Both periods'), ...asked },
});

const dailyRoute = route({
  operationId: 'listDailyRevenue',
  method: 'get',
  path: '/admin/revenue/daily',
  ...reading,
  summary: 'List revenue, refunds, claims paid and policies issued by day',
  description: 'UTC days, today last, without gaps.',
  request: { query: dailyQuery },
  responses: { 200: answer(revenueDaily, 'The days'), ...asked },
});

const insuranceRoute = route({
  operationId: 'getInsuranceResult',
  method: 'get',
  path: '/admin/revenue/insurance',
  ...reading,
  summary: 'Get premium earned, claims incurred and their ratios',
  description:
    'Twelve months, this one so far, and each product in all of them. A premium is earned evenly over the days of its term; a refund ends that and corrects what was earned to what we keep. Incurred is paid plus the change of reserves for open claims. Loss ratio is incurred over earned, expense ratio is expenses over written. What the networks charged belongs to no product and is in the months and the total alone.',
  responses: { 200: answer(insuranceResult, 'The result'), ...plain },
});

const trianglesRoute = route({
  operationId: 'getLossTriangles',
  method: 'get',
  path: '/admin/revenue/triangles',
  ...reading,
  summary: 'Get how the claims of each quarter developed',
  description:
    'By the quarter of the incident, for the last twelve: what its claims had cost after 0, 1, 2 … quarters, cumulative. Incurred is paid plus what was then reserved.',
  request: { query: triangleQuery },
  responses: { 200: answer(lossTriangles, 'The triangles'), ...asked },
});

const exposureRoute = route({
  operationId: 'getExposure',
  method: 'get',
  path: '/admin/revenue/exposure',
  ...reading,
  summary: 'Get cover against the pool, by currency',
  description:
    'Cover that was sold and ends today or later, as quotes are limited by it. The largest policies are the paid ones with the most cover left, also while they are under review. `pool` is null while the chain can’t be read, `pool_usd` and `left_after_usd` also while it has no rate; `multiple` is null then, and for cover without a pool.',
  responses: { 200: answer(exposure, 'Each currency of each chain'), ...plain },
});

export const adminRevenueRoutes = new OpenAPIHono<AppEnv>()
  .openapi(overviewRoute, async (c) => ok(c, await getRevenue(adminCtx(c))))
  .openapi(trendsRoute, async (c) => ok(c, await getTrends(adminCtx(c))))
  .openapi(categoriesRoute, async (c) => ok(c, await getCategories(adminCtx(c))))
  .openapi(policiesRoute, async (c) => ok(c, await listTopPolicies(adminCtx(c))))
  .openapi(transactionsRoute, async (c) => ok(c, await getTransactions(adminCtx(c))))
  .openapi(comparisonRoute, async (c) => ok(c, await getComparison(adminCtx(c), c.req.valid('query'))))
  .openapi(dailyRoute, async (c) => ok(c, await getDaily(adminCtx(c), c.req.valid('query'))))
  .openapi(insuranceRoute, async (c) => ok(c, await getInsurance(adminCtx(c))))
  .openapi(trianglesRoute, async (c) => ok(c, await getTriangles(adminCtx(c), c.req.valid('query'))))
  .openapi(exposureRoute, async (c) => ok(c, await getExposure(adminCtx(c))));
