import { add, type Sum } from '#domain/admin/figure-totals.ts';
import { centsOf, changeOf, percentOf, worthOf } from '#domain/admin/figures.ts';
import { GROWTH_DAYS } from '#domain/admin/insight-schema.ts';
import { comparedSpans, lastDays, type Span, today } from '#domain/admin/periods.ts';
import * as adminRevenueApi from '#domain/admin/revenue-api.ts';
import { PRODUCT_KEYS, PRODUCTS } from '#domain/products/index.ts';
import { countsByStatus } from '#worker/admin/repository.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { readAll, readTotals } from './repository.ts';

const feesOf = ({ value, gwei }: Sum) => worthOf({ value: centsOf(value), gwei });
const earliest = (...spans: Span[]) => spans.map(({ from }) => from).sort()[0] ?? '';

export const getRevenue = serve(adminRevenueApi.getRevenueOverview, async (ctx) => {
  const day = today(ctx.clock());
  const recent = lastDays(day, GROWTH_DAYS);
  const month = comparedSpans('last_month', day);
  const figures = ['revenue', 'gas', 'platform_fee'] as const;
  const span = { from: earliest(recent.previous, month.previous), to: day };
  const { asOf, all, days } = await readTotals(ctx.db, figures, span);
  const change = (figure: (typeof figures)[number], { current, previous }: typeof recent) =>
    changeOf(days.of(figure, current).value, days.of(figure, previous).value);
  const total = (figure: (typeof figures)[number]) => ({
    ...(figure === 'gas' ? feesOf(all.of('gas')) : worthOf(all.of(figure))),
    change: change(figure, recent),
  });
  return {
    totalRevenue: total('revenue'),
    monthlyRevenue: { ...worthOf(days.of('revenue', month.current)), change: change('revenue', month) },
    transactionFees: total('gas'),
    platformFees: total('platform_fee'),
    as_of: asOf,
  };
});

export const getCategories = serve(adminRevenueApi.listRevenueCategories, async (ctx) => {
  const all = await readAll(ctx.db, ['revenue'], 'each');
  const sums = PRODUCT_KEYS.map((product) => all.of('revenue', { product }));
  const total = sums.reduce((sum, { value }) => sum + value, 0);
  return PRODUCT_KEYS.map((key, index) => {
    const sum = sums[index] ?? { value: 0, gwei: 0 };
    return {
      key,
      name: PRODUCTS[key].label,
      amount: worthOf(sum),
      percentage: percentOf(sum.value, total) ?? 0,
    };
  });
});

export const getTransactions = serve(adminRevenueApi.getTransactionAnalytics, async (ctx) => {
  const [all, exceptions] = await Promise.all([
    readAll(ctx.db, ['premium', 'unmatched', 'unmatched_refund', 'failed_payment', 'gas']),
    countsByStatus(ctx.db, 'exceptions'),
  ]);
  const [premium, unmatched, refunded] = [all.of('premium'), all.of('unmatched'), all.of('unmatched_refund')];
  const failed = all.of('failed_payment').count;
  const paid = add(premium, unmatched).count;
  const average = (sum: number) => Math.round(sum / premium.count);
  return {
    successfulPayments: paid,
    failedTransactions: failed,
    successRate: percentOf(paid, paid + failed),
    averageTransaction:
      premium.count === 0 ? null : worthOf({ value: average(premium.value), gwei: average(premium.gwei) }),
    processingFees: feesOf(all.of('gas')),
    exceptions: {
      total: unmatched.count,
      open: exceptions('open'),
      amount: worthOf(unmatched),
      refunded: worthOf(refunded),
    },
  };
});
