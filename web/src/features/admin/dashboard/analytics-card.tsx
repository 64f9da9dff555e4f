import type * as z from 'zod';
import * as dashboardApi from '#domain/admin/dashboard-api.ts';
import type { timeframeQuery } from '#domain/admin/insight-schema.ts';
import { formatUsd } from '#domain/money.ts';
import { ether, periodNames } from '#web/features/admin/insight/figures.ts';
import { useChoice } from '#web/features/admin/insight/parts.tsx';
import { STAYS, useDesk } from '#web/features/admin/queries.ts';
import type { DataOf } from '#web/lib/api/call.ts';
import { formatCount } from '#web/lib/format.ts';
import { Chart, type ChartSeries } from '#web/ui/chart.tsx';
import { LoadedSection } from '#web/ui/section.tsx';

type Timeframe = z.output<typeof timeframeQuery>['timeframe'];

const FRAMES = {
  label: 'Timeframe',
  options: { '7d': '7 days', '30d': '30 days', '90d': '90 days', '12m': '12 months' },
  fallback: '30d',
} as const satisfies { options: Record<Timeframe, string>; label: string; fallback: string };

const METRICS = {
  label: 'Figure',
  options: {
    revenue: 'Revenue',
    views: 'Views',
    users: 'New users',
    policies: 'Policies issued',
    claims: 'Claims made',
  },
  fallback: 'revenue',
} as const;
type Metric = keyof typeof METRICS.options;
const ALL = Object.keys(METRICS.options) as Metric[];

type Entry = DataOf<typeof dashboardApi.getDashboardAnalytics>['entries'][number];

/** One figure of each period. */
function seriesOf(metric: Metric, entries: readonly Entry[]): ChartSeries {
  const label = METRICS.options[metric];
  if (metric !== 'revenue')
    return { label, values: entries.map((entry) => entry[metric]), format: formatCount };
  return {
    label,
    values: entries.map(({ revenue }) => revenue.eth),
    format: (value) => ether(String(value)),
  };
}

/** One of the platform's figures over time. Its table has all of them. */
export function AnalyticsCard({ monthlyViews }: { monthlyViews: number | undefined }) {
  const [timeframe, frames] = useChoice('/admin/admin-dashboard', 'timeframe', FRAMES);
  const [metric, metrics] = useChoice('/admin/admin-dashboard', 'figure', METRICS);
  return (
    <LoadedSection
      title="Platform Analytics"
      query={useDesk(dashboardApi.getDashboardAnalytics, { query: { timeframe } }, STAYS)}
      height="h-96"
      className="xl:col-span-2"
      actions={frames}
    >
      {({ timeframe: shown, entries }) => (
        <>
          <div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
            {metrics}
            <p className="text-xs font-medium tracking-wide text-muted">
              MONTHLY VIEWS{' '}
              <strong className="figures ml-1 text-base font-semibold tracking-normal text-ink">
                {monthlyViews === undefined ? '—' : formatCount(monthlyViews)}
              </strong>
            </p>
          </div>
          <Chart
            title={`${METRICS.options[metric]} by ${shown === '12m' ? 'month' : 'day'}, last ${FRAMES.options[shown]}`}
            kind="bars"
            tall
            periodLabel={shown === '12m' ? 'Month' : 'Day'}
            periods={entries.map(({ period }) => periodNames(period))}
            series={[seriesOf(metric, entries)]}
            more={[
              ...ALL.filter((one) => one !== metric).map((one) => seriesOf(one, entries)),
              {
                label: 'Revenue in USD',
                values: entries.map(({ revenue }) => revenue.usd),
                format: formatUsd,
              },
            ]}
          />
        </>
      )}
    </LoadedSection>
  );
}
