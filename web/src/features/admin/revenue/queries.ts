import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type COMPARISONS,
  insuranceResult,
  revenueCategories,
  revenueComparison,
  revenueDaily,
  revenueOverview,
  revenueTrends,
  topPolicies,
  transactionAnalytics,
} from '../../../../../domain/admin/insight-schema.ts';
import type { Parser } from '../../../lib/api/client.ts';
import { adminApi } from '../queries.ts';

/** One call of the revenue screen. The last answer stays while another choice loads. */
const call = <Output>(path: string, parser: Parser<Output>) =>
  queryOptions({
    queryKey: ['revenue', path],
    queryFn: ({ signal }) => adminApi.get(`/admin/revenue/${path}`, parser, signal),
    placeholderData: keepPreviousData,
  });

export const revenueOverviewQuery = call('overview', revenueOverview);
export const trendsQuery = call('trends', revenueTrends);
export const categoriesQuery = call('categories', revenueCategories);
export const topPoliciesQuery = call('policies', topPolicies);
export const transactionsQuery = call('transactions', transactionAnalytics);
export const comparisonQuery = (compareWith: (typeof COMPARISONS)[number]) =>
  call(`comparison?compareWith=${compareWith}`, revenueComparison);
export const dailyQuery = (days: string) => call(`daily?days=${days}`, revenueDaily);
export const insuranceQuery = call('insurance', insuranceResult);
