import { add, type Of, type Sum } from '#domain/admin/figure-totals.ts';
import { centsOf, changeOf, dollars, type Figure, percentOf, worthOf } from '#domain/admin/figures.ts';
import { GROWTH_DAYS } from '#domain/admin/insight-schema.ts';
import { type Cost, costOf, presentCost, sumOf } from '#domain/admin/performance.ts';
import {
  addMonths,
  comparedSpans,
  daysTo,
  firstDay,
  lastDays,
  monthOf,
  monthsTo,
  quartersTo,
  type Span,
  today,
} from '#domain/admin/periods.ts';
import * as adminRevenueApi from '#domain/admin/revenue-api.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { causeLabel } from '#domain/products/forms/index.ts';
import { PRODUCT_KEYS, PRODUCTS } from '#domain/products/index.ts';
import { readAsOf, totalsOf } from '#worker/admin/figures/repository.ts';
import { readDeskCounts } from '#worker/desk/repository.ts';
import { readTogether } from '#worker/platform/db/client.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { readCauses, readInsurance, readTopPolicies } from './repository.ts';

/** What the insurance business earned and cost. */

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
  const totalOf = (months: number) => sumOf(byMonth.slice(0, months).map(({ cost }) => cost));
  return {
    months: byMonth.map(({ month, cost }, index) => ({
      month,
      ...presentCost(withGas(cost, { from: month, to: month }), totalOf(index + 1)),
    })),
    products: PRODUCT_KEYS.map((key) => {
      const cost = sumOf(list.map((month) => of(month, key)));
      return { key, name: PRODUCTS[key].label, ...presentCost(cost, cost) };
    }),
    total: presentCost(withGas(totalOf(MONTHS), {}), totalOf(MONTHS)),
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

const feesOf = ({ value, gwei }: Sum) => worthOf({ value: centsOf(value), gwei });
const earliest = (...spans: Span[]) => spans.map(({ from }) => from).sort()[0] ?? '';

export const getRevenue = serve(adminRevenueApi.getRevenueOverview, async (ctx) => {
  const day = today(ctx.clock());
  const recent = lastDays(day, GROWTH_DAYS);
  const month = comparedSpans('last_month', day);
  const figures = ['revenue', 'gas', 'platform_fee'] as const;
  const span = { from: earliest(recent.previous, month.previous), to: day };
  const { as_of, all, days } = await readTogether({
    as_of: readAsOf(ctx.db),
    all: totalsOf(ctx.db, 'all', { figures }),
    days: totalsOf(ctx.db, 'day', { figures, ...span }),
  });
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
    as_of,
  };
});

export const getCategories = serve(adminRevenueApi.listRevenueCategories, async (ctx) => {
  const all = await totalsOf(ctx.db, 'all', { figures: ['revenue'], products: 'each' });
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
    totalsOf(ctx.db, 'all', {
      figures: ['premium', 'unmatched', 'unmatched_refund', 'failed_payment', 'gas'],
    }),
    readDeskCounts(ctx.db, 'exceptions'),
  ]);
  const [premium, unmatched, refunded] = [all.of('premium'), all.of('unmatched'), all.of('unmatched_refund')];
  const failed = all.of('failed_payment').count;
  const average = (sum: number) => Math.round(sum / premium.count);
  return {
    successfulPayments: premium.count,
    failedTransactions: failed,
    successRate: percentOf(premium.count, premium.count + failed),
    averageTransaction:
      premium.count === 0 ? null : worthOf({ value: average(premium.value), gwei: average(premium.gwei) }),
    processingFees: feesOf(all.of('gas')),
    exceptions: {
      total: unmatched.count,
      open: exceptions.of('open'),
      amount: worthOf(unmatched),
      refunded: worthOf(refunded),
    },
  };
});

const SHOWN = 5;
/** Policies looked at: one whose payment isn't confirmed has no premium yet. */
const LOOKED_AT = 20;

