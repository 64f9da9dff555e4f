import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod';
import * as dashboardApi from '#domain/admin/dashboard-api.ts';
import { TIMEFRAMES, type timeframeQuery } from '#domain/admin/insight-schema.ts';
import { formatUsd } from '#domain/money.ts';
import { ether, periodNames } from '#web/features/admin/insight/figures.ts';
import { Choice, useParam } from '#web/features/admin/insight/parts.tsx';
import { adminApi, STAYS } from '#web/features/admin/queries.ts';
import { formatCount } from '#web/lib/format.ts';
import { Chart, type ChartSeries } from '#web/ui/chart.tsx';
import { LoadedSection } from '#web/ui/section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

type Timeframe = z.output<typeof timeframeQuery>['timeframe'];

/** The figures over time. The last ones stay while others load. */
const dashboardAnalyticsQuery = (timeframe: Timeframe) =>
  adminApi.query(dashboardApi.getDashboardAnalytics, { query: { timeframe } }, STAYS);

const FRAMES: Readonly<Record<Timeframe, string>> = {
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
  '12m': '12 months',
};
const METRICS = ['revenue', 'views', 'users', 'policies', 'claims'] as const;
type Metric = (typeof METRICS)[number];
const LABELS: Readonly<Record<Metric, string>> = {
  revenue: 'Revenue',
  views: 'Views',
  users: 'New users',
  policies: 'Policies issued',
  claims: 'Claims made',
};

/** One of the platform's figures over time. Its table has all of them. */
export function AnalyticsCard({ monthlyViews }: { monthlyViews: number | undefined }) {
  const [timeframe, setTimeframe] = useParam('/admin/admin-dashboard', 'timeframe', TIMEFRAMES, '30d');
  const [metric, setMetric] = useParam('/admin/admin-dashboard', 'figure', METRICS, 'revenue');
  const query = useQuery(dashboardAnalyticsQuery(timeframe));
  return (
    <LoadedSection
      title="Platform Analytics"
      failed="Failed to load the platform analytics"
      query={query}
      loading={<Skeleton className="h-96" />}
      className="xl:col-span-2"
      actions={
        <Choice
          label="Timeframe"
          options={TIMEFRAMES.map((one) => [one, FRAMES[one]] as const)}
          value={timeframe}
          onChange={setTimeframe}
        />
      }
    >
      {({ timeframe: shown, entries }) => {
        const series: Record<Metric, ChartSeries> = {
          revenue: {
            label: LABELS.revenue,
            values: entries.map(({ revenue }) => revenue.eth),
            format: (value) => ether(String(value)),
          },
          views: { label: LABELS.views, values: entries.map(({ views }) => views), format: formatCount },
          users: { label: LABELS.users, values: entries.map(({ users }) => users), format: formatCount },
          policies: {
            label: LABELS.policies,
            values: entries.map(({ policies }) => policies),
            format: formatCount,
          },
          claims: { label: LABELS.claims, values: entries.map(({ claims }) => claims), format: formatCount },
        };
        const inDollars: ChartSeries = {
          label: 'Revenue in USD',
          values: entries.map(({ revenue }) => revenue.usd),
          format: formatUsd,
        };
        return (
          <>
            <div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
              <Choice
                label="Figure"
                options={METRICS.map((one) => [one, LABELS[one]] as const)}
                value={metric}
                onChange={setMetric}
              />
              <p className="text-xs font-medium tracking-wide text-muted">
                MONTHLY VIEWS{' '}
                <strong className="figures ml-1 text-base font-semibold tracking-normal text-ink">
                  {monthlyViews === undefined ? '—' : formatCount(monthlyViews)}
                </strong>
              </p>
            </div>
            <Chart
              title={`${LABELS[metric]} by ${shown === '12m' ? 'month' : 'day'}, last ${FRAMES[shown]}`}
              kind="bars"
              tall
              periodLabel={shown === '12m' ? 'Month' : 'Day'}
              periods={entries.map(({ period }) => periodNames(period))}
              series={[series[metric]]}
              more={[...METRICS.filter((one) => one !== metric).map((one) => series[one]), inDollars]}
            />
          </>
        );
      }}
    </LoadedSection>
  );
}
