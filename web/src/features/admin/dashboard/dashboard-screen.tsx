import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import type * as z from 'zod';
import * as dashboardApi from '#domain/admin/dashboard-api.ts';
import type { activities } from '#domain/admin/insight-schema.ts';
import { AsOf } from '#web/features/admin/insight/parts.tsx';
import { ShortMoment } from '#web/features/admin/parts/cells.tsx';
import { DeskScreen } from '#web/features/admin/parts/screen.tsx';
import type { DeskPath } from '#web/features/admin/paths.ts';
import { adminApi } from '#web/features/admin/queries.ts';
import { QueueSummary } from '#web/features/admin/queue/queue-summary.tsx';
import { DESK_LINKS } from '#web/features/admin/shell/rail.tsx';
import { Section } from '#web/ui/section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { LoadError } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';
import { AnalyticsCard } from './analytics-card.tsx';
import { OverviewCards } from './overview-cards.tsx';

/** admin.md §9 */
const REFRESH_MS = 30_000;

/** The overview and the activities together, on load and every 30 seconds. */
const dashboardQuery = queryOptions({
  queryKey: ['admin', 'dashboard', 'both'],
  queryFn: async ({ signal }) => {
    const [overview, recent] = await Promise.all([
      adminApi.ask(dashboardApi.getDashboardOverview, {}, { signal }),
      adminApi.ask(dashboardApi.listDashboardActivities, {}, { signal }),
    ]);
    return { ...overview, recent };
  },
  refetchInterval: REFRESH_MS,
  staleTime: 0,
});

const FAILED = 'Failed to load dashboard data';
/** admin.md §9 */
const RECENT = 5;

/** Screens of the quick actions (admin.md §2). */
const QUICK: readonly DeskPath[] = [
  ...(['/admin/users', '/admin/policies', '/admin/claims'] as const),
  ...(['/admin/analytics', '/admin/revenue', '/admin/reports'] as const),
];

function RecentActivities({
  recent,
  failed,
}: {
  recent: z.output<typeof activities> | undefined;
  failed: boolean;
}) {
  return (
    <Section title="Recent Activities" dense>
      {recent === undefined && !failed && (
        <div role="status" aria-label="Loading: Recent Activities">
          <Skeleton className="h-56" />
        </div>
      )}
      {recent === undefined && failed && <p className="text-muted">Not available</p>}
      {recent?.length === 0 && <p className="py-6 text-center text-muted">No recent activities</p>}
      {recent !== undefined && recent.length > 0 && (
        <ol className="flex flex-col">
          {recent.slice(0, RECENT).map(({ title, description, time, link }) => (
            <li
              key={`${link} ${time} ${title}`}
              className="relative -mx-4 border-line px-4 py-2 not-first:border-t hover:bg-sunken/70"
            >
              <div className="flex items-baseline justify-between gap-3">
                {/* The link is a path with its search, as the server wrote it. */}
                <Link
                  to={link}
                  className="min-w-0 truncate font-medium after:absolute after:inset-0"
                  title={title}
                  aria-label={`${title}: ${description}`}
                >
                  {title}
                </Link>
                <span className="shrink-0 text-xs text-muted">
                  <ShortMoment at={time} />
                </span>
              </div>
              <p className="truncate text-[0.8125rem] text-muted" title={description}>
                {description}
              </p>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

/** The insurer at a glance, and what waits. */
export function DashboardScreen() {
  const query = useQuery(dashboardQuery);
  const { data, error } = query;
  const failed = error !== null;
  // Said once when it begins to fail, not with every refresh: the figures stay with a notice above them.
  useEffect(() => {
    if (failed) toast.error(FAILED);
  }, [failed]);
  return (
    <DeskScreen title="Dashboard">
      <QueueSummary />
      {error && (
        <LoadError title={FAILED} small className="mb-3" query={query}>
          {data?.as_of && (
            <>
              The figures below are as of <ShortMoment at={data.as_of} /> UTC.
            </>
          )}
        </LoadError>
      )}
      {data && !failed && <AsOf at={data.as_of} className="mb-2" />}
      {(data || !failed) && <OverviewCards data={data} />}
      <div className="mt-4 grid gap-4 xl:grid-cols-3">
        <AnalyticsCard monthlyViews={data?.monthly_views} />
        <div className="flex min-w-0 flex-col gap-4">
          <RecentActivities recent={data?.recent} failed={failed} />
          <Section title="Quick Actions" dense>
            <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3 xl:grid-cols-2">
              {DESK_LINKS.filter(({ to }) => QUICK.includes(to)).map(({ to, label, icon: Icon }) => (
                <li key={to}>
                  <Link
                    to={to}
                    className="flex h-10 items-center gap-2 rounded-lg border border-line px-3 hover:bg-sunken [&_svg]:size-4 [&_svg]:text-muted"
                  >
                    <Icon aria-hidden />
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </Section>
        </div>
      </div>
    </DeskScreen>
  );
}