/** The highest premiums that were paid and not refunded, each against the average of its product. */
export const listTopPolicies = serve(adminRevenueApi.listTopPolicies, async (ctx) => {
  const { paid, averages } = await readTopPolicies(ctx.db, LOOKED_AT);
  const top = [...paid].sort((a, b) => b.cents - a.cents || (b.policy_id ?? 0) - (a.policy_id ?? 0));
  return top.slice(0, SHOWN).flatMap(({ policy_id, product, cents, gwei }) => {
    const key = PRODUCT_KEYS.find((each) => each === product);
    if (policy_id === null || !key) return [];
    const { count, value } = averages.of('premium', { product });
    // Against the average: both sides times the number of premiums, which keeps them whole.
    const change = changeOf(cents * count, value);
    return {
      policy_id,
      name: `${policyNumber(policy_id)} · ${PRODUCTS[key].label}`,
      amount: worthOf({ value: cents, gwei }),
      change,
      changeType: cents * count < value ? ('decrease' as const) : ('increase' as const),
    };
  });
});

const TREND_MONTHS = 12;

export const getTrends = serve(adminRevenueApi.listRevenueTrends, async (ctx) => {
  const months = monthsTo(monthOf(today(ctx.clock())), TREND_MONTHS);
  const [from = ''] = months;
  const figures = ['revenue', 'gas', 'platform_fee'] as const;
  const sums = await totalsOf(ctx.db, 'month', { figures, from, to: months.at(-1) ?? from });
  return months.map((month) => {
    const at = { from: month, to: month };
    const gas = sums.of('gas', at);
    const fees = add({ ...gas, value: centsOf(gas.value) }, sums.of('platform_fee', at));
    return { month, revenue: worthOf(sums.of('revenue', at)), fees: worthOf(fees) };
  });
});

export const getDaily = serve(adminRevenueApi.listDailyRevenue, async (ctx, { days: count }) => {
  const day = today(ctx.clock());
  const days = daysTo(day, count);
  const figures = ['revenue', 'refund', 'claim_paid', 'policies'] as const;
  const sums = await totalsOf(ctx.db, 'day', { figures, from: days[0] ?? day, to: day });
  return days.map((each) => {
    const at = { from: each, to: each };
    return {
      day: each,
      revenue: worthOf(sums.of('revenue', at)),
      refunds: worthOf(sums.of('refund', at)),
      claims_paid: worthOf(sums.of('claim_paid', at)),
      policies: sums.of('policies', at).count,
    };
  });
});

const COMPARED = ['revenue', 'refund', 'claim_paid', 'policies', 'users'] as const;

export const getComparison = serve(adminRevenueApi.compareRevenue, async (ctx, { compareWith }) => {
  const spans = comparedSpans(compareWith, today(ctx.clock()));
  const { current, previous } = spans;
  const [months, days] = await Promise.all([
    totalsOf(ctx.db, 'month', { figures: COMPARED, from: monthOf(previous.from), to: monthOf(current.to) }),
    totalsOf(ctx.db, 'day', { figures: COMPARED, from: firstDay(monthOf(previous.to)), to: previous.to }),
  ]);
  // Nothing is booked after today, so this month counts as a whole. Of the earlier one's last month only some days do.
  const now = (figure: Figure) => months.of(figure, { from: monthOf(current.from), to: monthOf(current.to) });
  const before = (figure: Figure) => {
    const whole = { from: monthOf(previous.from), to: addMonths(monthOf(previous.to), -1) };
    return add(months.of(figure, whole), days.of(figure));
  };
  const compared = (of: (figure: Figure) => Sum) => ({
    revenue: of('revenue'),
    refunds: of('refund'),
    claims_paid: of('claim_paid'),
    policies: of('policies').count,
    users: of('users').count,
  });
  const [ours, theirs] = [compared(now), compared(before)];
  const shown = (sums: typeof ours) => ({
    revenue: worthOf(sums.revenue),
    refunds: worthOf(sums.refunds),
    claims_paid: worthOf(sums.claims_paid),
    policies: sums.policies,
    users: sums.users,
  });
  return {
    compareWith,
    current: { ...current, ...shown(ours) },
    previous: { ...previous, ...shown(theirs) },
    changes: {
      revenue: changeOf(ours.revenue.value, theirs.revenue.value),
      refunds: changeOf(ours.refunds.value, theirs.refunds.value),
      claims_paid: changeOf(ours.claims_paid.value, theirs.claims_paid.value),
      policies: changeOf(ours.policies, theirs.policies),
      users: changeOf(ours.users, theirs.users),
    },
  };
});
