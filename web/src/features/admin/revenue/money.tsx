import { useQuery } from '@tanstack/react-query';
import { COMPARISONS, type Worth } from '../../../../../domain/admin/insight-schema.ts';
import { messageOf } from '../../../lib/api/errors.ts';
import { Card } from '../../../ui/card.tsx';
import { Chart, type ChartSeries } from '../../../ui/chart.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import {
  count,
  dollars,
  ether,
  formatIn,
  inUnit,
  percent,
  periodNames,
  type Unit,
} from '../insight/figures.ts';
import {
  ChangeMark,
  Choice,
  RowsLink,
  Section,
  SmallTable,
  StatCard,
  useParam,
  WorthText,
} from '../insight/parts.tsx';
import { ShortDate } from '../parts/cells.tsx';
import { DeskLink, Pairs } from '../record/pairs.tsx';
import {
  categoriesQuery,
  comparisonQuery,
  dailyQuery,
  revenueOverviewQuery,
  topPoliciesQuery,
  transactionsQuery,
  trendsQuery,
} from './queries.ts';

const other = (unit: Unit): Unit => (unit === 'ETH' ? 'USD' : 'ETH');
const worthSeries = (label: string, worths: readonly Worth[], unit: Unit): ChartSeries => ({
  label,
  values: worths.map((worth) => inUnit(worth, unit)),
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
  const { data, error, isFetching, refetch } = useQuery(revenueOverviewQuery);
  return (
    <>
      {error && (
        <LoadError title="Failed to load the totals" small busy={isFetching} onRetry={refetch}>
          {messageOf(error)}
        </LoadError>
      )}
      {data === undefined && !error && (
        <div className={TOTALS_GRID} role="status" aria-label="Loading: totals">
          {TOTALS.map(([key, label]) => (
            <Card key={key} className="flex flex-col gap-2 p-4">
              <p className="text-[0.8125rem] font-medium text-muted">{label}</p>
              <Skeleton className="h-14 w-32" />
            </Card>
          ))}
        </div>
      )}
      {data && (
        <div className={TOTALS_GRID}>
          {TOTALS.map(([key, label, before]) => {
            const { eth, usd, change } = data[key];
            return (
              <StatCard key={key} label={label} value={ether(eth)} note={dollars(usd)}>
                <ChangeMark
                  change={change}
                  against={`${change === null ? 'in' : 'from'} the ${before} before`}
                />
              </StatCard>
            );
          })}
        </div>
      )}
    </>
  );
}

export function Trends({ unit }: { unit: Unit }) {
  return (
    <Section
      title="Monthly trends"
      failed="Failed to load the trends"
      query={useQuery(trendsQuery)}
      loading="h-64"
    >
      {(months) => (
        <Chart
          title="Revenue and fees by month, last 12 months"
          kind="bars"
          periodLabel="Month"
          periods={months.map(({ month }) => periodNames(month))}
          series={[
            worthSeries(
              'Revenue',
              months.map(({ revenue }) => revenue),
              unit,
            ),
            worthSeries(
              'Fees',
              months.map(({ fees }) => fees),
              unit,
            ),
          ]}
          more={[
            worthSeries(
              `Revenue in ${other(unit)}`,
              months.map(({ revenue }) => revenue),
              other(unit),
            ),
            worthSeries(
              `Fees in ${other(unit)}`,
              months.map(({ fees }) => fees),
              other(unit),
            ),
          ]}
        />
      )}
    </Section>
  );
}

const DAYS = ['7', '30', '90'] as const;

export function Daily({ unit }: { unit: Unit }) {
  const [days, setDays] = useParam('days', DAYS, '30');
  return (
    <Section
      title="Daily revenue"
      failed="Failed to load the daily revenue"
      query={useQuery(dailyQuery(days))}
      loading="h-64"
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
            worthSeries(
              'Revenue',
              entries.map(({ revenue }) => revenue),
              unit,
            ),
            worthSeries(
              'Claims paid',
              entries.map((one) => one.claims_paid),
              unit,
            ),
          ]}
          more={[
            worthSeries(
              'Refunds',
              entries.map(({ refunds }) => refunds),
              unit,
            ),
            worthSeries(
              `Revenue in ${other(unit)}`,
              entries.map(({ revenue }) => revenue),
              other(unit),
            ),
            { label: 'Policies', values: entries.map(({ policies }) => policies), format: count },
          ]}
        />
      )}
    </Section>
  );
}

export function Categories() {
  return (
    <Section
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
            cells: [
              <span key="name" className="flex flex-col gap-1.5">
                <RowsLink to="/admin/policies" search={{ policy_type: key }}>
                  {name}
                </RowsLink>
                <span aria-hidden className="h-1.5 overflow-hidden rounded-full bg-sunken">
                  <span
                    className="block h-full rounded-full bg-teal"
                    style={{ width: `${Math.min(100, Math.max(0, percentage))}%` }}
                  />
                </span>
              </span>,
              ether(amount.eth),
              dollars(amount.usd),
              percent(percentage),
            ],
          }))}
        />
      )}
    </Section>
  );
}

export function TopPolicies() {
  return (
    <Section
      title="Top earning policies"
      failed="Failed to load the top earning policies"
      query={useQuery(topPoliciesQuery)}
    >
      {(policies) =>
        policies.length === 0 ? (
          <p className="py-6 text-center text-muted">No policies yet</p>
        ) : (
          <SmallTable
            caption="Top earning policies"
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
                  against={
                    change === null ? 'to compare with' : change === '0.0%' ? 'difference' : changeType
                  }
                />,
              ],
            }))}
          />
        )
      }
    </Section>
  );
}

export function Transactions() {
  return (
    <Section
      title="Transaction analytics"
      failed="Failed to load the transaction analytics"
      query={useQuery(transactionsQuery)}
    >
      {({ exceptions, ...data }) => (
        <>
          <Pairs
            rows={[
              ['Successful payments', count(data.successfulPayments)],
              ['Failed transactions', count(data.failedTransactions)],
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
          <Pairs
            rows={[
              [
                'Wait for a refund',
                <RowsLink key="open" to="/admin/exceptions" search={{ status: 'open' }}>
                  {count(exceptions.open)} of {count(exceptions.total)}
                </RowsLink>,
              ],
              ['Paid in all', <WorthText key="amount" worth={exceptions.amount} />],
              ['Refunded', <WorthText key="refunded" worth={exceptions.refunded} />],
            ]}
          />
        </>
      )}
    </Section>
  );
}

const COMPARED = {
  last_month: 'Last month',
  last_quarter: 'Last quarter',
  last_year: 'Last year',
} as const satisfies Record<(typeof COMPARISONS)[number], string>;
const THIS = { last_month: 'This month', last_quarter: 'This quarter', last_year: 'This year' } as const;

export function Comparison() {
  const [compareWith, setCompareWith] = useParam('compareWith', COMPARISONS, 'last_month');
  return (
    <Section
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
        const mark = (change: string | null) => (
          <span className="whitespace-normal">
            <ChangeMark change={change} against={change === null ? 'to compare with' : ''} />
          </span>
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
          cells: [name, count(current[key]), count(previous[key]), mark(changes[key])],
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
    </Section>
  );
}
