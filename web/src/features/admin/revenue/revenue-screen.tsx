import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod';
import type { insuranceResult } from '#domain/admin/insight-schema.ts';
import * as revenueApi from '#domain/admin/revenue-api.ts';
import { formatUsd } from '#domain/money.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { periodNames, UNITS } from '#web/features/admin/insight/figures.ts';
import { Choice, EarlyRatio, SmallTable, useParam } from '#web/features/admin/insight/parts.tsx';
import { DeskScreen } from '#web/features/admin/parts/screen.tsx';
import { adminApi } from '#web/features/admin/queries.ts';
import { formatCount, percent } from '#web/lib/format.ts';
import { Chart, type ChartSeries } from '#web/ui/chart.tsx';
import { LoadedSection } from '#web/ui/section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Categories, Comparison, Daily, TopPolicies, Totals, Transactions, Trends } from './money.tsx';

const insuranceQuery = adminApi.query(revenueApi.getInsuranceResult);

type Result = z.output<typeof insuranceResult>;
type Performance = Result['total'];

const share = (value: number | string) => percent(Number(value));

/** Each figure of the last 12 months with its formula, in words and in numbers. */
function formulas({ total }: Result) {
  const ratio = (value: number | null, over: string, under: string) =>
    value === null
      ? 'Not defined yet: there is no premium to divide by.'
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
    ['Expenses', 'Platform fees + transaction fees', formatUsd(total.expenses)],
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
  ] as const;
}

const cells = (one: Performance) => [
  formatUsd(one.written),
  formatUsd(one.earned),
  formatUsd(one.incurred),
  percent(one.loss_ratio),
  percent(one.expense_ratio),
  percent(one.combined_ratio),
];

/** What the insurance business earned and cost. */
function InsuranceResult() {
  return (
    <LoadedSection
      title="Insurance result, last 12 months"
      failed="Failed to load the insurance result"
      query={useQuery(insuranceQuery)}
      loading={<Skeleton className="h-96" />}
    >
      {(result) => {
        const { months, products, total } = result;
        const series = (
          label: string,
          key: keyof Performance,
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
              <div className="grid gap-x-4 py-1.5 sm:grid-cols-[1fr_auto]">
                <dt>
                  Unearned premium today <span className="text-muted">= premiums for days to come</span>
                </dt>
                <dd className="figures font-medium sm:text-right">{formatUsd(result.unearned_premium)}</dd>
              </div>
              <div className="grid gap-x-4 py-1.5 sm:grid-cols-[1fr_auto]">
                <dt>
                  Outstanding reserves today{' '}
                  <span className="text-muted">= what open claims are expected to cost</span>
                </dt>
                <dd className="figures font-medium sm:text-right">
                  {formatUsd(result.outstanding_reserves)}
                </dd>
              </div>
            </dl>
            <div className="min-w-0 xl:col-span-2">
              <EarlyRatio ratio={total.loss_ratio} earned={total.earned} written={total.written} />
              <SmallTable
                caption="Insurance result by product"
                columns={[
                  ['Product'],
                  ['Written', 'end'],
                  ['Earned', 'end'],
                  ['Incurred', 'end'],
                  ['Loss ratio', 'end'],
                  ['Expense ratio', 'end'],
                  ['Combined ratio', 'end'],
                ]}
                rows={[
                  ...products.map((one) => ({ key: one.key, cells: [one.name, ...cells(one)] })),
                  { key: 'total', cells: ['All products', ...cells(total)], strong: true },
                ]}
              />
              {result.causes.length > 0 && (
                <SmallTable
                  caption="Claims by cause, last four quarters"
                  columns={[['Cause'], ['Product'], ['Claims', 'end'], ['Claimed', 'end']]}
                  rows={result.causes.map(({ product, label, claims, claimed }) => ({
                    key: `${product} ${label}`,
                    cells: [label, PRODUCTS[product].label, formatCount(claims), formatUsd(claimed)],
                  }))}
                />
              )}
            </div>
          </div>
        );
      }}
    </LoadedSection>
  );
}

/** What the insurer took in, what it cost, and what it owes. Each part loads on its own. */
export function RevenueScreen() {
  const [unit, setUnit] = useParam('/admin/revenue', 'unit', UNITS, 'ETH');
  return (
    <DeskScreen
      title="Revenue"
      actions={
        <Choice
          label="Unit of the charts"
          options={UNITS.map((one) => [one, one] as const)}
          value={unit}
          onChange={setUnit}
        />
      }
    >
      <div className="flex flex-col gap-4">
        <Totals />
        <div className="grid gap-4 xl:grid-cols-2">
          <Trends unit={unit} />
          <Daily unit={unit} />
          <Categories />
          <TopPolicies />
          <Transactions />
          <Comparison />
        </div>
        <InsuranceResult />
      </div>
    </DeskScreen>
  );
}
