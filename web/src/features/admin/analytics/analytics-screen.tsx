import { useQuery } from '@tanstack/react-query';
import * as analyticsApi from '#domain/admin/analytics-api.ts';
import {
  type AnalyticsFunnel,
  type AnalyticsOverview,
  GROWTH_PERIODS,
  type GrowthPeriod,
} from '#domain/admin/analytics-schema.ts';
import { periodNames } from '#web/features/admin/insight/figures.ts';
import { ChangeMark, useChoice } from '#web/features/admin/insight/parts.tsx';
import { TableCard } from '#web/features/admin/kit/table.tsx';
import { DeskScreen } from '#web/features/admin/parts/screen.tsx';
import { adminApi, STAYS } from '#web/features/admin/queries.ts';
import { formatCount, longDate, percent } from '#web/lib/format.ts';
import { Chart } from '#web/ui/chart.tsx';
import { LoadedSection } from '#web/ui/section.tsx';
import { countryName, duration, STEP_LABELS } from './display.ts';

const REFRESH_MS = 10_000;
const FRESH = { staleTime: 60_000 };

const overviewQuery = adminApi.query(analyticsApi.getAnalyticsOverview, {}, FRESH);
const trafficQuery = adminApi.query(analyticsApi.getAnalyticsTraffic, {}, FRESH);
const pagesQuery = adminApi.query(analyticsApi.getAnalyticsPages, {}, FRESH);
const devicesQuery = adminApi.query(analyticsApi.getAnalyticsDevices, {}, FRESH);
const realtimeQuery = adminApi.query(
  analyticsApi.getAnalyticsRealtime,
  {},
  { staleTime: 0, refetchInterval: REFRESH_MS },
);
const geographicQuery = adminApi.query(analyticsApi.getAnalyticsCountries, {}, FRESH);
const referrersQuery = adminApi.query(analyticsApi.getAnalyticsReferrers, {}, FRESH);
const funnelQuery = adminApi.query(analyticsApi.getPurchaseFunnel, {}, FRESH);
const growthQuery = (period: GrowthPeriod) =>
  adminApi.query(analyticsApi.getAnalyticsGrowth, { query: { period } }, { ...FRESH, ...STAYS });

/** Percent of the highest bar (admin.md §9). */
const LEAST_HEIGHT = 10;
const LAST_30 = 'Last 30 days, including today';

const CARDS: readonly {
  key: keyof AnalyticsOverview;
  label: string;
  shown: (value: number | null) => string;
}[] = [
  { key: 'pageViews', label: 'Page views', shown: (value) => formatCount(value ?? 0) },
  { key: 'activeUsers', label: 'Visitors, day by day', shown: (value) => formatCount(value ?? 0) },
  { key: 'sessionDuration', label: 'Average visit', shown: duration },
  { key: 'engagementRate', label: 'Engagement', shown: percent },
];

