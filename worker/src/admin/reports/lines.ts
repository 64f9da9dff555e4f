/** A report as labeled lines, for files and letters. */
import type { Report } from '#domain/admin/insight-schema.ts';
import { CLAIM_LABELS } from '#domain/claims/lifecycle.ts';
import { formatDecimal, formatUsd } from '#domain/money.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { usDate } from '#worker/platform/http/csv.ts';

const percent = (value: number | null) => (value === null ? '' : `${formatDecimal(value, 1)}%`);
const usd = (value: string | null) => (value === null ? '' : formatUsd(value));
const worth = ({ eth, usd: dollars }: { eth: string; usd: string }) => `${usd(dollars)} (${eth} ETH)`;

/** `2026-11`, `2026-Q4` or `2026`. */
export function nameOf({ period, from }: Pick<Report, 'period' | 'from'>): string {
  if (period === 'year') return from.slice(0, 4);
  if (period === 'month') return from.slice(0, 7);
  return `${from.slice(0, 4)}-Q${Math.ceil(Number(from.slice(5, 7)) / 3)}`;
}

/** The figures of the whole business. */
export function kpiLines({ kpis }: Report): [label: string, value: string][] {
  const early = kpis.too_early ? 'Too early' : '';
  return [
    ['Policies issued', String(kpis.policies_issued)],
    ['New customers', String(kpis.new_users)],
    ['Revenue', worth(kpis.revenue)],
    ['Average premium', usd(kpis.average_premium)],
    ['Claims made', String(kpis.claims_made)],
    ['Claims per 100 policy-years', kpis.claim_frequency === null ? early : kpis.claim_frequency.toFixed(1)],
    ['Claims approved by first decision', percent(kpis.approval_rate)],
    [
      'Time to the first decision',
      kpis.average_decision_hours === null ? '' : `${kpis.average_decision_hours.toFixed(1)} hours`,
    ],
    ['Claims paid', worth(kpis.claims_paid)],
    ['Average payout', usd(kpis.average_payout)],
    ['Premium earned', usd(kpis.earned_premium)],
    ['Loss ratio', percent(kpis.loss_ratio) || early],
    ['Combined ratio', percent(kpis.combined_ratio) || early],
    ['Failed payments', String(kpis.failed_payments)],
  ];
}

export const productLines = ({ performance }: Report): [label: string, value: string][] =>
  performance.map(({ type, issued, revenue, claims_ratio, performance: grade }) => [
    type,
    [
      `${issued} issued`,
      `revenue ${worth(revenue)}`,
      ...(claims_ratio === null ? [] : [`claims ratio ${percent(claims_ratio)}`]),
      ...(grade === null ? [] : [grade.replaceAll('_', ' ')]),
    ].join(', '),
  ]);

export const claimLines = ({ recent_claims }: Report): [label: string, value: string][] =>
  recent_claims.map(({ claim_id, created_at, customer, policy_type, amount, status }) => [
    claim_id,
    [usDate(created_at), customer, PRODUCTS[policy_type].label, usd(amount), CLAIM_LABELS[status]]
      .filter(Boolean)
      .join(', '),
  ]);
