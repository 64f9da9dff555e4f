import {
  comparisonQuery,
  dailyQuery,
  insuranceResult,
  revenueCategories,
  revenueComparison,
  revenueDaily,
  revenueOverview,
  revenueTrends,
  topPolicies,
  transactionAnalytics,
} from '../../../../domain/admin/insight-schema.ts';
import { endpoint, routes } from '../../platform/http/endpoint.ts';
import { answer } from '../../platform/http/openapi.ts';
import { forAdmin } from '../auth/guard.ts';
import { getInsurance } from './insurance.ts';
import { getComparison, getDaily, getTrends } from './over-time.ts';
import { listTopPolicies } from './top-policies.ts';
import { getCategories, getRevenue, getTransactions } from './totals.ts';

export const adminRevenueRoutes = routes('admin: revenue', [
  endpoint('GET /admin/revenue/overview', {
    operationId: 'getRevenueOverview',
    summary: 'Get revenue and fees, in total and of this month',
    description:
      'Revenue is premiums less what was refunded of them, each when its block was mined and at the rate of its day. A change is in US dollars: of totals, the last 30 days against the 30 before; of this month, its days so far against the same days of the month before.',
    guard: forAdmin('read'),
    answers: { 200: answer(revenueOverview, 'The sums') },
    run: getRevenue,
  }),
  endpoint('GET /admin/revenue/trends', {
    operationId: 'listRevenueTrends',
    summary: 'List revenue and fees by month, twelve of them, oldest first',
    description: 'Fees are what the networks charged for our transactions and our own share of the premiums.',
    guard: forAdmin('read'),
    answers: { 200: answer(revenueTrends, 'The months') },
    run: getTrends,
  }),
  endpoint('GET /admin/revenue/categories', {
    operationId: 'listRevenueCategories',
    summary: 'List revenue by product',
    description: 'Of all time, with each product’s share of the revenue in US dollars.',
    guard: forAdmin('read'),
    answers: { 200: answer(revenueCategories, 'The products') },
    run: getCategories,
  }),
  endpoint('GET /admin/revenue/policies', {
    operationId: 'listTopPolicies',
    summary: 'List the five policies with the highest premiums',
    description:
      'Policies that were paid and neither rejected nor canceled. The change is against the average premium of the product.',
    guard: forAdmin('read'),
    answers: { 200: answer(topPolicies, 'The policies') },
    run: listTopPolicies,
  }),
  endpoint('GET /admin/revenue/transactions', {
    operationId: 'getTransactionAnalytics',
    summary: 'Get the outcomes of payments',
    description:
      'Payments that the chain confirmed, for policies and without one, and reported payments that failed or never appeared. The average is that of premiums. Exceptions are confirmed payments that fit no policy, each worth its part of the premium that its quote asks for, or its amount at the rate of that moment; open ones wait for their refund, as at the desk.',
    guard: forAdmin('read'),
    answers: { 200: answer(transactionAnalytics, 'The figures') },
    run: getTransactions,
  }),
  endpoint('GET /admin/revenue/comparison', {
    operationId: 'compareRevenue',
    summary: 'Compare this month, quarter or year so far with the one before',
    description:
      'The earlier period ends on the same day of the same month within it; a day that this month doesn’t have there is left out, so March 31 is compared with February 28 or 29. Changes of money are in US dollars.',
    guard: forAdmin('read'),
    query: comparisonQuery,
    answers: { 200: answer(revenueComparison, 'Both periods') },
    run: getComparison,
  }),
  endpoint('GET /admin/revenue/daily', {
    operationId: 'listDailyRevenue',
    summary: 'List revenue, refunds, claims paid and policies issued by day',
    description: 'UTC days, today last, without gaps.',
    guard: forAdmin('read'),
    query: dailyQuery,
    answers: { 200: answer(revenueDaily, 'The days') },
    run: getDaily,
  }),
  endpoint('GET /admin/revenue/insurance', {
    operationId: 'getInsuranceResult',
    summary: 'Get premium earned, claims incurred and their ratios',
    description:
      'Twelve months, this one so far, and each product in all of them. A premium is earned evenly over the days of its term; a refund ends that and corrects what was earned to what we keep. Incurred is paid plus the change of reserves for open claims. Loss ratio is incurred over earned, expense ratio is expenses over written. What the networks charged belongs to no product and is in the months and the total alone.',
    guard: forAdmin('read'),
    answers: { 200: answer(insuranceResult, 'The result') },
    run: getInsurance,
  }),
]);
