import type { Report } from '#domain/admin/insight-schema.ts';
import { formatDecimal, formatUsd } from '#domain/money.ts';
import { shortName } from '#domain/products/index.ts';
import { duration } from '#web/features/admin/insight/figures.ts';
import { EarlyRatio, earnedRatio, WorthText } from '#web/features/admin/insight/parts.tsx';
import * as fact from '#web/features/admin/kit/facts.tsx';
import { ShortDate } from '#web/features/admin/parts/cells.tsx';
import { DeskLink } from '#web/features/admin/parts/panel.tsx';
import { formatCount, percent } from '#web/lib/format.ts';
import { CLAIM_BADGES } from '#web/ui/claim-badges.ts';
import { Section } from '#web/ui/section.tsx';
import { Table } from '#web/ui/table.tsx';
import { FactList, type Look, StatusBadge } from '#web/ui/values.tsx';

type Rating = NonNullable<Report['performance'][number]['performance']>;
const RATINGS: Readonly<Record<Rating, Look>> = {
  excellent: { label: 'Excellent', variant: 'default' },
  good: { label: 'Good', variant: 'default' },
  fair: { label: 'Fair', variant: 'secondary' },
  poor: { label: 'Poor', variant: 'destructive' },
  too_early: { label: 'Too early', variant: 'outline' },
};

export function Performance({ report }: { report: Report }) {
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
  return <StatusBadge {...RATINGS[rating]} />;
}

const ClaimLink = ({ claim: { id, claim_id } }: { claim: Report['recent_claims'][number] }) => (
  <span className="whitespace-nowrap">
    <DeskLink to="/admin/claims" open={id}>
      {claim_id}
    </DeskLink>
  </span>
);

const ClaimStatus = ({ status }: Pick<Report['recent_claims'][number], 'status'>) => (
  <span className="whitespace-nowrap">
    <StatusBadge {...CLAIM_BADGES[status]} />
  </span>
);

export const RecentClaims = ({ claims }: { claims: Report['recent_claims'] }) => (
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

const FIRST = <span className="text-muted">by first decision</span>;

export function Kpis({ report: { kpis, period } }: { report: Report }) {
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
