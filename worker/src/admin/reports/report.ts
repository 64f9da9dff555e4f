import { add } from '#domain/admin/figure-totals.ts';
import { centsOf, dollars, type Figure, percentOf, worthOf } from '#domain/admin/figures.ts';
import type { Report } from '#domain/admin/insight-schema.ts';
import { costOf, ratiosOf, sumOf } from '#domain/admin/performance.ts';
import { firstDay, lastDay, monthOf, monthsOfPeriod, monthsTo, today } from '#domain/admin/periods.ts';
import * as adminReportsApi from '#domain/admin/reports-api.ts';
import { claimNumber } from '#domain/claims/lifecycle.ts';
import { fieldError } from '#domain/errors.ts';
import { PRODUCT_KEYS, PRODUCTS } from '#domain/products/index.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { readReport } from './repository.ts';

type Performance = Report['performance'][number]['performance'];

const RECENT_CLAIMS = 10;
/** Of a policy-year, as of a year's premium. */
const YEAR_DAYS = 365;
/** Up to which claims ratio, in percent, a product does how well. */
const GRADES = [
  [60, 'excellent'],
  [80, 'good'],
  [100, 'fair'],
] as const;

function gradeOf({ loss_ratio: ratio, too_early }: ReturnType<typeof ratiosOf>): Performance {
  if (too_early) return 'too_early';
  if (ratio === null) return null;
  return GRADES.find(([most]) => ratio <= most)?.[1] ?? 'poor';
}

/** A month, quarter or year: how each product did, the newest claims, and the figures of the whole business. */
export const getReport = serve(adminReportsApi.getReport, async (ctx: Ctx, { period, from }) => {
  const day = today(ctx.clock());
  const months = monthsOfPeriod(period, monthOf(from ?? day));
  const [first = '', last = first] = [months[0], months.at(-1)];
  if (firstDay(first) > day) throw fieldError('from', 'This period has not begun yet.');
  const end = lastDay(last);
  const { asOf, sums, claims, earning } = await readReport(ctx.db, [first, last], day, RECENT_CLAIMS);
  const of = (figure: Figure, product = '') => sums.of(figure, { product, from: first, to: last });
  const costsIn = (list: readonly string[]) =>
    PRODUCT_KEYS.map((product) => sumOf(list.map((month) => costOf(month, sums, earning, { product }))));
  const [costs, years] = [costsIn(months), costsIn(monthsTo(last, 12))];
  const total = sumOf(costs);
  const withGas = { ...total, expenses: total.expenses + centsOf(of('gas').value) };
  const { loss_ratio, combined_ratio, too_early } = ratiosOf(withGas, sumOf(years));
  const coverDays = months
    .flatMap((month) => PRODUCT_KEYS.map((product) => earning.in(month, { product }, 'count')))
    .reduce((sum, days) => sum + days, 0);
  const ofProducts = (figure: Figure) => PRODUCT_KEYS.map((key) => of(figure, key)).reduce(add);
  const paid = ofProducts('claim_paid');
  const [premium, decisions] = [of('premium'), of('decision_time')];
  const [issued, made] = [ofProducts('policies').count, of('claims').count];
  const average = (sum: number, count: number) => (count === 0 ? null : dollars(Math.round(sum / count)));
  return {
    period,
    from: firstDay(first),
    to: end,
    complete: end < day,
    as_of: asOf,
    performance: PRODUCT_KEYS.map((key, index) => {
      const ratios = ratiosOf(costs[index] ?? total, years[index] ?? total);
      return {
        key,
        type: PRODUCTS[key].label,
        issued: of('policies', key).count,
        revenue: worthOf(of('revenue', key)),
        claims_ratio: ratios.loss_ratio,
        performance: gradeOf(ratios),
      };
    }),
    recent_claims: claims.map((claim) => ({
      id: claim.id,
      claim_id: claimNumber(claim.id),
      customer: claim.customer_name,
      policy_type: claim.product,
      amount: dollars(claim.amount_cents),
      status: claim.status,
      created_at: claim.created_at,
    })),
    kpis: {
      policies_issued: issued,
      new_users: of('users').count,
      revenue: worthOf(ofProducts('revenue')),
      average_premium: average(premium.value, premium.count),
      claims_made: made,
      claim_frequency: too_early ? null : percentOf(made * YEAR_DAYS, coverDays),
      approval_rate: percentOf(of('claims_approved').count, decisions.count),
      average_decision_hours:
        decisions.count === 0 ? null : Math.round(decisions.value / decisions.count / 6) / 10,
      earned_premium: dollars(total.earned),
      written_premium: dollars(total.written),
      claims_paid: worthOf(paid),
      average_payout: average(paid.value, paid.count),
      too_early,
      loss_ratio,
      combined_ratio,
      failed_payments: of('failed_payment').count,
    },
  };
});
