import { keepPreviousData } from '@tanstack/react-query';
import type { COMPARISONS } from '#domain/admin/insight-schema.ts';
import * as revenueApi from '#domain/admin/revenue-api.ts';
import { adminApi } from '#web/features/admin/queries.ts';

/** The last answer stays while another choice loads. */
const STAYS = { placeholderData: keepPreviousData };

export const revenueOverviewQuery = adminApi.query(revenueApi.getRevenueOverview);
export const trendsQuery = adminApi.query(revenueApi.listRevenueTrends);
export const categoriesQuery = adminApi.query(revenueApi.listRevenueCategories);
export const topPoliciesQuery = adminApi.query(revenueApi.listTopPolicies);
export const transactionsQuery = adminApi.query(revenueApi.getTransactionAnalytics);
export const comparisonQuery = (compareWith: (typeof COMPARISONS)[number]) =>
  adminApi.query(revenueApi.compareRevenue, { query: { compareWith } }, STAYS);
export const dailyQuery = (days: string) =>
  adminApi.query(revenueApi.listDailyRevenue, { query: { days } }, STAYS);
export const insuranceQuery = adminApi.query(revenueApi.getInsuranceResult);
