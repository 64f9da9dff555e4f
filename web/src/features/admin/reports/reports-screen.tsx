import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import * as dashboardApi from '#domain/admin/dashboard-api.ts';
import { REPORT_PERIODS, type Report } from '#domain/admin/insight-schema.ts';
import * as reportsApi from '#domain/admin/reports-api.ts';
import { formatDecimal, formatUsd } from '#domain/money.ts';
import { shortName } from '#domain/products/index.ts';
import { CLAIM_BADGES } from '#web/features/admin/claims/display.ts';
import { OverviewCards } from '#web/features/admin/dashboard/overview-cards.tsx';
import {
  AsOf,
  Choice,
  EarlyRatio,
  earnedRatio,
  PeriodStep,
  WorthText,
} from '#web/features/admin/insight/parts.tsx';
import * as fact from '#web/features/admin/kit/facts.tsx';
import { Table } from '#web/features/admin/kit/table.tsx';
import { useDownload } from '#web/features/admin/kit/use-act.ts';
import { ShortDate } from '#web/features/admin/parts/cells.tsx';
import { DeskLink } from '#web/features/admin/parts/panel.tsx';
import { DeskScreen } from '#web/features/admin/parts/screen.tsx';
import { adminApi, STAYS } from '#web/features/admin/queries.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { formatCount, percent } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/section.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { LoadError, Loaded } from '#web/ui/states.tsx';
import { Badge, type BadgeVariant, FactList } from '#web/ui/values.tsx';

import { periodName, periodStart, type ReportPeriod } from './period.ts';

/** The overview alone, for the cards of the reports. */
const overviewQuery = adminApi.query(dashboardApi.getDashboardOverview);

/** Which report; without `from` the period that has begun. */
interface ReportChoice {
  period: ReportPeriod;
  from: string | null;
}

const chosen = ({ period, from }: ReportChoice) => ({ period, from: from ?? undefined });

const reportQuery = (choice: ReportChoice) =>
  adminApi.query(reportsApi.getReport, { query: chosen(choice) }, STAYS);

const exportReport = (choice: ReportChoice, format: 'csv' | 'pdf') =>
  adminApi.download(reportsApi.exportReport, { query: { ...chosen(choice), format } });

const PERIODS: Readonly<Record<ReportPeriod, string>> = { month: 'Month', quarter: 'Quarter', year: 'Year' };
type Rating = NonNullable<Report['performance'][number]['performance']>;
const RATINGS: Readonly<Record<Rating, { label: string; badge: BadgeVariant }>> = {
  excellent: { label: 'Excellent', badge: 'default' },
  good: { label: 'Good', badge: 'default' },
  fair: { label: 'Fair', badge: 'secondary' },
  poor: { label: 'Poor', badge: 'destructive' },
  too_early: { label: 'Too early', badge: 'outline' },
};
const FIRST_DAY = /^\d{4}-(0[1-9]|1[0-2])-01$/;

/** The report that the address bar names. A day inside a period stands for it. */
function useReportChoice() {
  const params = useSearch({ from: '/admin/reports' });
  const navigate = useNavigate({ from: '/admin/reports' });
  const period = REPORT_PERIODS.find((one) => one === params.period) ?? 'month';
  const from = FIRST_DAY.test(String(params.from)) ? periodStart(period, String(params.from)) : null;
  const show = (next: ReportChoice) => {
    const search = {
      period: next.period === 'month' ? undefined : next.period,
      from: next.from ?? undefined,
    };
    void navigate({ search, resetScroll: false });
  };
  return { choice: { period, from } satisfies ReportChoice, show };
}

function Exports({ choice, name }: { choice: ReportChoice; name: string }) {
  const download = useDownload((format: 'csv' | 'pdf') => exportReport(choice, format));
  return (
    <>
      {(['csv', 'pdf'] as const).map((format) => (
        <Button
          key={format}
          variant="secondary"
          size="dense"
          aria-label={`Export ${name} as ${format.toUpperCase()}`}
          busy={download.isPending && download.variables === format}
          disabled={download.isPending}
          onClick={() => download.mutate(format)}
        >
          {!(download.isPending && download.variables === format) && <Download aria-hidden />}
          {format.toUpperCase()}
        </Button>
      ))}
    </>
  );
}

function Performance({ report }: { report: Report }) {
  return (
    <Section title="Policy performance" dense>
      <Table
        caption="Policy performance"
        rows={report.performance}
        rowKey={({ key }) => key}
        columns={[
          ['Type', ({ type }) => type],
          ['Issued', ({ issued }) => formatCount(issued), 'end'],
          ['Revenue', ({ revenue }) => <WorthText worth={revenue} stacked />, 'end'],
          ['Claims ratio', ({ claims_ratio }) => percent(claims_ratio), 'end'],
          ['Performance', ({ performance }) => <RatingBadge rating={performance} />],
        ]}
      />
      <p className="mt-2 text-xs text-muted">
        Claims ratio = claims incurred ÷ premium earned. Up to 60% is excellent, up to 80% good, up to 100%
        fair, above that poor.
      </p>
      <EarlyRatio {...report.kpis} />
    </Section>
  );
}

function RatingBadge({ rating }: { rating: Rating | null }) {
  if (rating === null) return <span className="text-muted">Nothing earned yet</span>;
  return <Badge variant={RATINGS[rating].badge}>{RATINGS[rating].label}</Badge>;
}

function ClaimLink({ claim }: { claim: Report['recent_claims'][number] }) {
  return (
    <span className="whitespace-nowrap">
      <DeskLink to="/admin/claims" open={claim.id}>
        {claim.claim_id}
      </DeskLink>
    </span>
  );
}

