import type * as z from 'zod';
import type { insuranceResult } from '#domain/admin/insight-schema.ts';
import * as revenueApi from '#domain/admin/revenue-api.ts';
import { formatUsd } from '#domain/money.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { periodNames } from '#web/features/admin/insight/figures.ts';
import { EarlyRatio, earnedRatio } from '#web/features/admin/insight/parts.tsx';
import { useDesk } from '#web/features/admin/queries.ts';
import { formatCount, percent } from '#web/lib/format.ts';
import { Chart, type ChartSeries } from '#web/ui/chart.tsx';
import { LoadedSection } from '#web/ui/section.tsx';
import { Table } from '#web/ui/table.tsx';

type Result = z.output<typeof insuranceResult>;
type Performance = Result['total'];

const share = (value: number | string) => percent(Number(value));

/** Each figure of the last 12 months with its formula, in words and in numbers. */
function formulas({ total, unearned_premium: unearned, outstanding_reserves: reserves }: Result) {
  const ratio = (value: number | null, over: string, under: string) =>
    value === null
      ? total.too_early && under === total.earned
        ? 'Too early'
        : 'Not defined yet: there is no premium to divide by.'
      : `${formatUsd(over)} ÷ ${formatUsd(under)} = ${percent(value)}`;
  const sign = total.reserve_change.startsWith('-') ? '−' : '+';
  return [
    ['Written premium', 'Premiums less refunds', formatUsd(total.written)],
    ['Earned premium', 'The share of each premium for the days that have passed', formatUsd(total.earned)],
    [
      'Claims incurred',
      'Claims paid + change of the reserves',
      `${formatUsd(total.claims_paid)} ${sign} ${formatUsd(total.reserve_change.replace('-', ''))} = ${formatUsd(total.incurred)}`,
    ],
    [
      'Expenses',
      'Platform fees + transaction fees, without staff, rent and whatever else is paid elsewhere',
      formatUsd(total.expenses),
    ],
    ['Loss ratio', 'Claims incurred ÷ earned premium', ratio(total.loss_ratio, total.incurred, total.earned)],
    [
      'Expense ratio',
      'Expenses ÷ written premium',
      ratio(total.expense_ratio, total.expenses, total.written),
    ],
    [
      'Combined ratio',
      'Loss ratio + expense ratio',
      total.combined_ratio === null
        ? 'Not defined yet: it needs both ratios.'
        : `${percent(total.loss_ratio)} + ${percent(total.expense_ratio)} = ${percent(total.combined_ratio)}`,
    ],
    ['Unearned premium today', 'premiums for days to come', formatUsd(unearned)],
    ['Outstanding reserves today', 'what open claims are expected to cost', formatUsd(reserves)],
  ] as const;
}

/** What the insurance business earned and cost. */
export function InsuranceResult() {
  return (
    <LoadedSection
      title="Insurance result, last 12 months"
      failed="Failed to load the insurance result"
      query={useDesk(revenueApi.getInsuranceResult)}
      height="h-96"
    >
      {(result) => {
        const { months, products, total } = result;
        const series = (
          label: string,
          key: Exclude<keyof Performance, 'too_early'>,
          format: ChartSeries['format'] = formatUsd,
        ): ChartSeries => ({ label, values: months.map((one) => one[key]), format });
        return (
          <div className="grid gap-x-8 gap-y-6 xl:grid-cols-2">
            <div className="min-w-0">
              <Chart
                title="Earned premium and claims incurred by month"
                kind="bars"
                periodLabel="Month"
                periods={months.map(({ month }) => periodNames(month))}
                series={[series('Earned', 'earned'), series('Incurred', 'incurred')]}
                more={[
                  series('Written', 'written'),
                  series('Paid', 'claims_paid'),
                  series('Reserve change', 'reserve_change'),
                  series('Expenses', 'expenses'),
                  series('Loss ratio', 'loss_ratio', share),
                  series('Expense ratio', 'expense_ratio', share),
                  series('Combined ratio', 'combined_ratio', share),
                ]}
              />
            </div>
            <dl className="flex min-w-0 flex-col divide-y divide-line text-[0.8125rem]">
              {formulas(result).map(([name, words, numbers]) => (
                <div key={name} className="grid gap-x-4 py-1.5 sm:grid-cols-[1fr_auto]">
                  <dt>
                    {name} <span className="text-muted">= {words}</span>
                  </dt>
                  <dd className="figures font-medium sm:text-right">{numbers}</dd>
                </div>
              ))}
            </dl>
            <div className="min-w-0 xl:col-span-2">
              <EarlyRatio {...total} />
              <Table
                caption="Insurance result by product"
                rows={[...products, { key: 'total', name: 'All products', ...total }]}
                rowKey={({ key }) => key}
                total={({ key }) => key === 'total'}
                columns={[
                  ['Product', ({ name }) => name],
                  ['Written', ({ written }) => formatUsd(written), 'end'],
                  ['Earned', ({ earned }) => formatUsd(earned), 'end'],
                  ['Incurred', ({ incurred }) => formatUsd(incurred), 'end'],
                  ['Loss ratio', (one) => earnedRatio(one.loss_ratio, one), 'end'],
                  ['Expense ratio', (one) => percent(one.expense_ratio), 'end'],
                  ['Combined ratio', (one) => earnedRatio(one.combined_ratio, one), 'end'],
                ]}
              />
              {result.causes.length > 0 && (
                <Table
                  caption="Claims by cause, last four quarters"
                  rows={result.causes}
                  rowKey={({ product, label }) => `${product} ${label}`}
                  columns={[
                    ['Cause', ({ label }) => label],
                    ['Product', ({ product }) => PRODUCTS[product].label],
                    ['Claims', ({ claims }) => formatCount(claims), 'end'],
                    ['Claimed', ({ claimed }) => formatUsd(claimed), 'end'],
                  ]}
                />
              )}
            </div>
          </div>
        );
      }}
    </LoadedSection>
  );
}
