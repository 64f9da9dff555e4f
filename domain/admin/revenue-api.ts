import { answer, call } from '#domain/http/call.ts';
import { figureCheck } from './figures-check-schema.ts';
import * as schema from './insight-schema.ts';

export const TAG = 'admin: revenue';

export const getRevenueOverview = call('getRevenueOverview', 'GET /admin/revenue/overview', {
  summary: 'Get revenue and fees, in total and of this month',
  description:
    'Revenue is premiums less what was refunded of them, each when its block was mined and at the rate of its day. A change is in US dollars: of totals, the last 30 days against the 30 before; of this month, its days so far against the same days of the month before.',
  answers: { 200: answer(schema.revenueOverview, 'The sums') },
});

export const listRevenueTrends = call('listRevenueTrends', 'GET /admin/revenue/trends', {
  summary: 'List revenue and fees by month, twelve of them, oldest first',
  description: 'Fees are what the networks charged for our transactions and our own share of the premiums.',
  answers: { 200: answer(schema.revenueTrends, 'The months') },
});

export const listRevenueCategories = call('listRevenueCategories', 'GET /admin/revenue/categories', {
  summary: 'List revenue by product',
  description: 'Of all time, with each product’s share of the revenue in US dollars.',
  answers: { 200: answer(schema.revenueCategories, 'The products') },
});

export const listTopPolicies = call('listTopPolicies', 'GET /admin/revenue/policies', {
  summary: 'List the five policies with the highest premiums',
  description:
    'Policies that were paid and neither rejected nor canceled. The change is against the average premium of the product.',
  answers: { 200: answer(schema.topPolicies, 'The policies') },
});

export const getTransactionAnalytics = call('getTransactionAnalytics', 'GET /admin/revenue/transactions', {
  summary: 'Get the outcomes of payments',
  description:
    'Payments that bought a policy, and reported payments that failed or never appeared; the average is that of the former. Exceptions are confirmed payments that fit no policy and count in neither, each worth its part of the premium that its quote asks for, or its amount at the rate of that moment; open ones wait for their refund, as at the desk.',
  answers: { 200: answer(schema.transactionAnalytics, 'The figures') },
});

export const compareRevenue = call('compareRevenue', 'GET /admin/revenue/comparison', {
  summary: 'Compare this month, quarter or year so far with the one before',
  description:
    'The earlier period ends on the same day of the same month within it; a day that this month doesn’t have there is left out, so March 31 is compared with February 28 or 29. Changes of money are in US dollars.',
  query: schema.comparisonQuery,
  answers: { 200: answer(schema.revenueComparison, 'Both periods') },
});

export const listDailyRevenue = call('listDailyRevenue', 'GET /admin/revenue/daily', {
  summary: 'List revenue, refunds, claims paid and policies issued by day',
  description: 'UTC days, today last, without gaps.',
  query: schema.dailyQuery,
  answers: { 200: answer(schema.revenueDaily, 'The days') },
});

export const getInsuranceResult = call('getInsuranceResult', 'GET /admin/revenue/insurance', {
  summary: 'Get premium earned, claims incurred and their ratios',
  description:
    'Twelve months, this one so far, and each product in all of them. A premium is earned evenly over the days of its term; a refund ends that and corrects what was earned to what we keep. Incurred is paid plus the change of reserves for open claims. Loss ratio is incurred over earned, expense ratio is expenses over written. What the networks charged belongs to no product and is in the months and the total alone.',
  answers: { 200: answer(schema.insuranceResult, 'The result') },
});

export const getFigureCheck = call('getFigureCheck', 'GET /admin/figures/check', {
  summary: 'Get the last check of the figures against what they count',
  description:
    'Once a day the figures of every day are recomputed from the ledger, the claims and the policies, and each roll-up is compared with its days; what differs is repaired. `current` may still be under way; `last` came to its end.',
  answers: { 200: answer(figureCheck, 'The checks') },
});
