import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  type AnalyticsFunnel,
  type AnalyticsOverview,
  GROWTH_PERIODS,
  type GrowthPeriod,
} from '../../../../../domain/admin/analytics-schema.ts';
import { cn } from '../../../lib/cn.ts';
import { longDate } from '../../../lib/format.ts';
import { DeskScreen } from '../parts/screen.tsx';
import { countryName, duration, percent, STEP_LABELS, whole } from './display.ts';
import { Change, DayBars, Section, ShareTable } from './parts.tsx';
import {
  devicesQuery,
  funnelQuery,
  geographicQuery,
  growthQuery,
  overviewQuery,
  pagesQuery,
  realtimeQuery,
  referrersQuery,
  trafficQuery,
} from './queries.ts';

const LAST_30 = 'Last 30 days, today among them';

const CARDS: readonly {
  key: keyof AnalyticsOverview;
  label: string;
  shown: (value: number | null) => string;
}[] = [
  { key: 'pageViews', label: 'Page views', shown: (value) => whole(value ?? 0) },
  { key: 'activeUsers', label: 'Visitors, day by day', shown: (value) => whole(value ?? 0) },
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
            <dd className="figures mt-0.5">
              <Change change={change} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

function Growth() {
  const navigate = useNavigate();
  const { period: asked } = useSearch({ strict: false }) as { period?: string };
  const period: GrowthPeriod =
    asked !== undefined && asked in GROWTH_PERIODS ? (asked as GrowthPeriod) : '30d';
  const growth = useQuery(growthQuery(period));
  return (
    <Section
      title="Growth"
      note="The last days, today among them, against as many days before"
      query={growth}
      className="xl:col-span-2"
      actions={
        <fieldset className="flex gap-1">
          <legend className="sr-only">Period</legend>
          {Object.entries(GROWTH_PERIODS).map(([key, days]) => (
            <button
              key={key}
              type="button"
              aria-pressed={key === period}
              onClick={() => void navigate({ to: '.', search: { period: key } as never, replace: true })}
              className={cn(
                'h-8 rounded-lg border px-2.5 pointer-coarse:h-11',
                key === period ? 'border-teal bg-teal-soft font-medium' : 'border-line hover:bg-sunken',
              )}
            >
              {days} days
            </button>
          ))}
        </fieldset>
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
          <DayBars
            label={`Visitors of the last ${GROWTH_PERIODS[data.period]} days`}
            noun="visitors"
            days={data.days.map(({ day, visitors }) => ({ day, value: visitors }))}
          />
        </>
      )}
    </Section>
  );
}

