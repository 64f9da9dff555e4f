import { add, type Sum } from '#domain/admin/figure-totals.ts';
import { centsOf, changeOf, type Figure, worthOf } from '#domain/admin/figures.ts';
import { addMonths, comparedSpans, daysTo, monthOf, monthsTo, today } from '#domain/admin/periods.ts';
import * as adminRevenueApi from '#domain/admin/revenue-api.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { readDays, readMonths, readSpans } from './repository.ts';

const TREND_MONTHS = 12;

export const getTrends = serve(adminRevenueApi.listRevenueTrends, async (ctx) => {
  const months = monthsTo(monthOf(today(ctx.clock())), TREND_MONTHS);
  const [from = ''] = months;
  const sums = await readMonths(ctx.db, ['revenue', 'gas', 'platform_fee'], from, months.at(-1) ?? from);
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
  const sums = await readDays(ctx.db, figures, { from: days[0] ?? day, to: day });
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
  const { months, days } = await readSpans(ctx.db, COMPARED, spans);
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
