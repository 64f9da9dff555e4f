import type { Worth } from '#domain/admin/insight-schema.ts';
import * as revenueApi from '#domain/admin/revenue-api.ts';
import { formatUsd } from '#domain/money.ts';
import { ether, formatIn, inUnit, periodNames, type Unit } from '#web/features/admin/insight/figures.ts';
import { ChangeMark, RowsLink, useChoice, WorthText } from '#web/features/admin/insight/parts.tsx';
import { ShortDate } from '#web/features/admin/parts/cells.tsx';
import { DeskLink } from '#web/features/admin/parts/panel.tsx';
import { STAYS, useDesk } from '#web/features/admin/queries.ts';
import { formatCount, percent } from '#web/lib/format.ts';
import { Chart, type ChartSeries } from '#web/ui/chart.tsx';
import { LoadedSection } from '#web/ui/section.tsx';
import { Table, TableCard } from '#web/ui/table.tsx';

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

export function Trends({ unit }: { unit: Unit }) {
  return (
    <LoadedSection title="Monthly trends" query={useDesk(revenueApi.listRevenueTrends)} height="h-64">
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

const DAYS = {
  label: 'Days',
  options: { '7': '7 days', '30': '30 days', '90': '90 days' },
  fallback: '30',
} as const;

export function Daily({ unit }: { unit: Unit }) {
  const [days, choice] = useChoice('/admin/revenue', 'days', DAYS);
  return (
    <LoadedSection
      title="Daily revenue"
      folded
      query={useDesk(revenueApi.listDailyRevenue, { query: { days } }, STAYS)}
      height="h-64"
      actions={choice}
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

export const Categories = () => (
  <TableCard
    title="Revenue by category"
    query={useDesk(revenueApi.listRevenueCategories)}
    rows={(categories) => categories}
    rowKey={({ key }) => key}
    share={({ percentage }) => percentage}
    columns={[
      [
        'Product',
        ({ key, name }) => (
          <RowsLink to="/admin/policies" search={{ policy_type: key }}>
            {name}
          </RowsLink>
        ),
      ],
      ['Revenue', ({ amount }) => ether(amount.eth), 'end'],
      ['In USD', ({ amount }) => formatUsd(amount.usd), 'end'],
      ['Share', ({ percentage }) => percent(percentage), 'end'],
    ]}
  />
);

export const TopPolicies = () => (
  <TableCard
    title="Top earning policies"
    query={useDesk(revenueApi.listTopPolicies)}
    empty="No policies yet"
    rows={(policies) => policies}
    rowKey={({ policy_id }) => policy_id}
    columns={[
      [
        'Policy',
        ({ policy_id, name }) => (
          <DeskLink to="/admin/policies" open={policy_id}>
            {name}
          </DeskLink>
        ),
      ],
      ['Premium', ({ amount }) => <WorthText worth={amount} stacked />, 'end'],
      [
        'Against its product’s average',
        ({ change, changeType }) => (
          <ChangeMark
            change={change}
            against={change === '0.0%' ? 'difference' : (changeType ?? undefined)}
          />
        ),
      ],
    ]}
  />
);

const COMPARED = {
  label: 'Compare with',
  options: { last_month: 'Last month', last_quarter: 'Last quarter', last_year: 'Last year' },
  fallback: 'last_month',
} as const;
const THIS = { last_month: 'This month', last_quarter: 'This quarter', last_year: 'This year' } as const;

const FIGURES = [
  ['Revenue', 'revenue'],
  ['Refunds', 'refunds'],
  ['Claims paid', 'claims_paid'],
  ['Policies issued', 'policies'],
  ['New users', 'users'],
] as const;

/** A sum in both units, or a count. */
const figure = (value: Worth | number) =>
  typeof value === 'number' ? formatCount(value) : <WorthText worth={value} stacked />;

const head = (name: string, { from, to }: { from: string; to: string }) => (
  <span className="flex flex-col">
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

export function Comparison() {
  const [compareWith, choice] = useChoice('/admin/revenue', 'compareWith', COMPARED);
  return (
    <LoadedSection
      title="Comparison"
      folded
      query={useDesk(revenueApi.compareRevenue, { query: { compareWith } }, STAYS)}
      actions={choice}
    >
      {({ compareWith: shown, current, previous, changes }) => (
        <Table
          caption={`${THIS[shown]} against ${COMPARED.options[shown].toLowerCase()}`}
          rows={FIGURES}
          rowKey={([, key]) => key}
          columns={[
            ['Figure', ([name]) => name],
            [head(THIS[shown], current), ([, key]) => figure(current[key]), 'end'],
            [head(COMPARED.options[shown], previous), ([, key]) => figure(previous[key]), 'end'],
            ['Change', ([, key]) => mark(changes[key]), 'end'],
          ]}
        />
      )}
    </LoadedSection>
  );
}