const shownOf = ({ value, change }: { value: number; change: string | null }) => ({
  value: whole(value),
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
  pages.length === 0 ? '—' : pages.map(({ path, visitors }) => `${path} (${whole(visitors)})`).join(', ');

function Funnel() {
  const funnel = useQuery(funnelQuery);
  return (
    <Section
      title="The way to a policy"
      note="How many get how far in the last 30 days, and where those who go no further were last seen"
      query={funnel}
      className="xl:col-span-2"
    >
      {({ steps }) => {
        const most = Math.max(1, ...steps.map(({ count }) => count));
        return (
          <>
            <div className="overflow-x-auto">
              <div className="min-w-140">
                <ShareTable
                  label="The way to a policy"
                  rows={steps}
                  name={{ header: 'Step', of: ({ step }) => STEP_LABELS[step] }}
                  share={({ count }) => (count / most) * 100}
                  columns={[
                    { header: 'Reached', align: 'end', cell: ({ count }) => whole(count) },
                    { header: 'Lost', align: 'end', cell: dropOf },
                    { header: 'Last seen on', cell: leftAt },
                  ]}
                  empty="Nobody has seen a price yet."
                />
              </div>
            </div>
            <p className="mt-3 text-muted">
              The first five steps count visitors who let themselves be counted, each once a day. Paid and
              active are policies, counted from the chain, also of those who don’t; so these can be more.
            </p>
          </>
        );
      }}
    </Section>
  );
}

/** How the site is used: our own figures, without cookies, and of nobody in particular. */
export function AnalyticsScreen() {
  const overview = useQuery(overviewQuery);
  const traffic = useQuery(trafficQuery);
  const pages = useQuery(pagesQuery);
  const devices = useQuery(devicesQuery);
  const realtime = useQuery(realtimeQuery);
  const geographic = useQuery(geographicQuery);
  const referrers = useQuery(referrersQuery);
  return (
    <DeskScreen title="Analytics">
      <div className="grid gap-3 xl:grid-cols-2">
        <Section title="Overview" note={LAST_30} query={overview} className="xl:col-span-2">
          {(data) => (
            <Figures
              rows={CARDS.map(({ key, label, shown }) => ({
                label,
                value: shown(data[key].value),
                change: data[key].change,
              }))}
            />
          )}
        </Section>
        <Section title="Traffic" note="Visitors of the last 7 days (UTC)" query={traffic}>
          {(days) => (
            <DayBars
              label="Visitors of the last 7 days"
              noun="visitors"
              days={days.map(({ day, visitors }) => ({ day, value: visitors }))}
            />
          )}
        </Section>
        <Section
          title="Real time"
          note="Who was there in the last 5 minutes, and today so far (UTC)"
          query={realtime}
        >
          {(data) => (
            <Figures
              rows={[
                { label: 'Active now', value: whole(data.activeUsers) },
                { label: 'Top referrer today', value: data.topReferrer ?? 'None' },
                {
                  label: 'Top country today',
                  value: data.topCountry === null ? 'Unknown' : countryName(data.topCountry),
                },
                { label: 'Bounce rate today', value: percent(data.bounceRate) },
              ]}
            />
          )}
        </Section>
        <Section title="Top pages" note={LAST_30} query={pages}>
          {(rows) => (
            <ShareTable
              label="Top pages"
              rows={rows}
              name={{ header: 'Page', of: ({ path }) => path }}
              share={({ percentage }) => percentage}
              columns={[
                { header: 'Views', align: 'end', cell: ({ views }) => whole(views) },
                { header: 'Share', align: 'end', cell: ({ percentage }) => percent(percentage) },
              ]}
              empty="No page was viewed yet."
            />
          )}
        </Section>
        <Section title="Devices" note={LAST_30} query={devices}>
          {(rows) => (
            <ShareTable
              label="Devices"
              rows={rows}
              name={{ header: 'Device', of: ({ type }) => type }}
              share={({ percentage }) => percentage}
              columns={[
                { header: 'Visitors', align: 'end', cell: ({ visitors }) => whole(visitors) },
                { header: 'Share', align: 'end', cell: ({ percentage }) => percent(percentage) },
                {
                  header: 'Narrow window',
                  align: 'end',
                  cell: ({ viewports, visitors }) => (visitors === 0 ? '—' : percent(viewports.narrow)),
                },
              ]}
              empty=""
            />
          )}
        </Section>
        <Section title="Geography" note={LAST_30} query={geographic}>
          {(rows) => (
            <ShareTable
              label="Geography"
              rows={rows}
              name={{ header: 'Country', of: ({ country }) => countryName(country) }}
              share={({ percentage }) => percentage}
              columns={[
                { header: 'Visitors', align: 'end', cell: ({ visitors }) => whole(visitors) },
                { header: 'Share', align: 'end', cell: ({ percentage }) => percent(percentage) },
              ]}
              empty="Nobody has visited yet."
            />
          )}
        </Section>
        <Section title="Referrers" note={LAST_30} query={referrers}>
          {(rows) => (
            <ShareTable
              label="Referrers"
              rows={rows}
              name={{ header: 'From', of: ({ referrer }) => referrer ?? 'No other site' }}
              share={({ percentage }) => percentage}
              columns={[
                { header: 'Visits', align: 'end', cell: ({ sessions }) => whole(sessions) },
                { header: 'Share', align: 'end', cell: ({ percentage }) => percent(percentage) },
              ]}
              empty="Nobody has visited yet."
            />
          )}
        </Section>
        <Growth />
        <Funnel />
      </div>
      <section aria-labelledby="not-counted" className="mt-6 max-w-3xl text-muted">
        <h2 id="not-counted" className="text-base text-ink">
          What is not counted
        </h2>
        <p className="mt-1">
          Browsers that send Do Not Track or Global Privacy Control, known bots and automated browsers,
          whoever blocks the report, and the desk itself. The true figures are higher. No cookie is set. A
          visitor is recognized for one UTC day at most, by a hash whose key is deleted with it at midnight,
          so someone who comes on two days counts twice, and two people behind one address with the same
          browser count once.
        </p>
      </section>
    </DeskScreen>
  );
}
