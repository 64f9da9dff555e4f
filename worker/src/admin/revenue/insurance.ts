import * as adminRevenueApi from '#domain/admin/revenue-api.ts';
import { serve } from '#worker/platform/http/serve.ts';
/** What the insurance business earned and cost. */

import type { Of } from '#domain/admin/figure-totals.ts';
import { centsOf, dollars } from '#domain/admin/figures.ts';
import { type Cost, costOf, presentCost, sumOf } from '#domain/admin/performance.ts';
import { monthOf, monthsTo, quartersTo, today } from '#domain/admin/periods.ts';
import { causeLabel } from '#domain/products/forms/index.ts';
import { PRODUCT_KEYS, PRODUCTS } from '#domain/products/index.ts';
import { readCauses, readInsurance } from './repository.ts';

const MONTHS = 12;
const CAUSE_QUARTERS = 4;

export const getInsurance = serve(adminRevenueApi.getInsuranceResult, async (ctx) => {
  const day = today(ctx.clock());
  const list = monthsTo(monthOf(day), MONTHS);
  const [{ months, earning, reserves }, causes] = await Promise.all([
    readInsurance(ctx.db, list[0] ?? '', day),
    readCauses(ctx.db, quartersTo(monthOf(day), CAUSE_QUARTERS)),
  ]);
  const of = (month: string, product: string) => costOf(month, months, earning, { product });
  const withGas = (cost: Cost, within: Of) => ({
    ...cost,
    expenses: cost.expenses + centsOf(months.of('gas', within).value),
  });
  const byMonth = list.map((month) => ({ month, cost: sumOf(PRODUCT_KEYS.map((key) => of(month, key))) }));
  return {
    months: byMonth.map(({ month, cost }) => ({
      month,
      ...presentCost(withGas(cost, { from: month, to: month })),
    })),
    products: PRODUCT_KEYS.map((key) => ({
      key,
      name: PRODUCTS[key].label,
      ...presentCost(sumOf(list.map((month) => of(month, key)))),
    })),
    total: presentCost(withGas(sumOf(byMonth.map(({ cost }) => cost)), {})),
    causes: causes.map(({ product, cause, count, value }) => ({
      product,
      label: causeLabel(product, cause) ?? 'Not named',
      claims: count,
      claimed: dollars(value),
    })),
    unearned_premium: dollars(earning.unearned(PRODUCT_KEYS)),
    outstanding_reserves: dollars(reserves),
  };
});
