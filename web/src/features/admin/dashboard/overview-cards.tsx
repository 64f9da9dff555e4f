import { type DashboardOverview, GROWTH_DAYS } from '#domain/admin/insight-schema.ts';
import { ether } from '#web/features/admin/insight/figures.ts';
import { ChangeMark, StatCard } from '#web/features/admin/insight/parts.tsx';
import { formatCount } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const GRID = 'grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4';
const LABELS = ['Total Users', 'Active Policies', 'Total Claims', 'Platform Revenue'] as const;
const AGAINST = `in the ${GROWTH_DAYS} days before`;

/** The four figures of the dashboard and the reports, each with its growth and a link to its rows. */
export function OverviewCards({
  data,
  places = 4,
}: {
  data: DashboardOverview | undefined;
  /** Decimals of the revenue. */
  places?: number;
}) {
  if (data === undefined) {
    return (
      <div className={GRID} role="status" aria-label="Loading the overview">
        {LABELS.map((label) => (
          <Card key={label} className="flex flex-col gap-2 p-4">
            <p className="text-[0.8125rem] font-medium text-muted">{label}</p>
            <Skeleton className="h-8 w-24" />
          </Card>
        ))}
      </div>
    );
  }
  const { overview } = data;
  const growth = (change: string | null) => (
    <ChangeMark change={change} against={change === null ? AGAINST : `from the ${GROWTH_DAYS} days before`} />
  );
  return (
    <div className={GRID}>
      <StatCard label="Total Users" value={formatCount(overview.total_users)} to="/admin/users">
        {growth(overview.user_growth)}
      </StatCard>
      <StatCard
        label="Active Policies"
        value={formatCount(overview.active_policies)}
        to="/admin/policies"
        search={{ status: 'approved' }}
      >
        {growth(overview.policy_growth)}
      </StatCard>
      <StatCard label="Total Claims" value={formatCount(overview.total_claims)} to="/admin/claims">
        {growth(overview.claim_growth)}
      </StatCard>
      <StatCard label="Platform Revenue" value={ether(overview.platform_revenue, places)} to="/admin/revenue">
        {growth(overview.revenue_growth)}
      </StatCard>
    </div>
  );
}
