import * as analyticsApi from '#domain/admin/analytics-api.ts';
import type { AnalyticsFunnel, AnalyticsOverview } from '#domain/admin/analytics-schema.ts';
import type { FunnelStep } from '#domain/analytics/visit.ts';
import { periodNames } from '#web/features/admin/insight/figures.ts';
import { ChangeMark } from '#web/features/admin/insight/parts.tsx';
import { DeskScreen, Figures } from '#web/features/admin/parts/screen.tsx';
import { useDesk } from '#web/features/admin/queries.ts';
import { formatCount, percent } from '#web/lib/format.ts';
import { Chart } from '#web/ui/chart.tsx';
import { LoadedSection, Section } from '#web/ui/section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Loaded, type LoadedProps } from '#web/ui/states.tsx';
import { TableCard } from '#web/ui/table.tsx';

const REFRESH_MS = 10_000;
const FRESH = { staleTime: 60_000 };
const LIVE = { staleTime: 0, refetchInterval: REFRESH_MS };
/** The overview compares 30 days. */
const GROWTH = { query: { period: '90d' } };

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

interface LineProps<Data> extends Pick<LoadedProps<Data>, 'query'> {
  title: string;
  figures: (data: Data) => readonly (readonly [label: string, value: string])[];
}

/** Figures in one line, which load on their own. */
const Line = <Data,>({ title, query, figures }: LineProps<Data>) => (
  <section aria-label={title} className="flex flex-wrap items-baseline gap-x-6 gap-y-1 py-1.5">
    <h3 className="w-28 text-[0.8125rem] font-medium tracking-normal">{title}</h3>
    <div className="min-w-0 flex-1">
      <Loaded
        query={query}
        name={title}
        failed={`Failed to load ${title.toLowerCase()}`}
        loading={<Skeleton className="h-5" />}
        small
      >
        {(data) => <Figures figures={figures(data)} empty="Nobody has visited yet." />}
      </Loaded>
    </div>
  </section>
);

/** Countries and referrers that are named; the others are fewer. */
const NAMED = 4;

/** Who is here now, how it grows, and where visitors come from. */
function AtAGlance() {
  const moved = ({ change }: { change: string | null }) => change ?? '—';
  return (
    <Section title="At a glance" dense className="xl:col-span-2">
      <div className="divide-y divide-line">
        <Line
          title="Real time"
          query={useDesk(analyticsApi.getAnalyticsRealtime, {}, LIVE)}
          figures={({ activeUsers, topReferrer, topCountry, bounceRate }) => [
            ['Active now', formatCount(activeUsers)],
            ['Top referrer today', topReferrer ?? 'None'],
            ['Top country today', countryName(topCountry)],
            ['Bounce rate today', percent(bounceRate)],
          ]}
        />
        <Line
          title="Growth, 90 days"
          query={useDesk(analyticsApi.getAnalyticsGrowth, GROWTH, FRESH)}
          figures={({ pageViews, visitors, sessions }) => [
            ['Page views', moved(pageViews)],
            ['Visitors', moved(visitors)],
            ['Visits', moved(sessions)],
          ]}
        />
        <Line
          title="Countries"
          query={useDesk(analyticsApi.getAnalyticsCountries, {}, FRESH)}
          figures={(all) =>
            all.slice(0, NAMED).map((one) => [countryName(one.country), percent(one.percentage)])
          }
        />
        <Line
          title="Referrers"
          query={useDesk(analyticsApi.getAnalyticsReferrers, {}, FRESH)}
          figures={(all) =>
            all.slice(0, NAMED).map((one) => [one.referrer ?? 'No other site', percent(one.percentage)])
          }
        />
      </div>
    </Section>
  );
}

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
    query={useDesk(analyticsApi.getPurchaseFunnel, {}, FRESH)}
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
          note={LAST_30}
          query={useDesk(analyticsApi.getAnalyticsOverview, {}, FRESH)}
          className="xl:col-span-2"
        >
          {(data) => (
            <dl className="grid grid-cols-2 gap-x-4 gap-y-3 md:grid-cols-4">
              {CARDS.map(({ key, label, shown }) => (
                <div key={key} className="min-w-0">
                  <dt className="text-muted">{label}</dt>
                  <dd className="figures mt-0.5 text-xl font-semibold wrap-anywhere">
                    {shown(data[key].value)}
                  </dd>
                  <dd className="mt-0.5">
                    <ChangeMark change={data[key].change} />
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </LoadedSection>
        <AtAGlance />
        <LoadedSection
          title="Traffic"
          note="Visitors of the last 7 days (UTC)"
          query={useDesk(analyticsApi.getAnalyticsTraffic, {}, FRESH)}
        >
          {(days) => (
            <Chart
              title={`Visitors of the last ${days.length} days`}
              kind="bars"
              periodLabel="Day (UTC)"
              periods={days.map(({ day }) => periodNames(day))}
              series={[
                { label: 'Visitors', values: days.map(({ visitors }) => visitors), format: formatCount },
              ]}
              leastHeight={LEAST_HEIGHT}
            />
          )}
        </LoadedSection>
        <TableCard
          title="Top pages"
          note={LAST_30}
          query={useDesk(analyticsApi.getAnalyticsPages, {}, FRESH)}
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
          query={useDesk(analyticsApi.getAnalyticsDevices, {}, FRESH)}
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

const STEP_LABELS: Readonly<Record<FunnelStep, string>> = {
  price_seen: 'Price seen',
  form_complete: 'Form complete',
  wallet_connected: 'Wallet connected',
  quote: 'Quote made',
  wallet_opened: 'Wallet opened',
  paid: 'Paid',
  active: 'Policy active',
};

/** `2m 5s`, `45s`, or `—`. */
export function duration(seconds: number | null): string {
  if (seconds === null) return '—';
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds}s` : `${formatCount(minutes)}m ${seconds % 60}s`;
}

const regions = new Intl.DisplayNames('en-US', { type: 'region' });

/** The name of a country by its two letters. Some codes of networks are none, such as `T1` for Tor. */
export function countryName(code: string | null): string {
  if (code === null) return 'Unknown';
  try {
    return regions.of(code) ?? code;
  } catch {
    return code;
  }
}