function Figures({ rows }: { rows: readonly { label: string; value: string; change?: string | null }[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 md:grid-cols-4">
      {rows.map(({ label, value, change }) => (
        <div key={label} className="min-w-0">
          <dt className="text-muted">{label}</dt>
          <dd className="figures mt-0.5 text-xl font-semibold wrap-anywhere">{value}</dd>
          {change !== undefined && (
            <dd className="mt-0.5">
              <ChangeMark change={change} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

const PERIODS = {
  label: 'Period',
  options: Object.fromEntries(
    Object.entries(GROWTH_PERIODS).map(([period, days]) => [period, `${days} days`]),
  ) as Record<GrowthPeriod, string>,
  fallback: '30d',
} as const;

function Growth() {
  const [period, periods] = useChoice('/admin/analytics', 'period', PERIODS);
  return (
    <LoadedSection
      title="Growth"
      failed="Failed to load growth"
      note="The last days, including today, compared with as many days before"
      query={useQuery(growthQuery(period))}
      className="xl:col-span-2"
      folded
      actions={periods}
    >
      {(data) => (
        <>
          <Figures
            rows={[
              { label: 'Page views', ...shownOf(data.pageViews) },
              { label: 'Visitors', ...shownOf(data.visitors) },
              { label: 'Visits', ...shownOf(data.sessions) },
            ]}
          />
          <p className="mt-2 mb-4 text-muted">
            {longDate(data.from)} to {longDate(data.to)}, compared with {longDate(data.previousFrom)} to{' '}
            {longDate(data.previousTo)} (UTC).
          </p>
          <Visitors days={data.days} />
        </>
      )}
    </LoadedSection>
  );
}

interface VisitorsProps {
  days: readonly { day: string; visitors: number }[];
  leastHeight?: number;
}

function Visitors({ days, leastHeight }: VisitorsProps) {
  return (
    <Chart
      title={`Visitors of the last ${days.length} days`}
      kind="bars"
      periodLabel="Day (UTC)"
      periods={days.map(({ day }) => periodNames(day))}
      series={[{ label: 'Visitors', values: days.map(({ visitors }) => visitors), format: formatCount }]}
      leastHeight={leastHeight}
    />
  );
}

const shownOf = ({ value, change }: { value: number; change: string | null }) => ({
  value: formatCount(value),
  change,
});

type Step = AnalyticsFunnel['steps'][number];

/** `60% fewer`, or more: the chain also counts those whose browsers report nothing. */
function dropOf({ drop }: Step): string {
  if (drop === null) return '—';
  if (drop === 0) return 'Nobody';
  return drop < 0 ? `${percent(-drop)} more` : percent(drop);
}

const leftAt = ({ leftAt: pages }: Step) =>
  pages.length === 0
    ? '—'
    : pages.map(({ path, visitors }) => `${path} (${formatCount(visitors)})`).join(', ');

const Funnel = () => (
  <TableCard
    title="The path to a policy"
    failed="Failed to load the way to a policy"
    note="How far visitors got in the last 30 days, and where the others left"
    query={useQuery(funnelQuery)}
    className="xl:col-span-2"
    rows={({ steps }) => {
      const most = Math.max(1, ...steps.map(({ count }) => count));
      return steps.map((step) => ({ ...step, share: (step.count / most) * 100 }));
    }}
    rowKey={({ step }) => step}
    share={({ share }) => share}
    columns={[
      ['Step', ({ step }) => STEP_LABELS[step]],
      ['Reached', ({ count }) => formatCount(count), 'end'],
      ['Lost', dropOf, 'end'],
      ['Last seen on', leftAt],
    ]}
    foot={() => (
      <p className="mt-3 text-muted">
        The first five steps count visitors who allow it, each once a day. Paid and active are policies,
        counted from the chain, including those of visitors who don’t allow it, so these numbers can be
        higher.
      </p>
    )}
  />
);

const shareOf = ({ percentage }: { percentage: number }) => percent(percentage);

/** How the site is used: our own figures, without cookies, and of nobody in particular. */
export function AnalyticsScreen() {
  return (
    <DeskScreen title="Analytics">
      <div className="grid gap-3 xl:grid-cols-2">
        <LoadedSection
          title="Overview"
          failed="Failed to load overview"
          note={LAST_30}
          query={useQuery(overviewQuery)}
          className="xl:col-span-2"
        >
          {(data) => (
            <Figures
              rows={CARDS.map(({ key, label, shown }) => ({
                label,
                value: shown(data[key].value),
                change: data[key].change,
              }))}
            />
          )}
        </LoadedSection>
        <LoadedSection
          title="Traffic"
          failed="Failed to load traffic"
          note="Visitors of the last 7 days (UTC)"
          query={useQuery(trafficQuery)}
        >
          {(days) => <Visitors days={days} leastHeight={LEAST_HEIGHT} />}
        </LoadedSection>
        <LoadedSection
          title="Real time"
          failed="Failed to load real time"
          note="Visitors in the last 5 minutes, and today so far (UTC)"
          query={useQuery(realtimeQuery)}
        >
          {(data) => (
            <Figures
              rows={[
                { label: 'Active now', value: formatCount(data.activeUsers) },
                { label: 'Top referrer today', value: data.topReferrer ?? 'None' },
                { label: 'Top country today', value: countryName(data.topCountry) },
                { label: 'Bounce rate today', value: percent(data.bounceRate) },
              ]}
            />
          )}
        </LoadedSection>
        <TableCard
          title="Top pages"
          note={LAST_30}
          query={useQuery(pagesQuery)}
          empty="No page was viewed yet."
          rows={(pages) => pages}
          rowKey={({ path }) => path}
          share={({ percentage }) => percentage}
          columns={[
            ['Page', ({ path }) => path],
            ['Views', ({ views }) => formatCount(views), 'end'],
            ['Share', shareOf, 'end'],
          ]}
        />
        <TableCard
          title="Devices"
          note={LAST_30}
          query={useQuery(devicesQuery)}
          rows={(devices) => devices}
          rowKey={({ type }) => type}
          share={({ percentage }) => percentage}
          columns={[
            ['Device', ({ type }) => type],
            ['Visitors', ({ visitors }) => formatCount(visitors), 'end'],
            ['Share', shareOf, 'end'],
            [
              'Narrow window',
              ({ visitors, viewports }) => percent(visitors === 0 ? null : viewports.narrow),
              'end',
            ],
          ]}
        />
        <TableCard
          title="Geography"
          note={LAST_30}
          folded
          query={useQuery(geographicQuery)}
          empty="Nobody has visited yet."
          rows={(countries) => countries}
          rowKey={({ country }) => country ?? ''}
          share={({ percentage }) => percentage}
          columns={[
            ['Country', ({ country }) => countryName(country)],
            ['Visitors', ({ visitors }) => formatCount(visitors), 'end'],
            ['Share', shareOf, 'end'],
          ]}
        />
        <TableCard
          title="Referrers"
          note={LAST_30}
          folded
          query={useQuery(referrersQuery)}
          empty="Nobody has visited yet."
          rows={(referrers) => referrers}
          rowKey={({ referrer }) => referrer ?? ''}
          share={({ percentage }) => percentage}
          columns={[
            ['From', ({ referrer }) => referrer ?? 'No other site'],
            ['Visits', ({ sessions }) => formatCount(sessions), 'end'],
            ['Share', shareOf, 'end'],
          ]}
        />
        <Growth />
        <Funnel />
      </div>
      <section aria-labelledby="not-counted" className="mt-6 max-w-3xl text-muted">
        <h2 id="not-counted" className="text-base text-ink">
          What is not counted
        </h2>
        <p className="mt-1">
          Browsers that send Do Not Track or Global Privacy Control, known bots and automated browsers,
          visitors who block the report, and the desk itself. The true figures are higher. No cookie is set. A
          visitor is recognized for one UTC day at most, by a hash whose key is deleted with it at midnight,
          so someone who comes on two days counts twice, and two people behind one address with the same
          browser count once.
        </p>
      </section>
    </DeskScreen>
  );
}
