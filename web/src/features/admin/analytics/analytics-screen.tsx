import { useQuery } from '@tanstack/react-query';
import * as analyticsApi from '#domain/admin/analytics-api.ts';
import {
  type AnalyticsFunnel,
  type AnalyticsOverview,
  GROWTH_PERIODS,
  type GrowthPeriod,
} from '#domain/admin/analytics-schema.ts';
import { periodNames } from '#web/features/admin/insight/figures.ts';
import { ChangeMark, Choice, SmallTable, useParam } from '#web/features/admin/insight/parts.tsx';
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

const PERIODS = Object.keys(GROWTH_PERIODS) as GrowthPeriod[];

function Growth() {
  const [period, setPeriod] = useParam('/admin/analytics', 'period', PERIODS, '30d');
  return (
    <LoadedSection
      title="Growth"
      failed="Failed to load growth"
      note="The last days, including today, compared with as many days before"
      query={useQuery(growthQuery(period))}
      className="xl:col-span-2"
      actions={
        <Choice
          label="Period"
          options={PERIODS.map((one) => [one, `${GROWTH_PERIODS[one]} days`] as const)}
          value={period}
          onChange={setPeriod}
        />
      }
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

function Funnel() {
  return (
    <LoadedSection
      title="The path to a policy"
      failed="Failed to load the way to a policy"
      note="How far visitors got in the last 30 days, and where the others left"
      query={useQuery(funnelQuery)}
      className="xl:col-span-2"
    >
      {({ steps }) => {
        const most = Math.max(1, ...steps.map(({ count }) => count));
        return (
          <>
            <SmallTable
              caption="The path to a policy"
              columns={[['Step'], ['Reached', 'end'], ['Lost', 'end'], ['Last seen on']]}
              rows={steps.map((step) => ({
                key: step.step,
                share: (step.count / most) * 100,
                cells: [STEP_LABELS[step.step], formatCount(step.count), dropOf(step), leftAt(step)],
              }))}
            />
            <p className="mt-3 text-muted">
              The first five steps count visitors who allow it, each once a day. Paid and active are policies,
              counted from the chain, including those of visitors who don’t allow it, so these numbers can be
              higher.
            </p>
          </>
        );
      }}
    </LoadedSection>
  );
}

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
        <LoadedSection
          title="Top pages"
          failed="Failed to load top pages"
          note={LAST_30}
          query={useQuery(pagesQuery)}
        >
          {(rows) => (
            <SmallTable
              caption="Top pages"
              empty="No page was viewed yet."
              columns={[['Page'], ['Views', 'end'], ['Share', 'end']]}
              rows={rows.map((row) => ({
                key: row.path,
                share: row.percentage,
                cells: [row.path, formatCount(row.views), percent(row.percentage)],
              }))}
            />
          )}
        </LoadedSection>
        <LoadedSection
          title="Devices"
          failed="Failed to load devices"
          note={LAST_30}
          query={useQuery(devicesQuery)}
        >
          {(rows) => (
            <SmallTable
              caption="Devices"
              columns={[['Device'], ['Visitors', 'end'], ['Share', 'end'], ['Narrow window', 'end']]}
              rows={rows.map(({ type, visitors, percentage, viewports }) => ({
                key: type,
                share: percentage,
                cells: [
                  type,
                  formatCount(visitors),
                  percent(percentage),
                  percent(visitors === 0 ? null : viewports.narrow),
                ],
              }))}
            />
          )}
        </LoadedSection>
        <LoadedSection
          title="Geography"
          failed="Failed to load geography"
          note={LAST_30}
          query={useQuery(geographicQuery)}
        >
          {(rows) => (
            <SmallTable
              caption="Geography"
              empty="Nobody has visited yet."
              columns={[['Country'], ['Visitors', 'end'], ['Share', 'end']]}
              rows={rows.map((row) => ({
                key: row.country ?? '',
                share: row.percentage,
                cells: [countryName(row.country), formatCount(row.visitors), percent(row.percentage)],
              }))}
            />
          )}
        </LoadedSection>
        <LoadedSection
          title="Referrers"
          failed="Failed to load referrers"
          note={LAST_30}
          query={useQuery(referrersQuery)}
        >
          {(rows) => (
            <SmallTable
              caption="Referrers"
              empty="Nobody has visited yet."
              columns={[['From'], ['Visits', 'end'], ['Share', 'end']]}
              rows={rows.map((row) => ({
                key: row.referrer ?? '',
                share: row.percentage,
                cells: [row.referrer ?? 'No other site', formatCount(row.sessions), percent(row.percentage)],
              }))}
            />
          )}
        </LoadedSection>
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
