import { useQuery } from '@tanstack/react-query';
import { COMPARISONS, type Worth } from '#domain/admin/insight-schema.ts';
import * as revenueApi from '#domain/admin/revenue-api.ts';
import { formatUsd } from '#domain/money.ts';
import { ether, formatIn, inUnit, periodNames, type Unit } from '#web/features/admin/insight/figures.ts';
import {
  AsOf,
  ChangeMark,
  Choice,
  RowsLink,
  SmallTable,
  StatCard,
  useParam,
  WorthText,
} from '#web/features/admin/insight/parts.tsx';
import { ShortDate } from '#web/features/admin/parts/cells.tsx';
import { DeskLink } from '#web/features/admin/parts/panel.tsx';
import { adminApi, STAYS } from '#web/features/admin/queries.ts';
import { formatCount, percent } from '#web/lib/format.ts';
import { Chart, type ChartSeries } from '#web/ui/chart.tsx';
import { LoadedSection } from '#web/ui/section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Loaded } from '#web/ui/states.tsx';
import { FactList } from '#web/ui/values.tsx';

/** The last answer stays while another choice loads. */

const revenueOverviewQuery = adminApi.query(revenueApi.getRevenueOverview);

const trendsQuery = adminApi.query(revenueApi.listRevenueTrends);

const categoriesQuery = adminApi.query(revenueApi.listRevenueCategories);

const topPoliciesQuery = adminApi.query(revenueApi.listTopPolicies);

const transactionsQuery = adminApi.query(revenueApi.getTransactionAnalytics);

const comparisonQuery = (compareWith: (typeof COMPARISONS)[number]) =>
  adminApi.query(revenueApi.compareRevenue, { query: { compareWith } }, STAYS);

const dailyQuery = (days: string) => adminApi.query(revenueApi.listDailyRevenue, { query: { days } }, STAYS);

const other = (unit: Unit): Unit => (unit === 'ETH' ? 'USD' : 'ETH');
/** One figure of each period, in one unit. */
const worthSeries = <Key extends string>(
  label: string,
  entries: readonly Record<Key, Worth>[],
  key: Key,
  unit: Unit,
): ChartSeries => ({
  label,
  values: entries.map((entry) => inUnit(entry[key], unit)),
  format: formatIn(unit),
});

const TOTALS = [
  ['totalRevenue', 'Total Revenue', '30 days'],
  ['monthlyRevenue', 'Monthly Revenue', 'month'],
  ['transactionFees', 'Transaction Fees', '30 days'],
  ['platformFees', 'Platform Fees', '30 days'],
] as const;
const TOTALS_GRID = 'grid gap-3 sm:grid-cols-2 sm:gap-4 xl:grid-cols-4';

export function Totals() {
  const loading = (
    <div className={TOTALS_GRID}>
      {TOTALS.map(([key, label]) => (
        <StatCard key={key} label={label} value={<Skeleton className="h-14 w-32" />} />
      ))}
    </div>
  );
  return (
    <Loaded
      query={useQuery(revenueOverviewQuery)}
      name="the totals"
      failed="Failed to load the totals"
      loading={loading}
      small
      warns
    >
      {(data) => (
        <div className={TOTALS_GRID}>
          <AsOf at={data.as_of} className="col-span-full" />
          {TOTALS.map(([key, label, before]) => {
            const { eth, usd, change } = data[key];
            return (
              <StatCard key={key} label={label} value={ether(eth)} note={formatUsd(usd)}>
                <ChangeMark
                  change={change}
                  against={`${change === null ? 'in' : 'from'} the ${before} before`}
                />
              </StatCard>
            );
          })}
        </div>
      )}
    </Loaded>
  );
}

export function Trends({ unit }: { unit: Unit }) {
  return (
    <LoadedSection
      title="Monthly trends"
      failed="Failed to load the trends"
      query={useQuery(trendsQuery)}
      loading={<Skeleton className="h-64" />}
    >
      {(months) => (
        <Chart
          title="Revenue and fees by month, last 12 months"
          kind="bars"
          periodLabel="Month"
          periods={months.map(({ month }) => periodNames(month))}
          series={[
            worthSeries('Revenue', months, 'revenue', unit),
            worthSeries('Fees', months, 'fees', unit),
          ]}
          more={[
            worthSeries(`Revenue in ${other(unit)}`, months, 'revenue', other(unit)),
            worthSeries(`Fees in ${other(unit)}`, months, 'fees', other(unit)),
          ]}
        />
      )}
    </LoadedSection>
  );
}

const DAYS = ['7', '30', '90'] as const;

export function Daily({ unit }: { unit: Unit }) {
  const [days, setDays] = useParam('/admin/revenue', 'days', DAYS, '30');
  return (
    <LoadedSection
      title="Daily revenue"
      failed="Failed to load the daily revenue"
      query={useQuery(dailyQuery(days))}
      loading={<Skeleton className="h-64" />}
      actions={
        <Choice
          label="Days"
          options={DAYS.map((one) => [one, `${one} days`] as const)}
          value={days}
          onChange={setDays}
        />
      }
    >
      {(entries) => (
        <Chart
          title={`Revenue and claims paid by day, last ${entries.length} days`}
          kind="lines"
          periodLabel="Day"
          periods={entries.map(({ day }) => periodNames(day))}
          series={[
            worthSeries('Revenue', entries, 'revenue', unit),
            worthSeries('Claims paid', entries, 'claims_paid', unit),
          ]}
          more={[
            worthSeries('Refunds', entries, 'refunds', unit),
            worthSeries(`Revenue in ${other(unit)}`, entries, 'revenue', other(unit)),
            { label: 'Policies', values: entries.map(({ policies }) => policies), format: formatCount },
          ]}
        />
      )}
    </LoadedSection>
  );
}