function ClaimStatus({ status }: Pick<Report['recent_claims'][number], 'status'>) {
  const { label, variant } = CLAIM_BADGES[status];
  return (
    <span className="whitespace-nowrap">
      <Badge variant={variant}>{label}</Badge>
    </span>
  );
}

const RecentClaims = ({ claims }: { claims: Report['recent_claims'] }) => (
  <Section title="Recent claims" dense>
    <Table
      caption="Recent claims"
      empty="No claims in this period"
      rows={claims}
      rowKey={({ id }) => id}
      columns={[
        ['Claim', (claim) => <ClaimLink claim={claim} />],
        ['Customer', ({ customer }) => customer],
        ['Type', ({ policy_type }) => shortName(policy_type)],
        ['Amount', ({ amount }) => formatUsd(amount), 'end'],
        ['Status', ({ status }) => <ClaimStatus status={status} />],
        ['Made', ({ created_at }) => <ShortDate at={created_at} />, 'end'],
      ]}
    />
  </Section>
);

/** `5.0 h`, or days from two on. */
function duration(hours: number | null): string {
  if (hours === null) return '—';
  return hours < 48 ? `${formatDecimal(hours, 1)} h` : `${formatDecimal(hours / 24, 1)} days`;
}

const FIRST = <span className="text-muted">by first decision</span>;

function Kpis({ report: { kpis, period } }: { report: Report }) {
  const optional = (value: string | null) => (value === null ? '—' : formatUsd(value));
  return (
    <Section title="Key figures" dense>
      <div className="grid gap-x-8 gap-y-1.5 sm:grid-cols-2">
        <FactList
          dense
          rows={[
            ['Policies issued', formatCount(kpis.policies_issued)],
            ['New users', formatCount(kpis.new_users)],
            // admin.md §9: one decimal for the quarter.
            [
              'Revenue',
              <WorthText key="revenue" worth={kpis.revenue} places={period === 'quarter' ? 1 : 2} />,
            ],
            ['Average premium', optional(kpis.average_premium)],
            ['Failed payments', formatCount(kpis.failed_payments)],
            ['Loss ratio', earnedRatio(kpis.loss_ratio, kpis)],
            ['Combined ratio', earnedRatio(kpis.combined_ratio, kpis)],
          ]}
        />
        <FactList
          dense
          rows={[
            ['Claims made', formatCount(kpis.claims_made)],
            [
              'Claim frequency',
              kpis.claim_frequency === null
                ? earnedRatio(null, kpis)
                : `${formatDecimal(kpis.claim_frequency, 1)} per 100 policy-years`,
            ],
            fact.text(
              'Approval rate',
              <>
                {percent(kpis.approval_rate)} {FIRST}
              </>,
            ),
            fact.text(
              'Average decision',
              <>
                {duration(kpis.average_decision_hours)} {FIRST}
              </>,
            ),
            ['Claims paid', <WorthText key="paid" worth={kpis.claims_paid} />],
            ['Average payout', optional(kpis.average_payout)],
          ]}
        />
      </div>
    </Section>
  );
}

/** A month, quarter or year of the insurer, and its exports. */
export function ReportsScreen() {
  const { may } = useAdmin();
  const { choice, show } = useReportChoice();
  const overview = useQuery(overviewQuery);
  const report = useQuery(reportQuery(choice));
  const today = new Date().toISOString().slice(0, 10);
  const current = periodStart(choice.period, today);
  const from = choice.from ?? current;
  const name = periodName(choice.period, from);
  const at = (period: ReportPeriod, day: string): ReportChoice => ({
    period,
    from: day >= periodStart(period, today) ? null : day,
  });
  // The newest month of a chosen year, not its January.
  const within = (period: ReportPeriod) => {
    const end = periodStart(choice.period, from, 1);
    const day = end > today ? today : periodStart('month', end, -1);
    return at(period, periodStart(period, day));
  };
  return (
    <DeskScreen
      title="Reports"
      actions={
        <div className="flex flex-wrap items-center gap-2">
          {may('export') && <Exports choice={choice} name={name} />}
        </div>
      }
    >
      <div className="flex flex-col gap-4">
        {overview.error && <LoadError title="Failed to load the overview" small query={overview} />}
        {(overview.data || !overview.error) && <OverviewCards data={overview.data} places={2} />}
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <PeriodStep
            name={name}
            unit={choice.period}
            hasNext={from < current}
            onStep={(by) => show(at(choice.period, periodStart(choice.period, from, by)))}
          />
          <Choice
            label="Period"
            options={PERIODS}
            value={choice.period}
            onChange={(period) => show(within(period))}
          />
        </div>
        <Loaded
          query={report}
          name="the report"
          failed="Failed to load the report"
          loading={<SkeletonRows count={2} className="h-44" />}
          small
          warns
        >
          {(data) => (
            <div
              aria-busy={report.isPlaceholderData}
              className={report.isPlaceholderData ? 'opacity-60' : ''}
            >
              <p className="mb-3 text-[0.8125rem] text-muted">
                <ShortDate at={data.from} /> – <ShortDate at={data.to} />, UTC
                {!data.complete && '. The period is not over, so its figures will still change.'}
              </p>
              <AsOf at={data.as_of} className="mb-3" />
              <div className="grid gap-4 xl:grid-cols-2">
                <Performance report={data} />
                <Kpis report={data} />
                <div className="min-w-0 xl:col-span-2">
                  <RecentClaims claims={data.recent_claims} />
                </div>
              </div>
            </div>
          )}
        </Loaded>
      </div>
    </DeskScreen>
  );
}
