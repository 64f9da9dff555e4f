import { linkOptions } from '@tanstack/react-router';
import { type DashboardOverview, GROWTH_DAYS } from '#domain/admin/insight-schema.ts';
import { formatUsd } from '#domain/money.ts';
import { ether } from '#web/features/admin/insight/figures.ts';
import { StatCards } from '#web/features/admin/insight/parts.tsx';
import { formatCount } from '#web/lib/format.ts';

const LABELS = ['Total Users', 'Active Policies', 'Total Claims', 'Platform Revenue'] as const;

/** The four figures of the dashboard and the reports, each with its growth and a link to its rows. */
export function OverviewCards({
  data,
  places = 4,
}: {
  data: DashboardOverview | undefined;
  /** Decimals of the revenue. */
  places?: number;
}) {
  const figures = data?.overview;
  const before = `${GROWTH_DAYS} days before`;
  const cards = figures && [
    {
      value: formatCount(figures.total_users),
      change: figures.user_growth,
      rows: linkOptions({ to: '/admin/users' }),
    },
    {
      value: formatCount(figures.active_policies),
      change: figures.policy_growth,
      rows: linkOptions({ to: '/admin/policies', search: { status: 'approved' } }),
    },
    {
      value: formatCount(figures.total_claims),
      change: figures.claim_growth,
      rows: linkOptions({ to: '/admin/claims' }),
    },
    {
      value: ether(figures.platform_revenue, places),
      note: formatUsd(figures.platform_revenue_usd),
      change: figures.revenue_growth,
      rows: linkOptions({ to: '/admin/revenue' }),
    },
  ];
  return <StatCards labels={LABELS} cards={cards?.map((card) => ({ ...card, before })) ?? null} />;
}