export function Categories() {
  return (
    <LoadedSection
      title="Revenue by category"
      failed="Failed to load the categories"
      query={useQuery(categoriesQuery)}
    >
      {(categories) => (
        <SmallTable
          caption="Revenue by category"
          columns={[['Product'], ['Revenue', 'end'], ['In USD', 'end'], ['Share', 'end']]}
          rows={categories.map(({ key, name, amount, percentage }) => ({
            key,
            share: percentage,
            cells: [
              <RowsLink key="name" to="/admin/policies" search={{ policy_type: key }}>
                {name}
              </RowsLink>,
              ether(amount.eth),
              formatUsd(amount.usd),
              percent(percentage),
            ],
          }))}
        />
      )}
    </LoadedSection>
  );
}

export function TopPolicies() {
  return (
    <LoadedSection
      title="Top earning policies"
      failed="Failed to load the top earning policies"
      query={useQuery(topPoliciesQuery)}
    >
      {(policies) => (
        <SmallTable
          caption="Top earning policies"
          empty="No policies yet"
          columns={[['Policy'], ['Premium', 'end'], ['Against its product’s average']]}
          rows={policies.map(({ policy_id, name, amount, change, changeType }) => ({
            key: policy_id,
            cells: [
              <DeskLink key="name" to="/admin/policies" open={policy_id}>
                {name}
              </DeskLink>,
              <WorthText key="amount" worth={amount} stacked />,
              <ChangeMark
                key="change"
                change={change}
                against={change === '0.0%' ? 'difference' : (changeType ?? undefined)}
              />,
            ],
          }))}
        />
      )}
    </LoadedSection>
  );
}

export function Transactions() {
  return (
    <LoadedSection
      title="Transaction analytics"
      failed="Failed to load the transaction analytics"
      query={useQuery(transactionsQuery)}
    >
      {({ exceptions, ...data }) => (
        <>
          <FactList
            dense
            rows={[
              ['Successful payments', formatCount(data.successfulPayments)],
              ['Failed transactions', formatCount(data.failedTransactions)],
              [
                'Success rate',
                <span key="rate">
                  {percent(data.successRate)}{' '}
                  <span className="text-muted">= successful ÷ (successful + failed)</span>
                </span>,
              ],
              [
                'Average transaction',
                data.averageTransaction ? <WorthText key="average" worth={data.averageTransaction} /> : '—',
              ],
              ['Processing fees', <WorthText key="fees" worth={data.processingFees} />],
            ]}
          />
          <h3 className="mt-4 mb-2 text-[0.8125rem] font-semibold tracking-normal">Payment exceptions</h3>
          <FactList
            dense
            rows={[
              [
                'Awaiting a refund',
                <RowsLink key="open" to="/admin/exceptions" search={{ status: 'open' }}>
                  {formatCount(exceptions.open)} of {formatCount(exceptions.total)}
                </RowsLink>,
              ],
              ['Paid in all', <WorthText key="amount" worth={exceptions.amount} />],
              ['Refunded', <WorthText key="refunded" worth={exceptions.refunded} />],
            ]}
          />
        </>
      )}
    </LoadedSection>
  );
}

const COMPARED = {
  last_month: 'Last month',
  last_quarter: 'Last quarter',
  last_year: 'Last year',
} as const satisfies Record<(typeof COMPARISONS)[number], string>;
const THIS = { last_month: 'This month', last_quarter: 'This quarter', last_year: 'This year' } as const;

export function Comparison() {
  const [compareWith, setCompareWith] = useParam('/admin/revenue', 'compareWith', COMPARISONS, 'last_month');
  return (
    <LoadedSection
      title="Comparison"
      failed="Failed to load the comparison"
      query={useQuery(comparisonQuery(compareWith))}
      actions={
        <Choice
          label="Compare with"
          options={COMPARISONS.map((one) => [one, COMPARED[one]] as const)}
          value={compareWith}
          onChange={setCompareWith}
        />
      }
    >
      {({ compareWith: shown, current, previous, changes }) => {
        const head = (name: string, { from, to }: { from: string; to: string }) => (
          <span key={name} className="flex flex-col">
            {name}
            <span className="text-xs font-normal">
              <ShortDate at={from} /> – <ShortDate at={to} />
            </span>
          </span>
        );
        const mark = (change: string | null) =>
          change === null ? (
            <span className="text-muted" title="Nothing to compare with">
              <span aria-hidden>—</span>
              <span className="sr-only">Nothing to compare with</span>
            </span>
          ) : (
            <ChangeMark change={change} />
          );
        const money = (key: 'revenue' | 'refunds' | 'claims_paid', name: string) => ({
          key,
          cells: [
            name,
            <WorthText key="current" worth={current[key]} stacked />,
            <WorthText key="previous" worth={previous[key]} stacked />,
            mark(changes[key]),
          ],
        });
        const counted = (key: 'policies' | 'users', name: string) => ({
          key,
          cells: [name, formatCount(current[key]), formatCount(previous[key]), mark(changes[key])],
        });
        return (
          <SmallTable
            caption={`${THIS[shown]} against ${COMPARED[shown].toLowerCase()}`}
            columns={[
              ['Figure'],
              [head(THIS[shown], current), 'end'],
              [head(COMPARED[shown], previous), 'end'],
              ['Change', 'end'],
            ]}
            rows={[
              money('revenue', 'Revenue'),
              money('refunds', 'Refunds'),
              money('claims_paid', 'Claims paid'),
              counted('policies', 'Policies issued'),
              counted('users', 'New users'),
            ]}
          />
        );
      }}
    </LoadedSection>
  );
}
