import { Link } from '@tanstack/react-router';
import { formatUsd } from '../../../../../domain/money.ts';
import { PRODUCTS } from '../../../../../domain/products/index.ts';
import { longDate, longMoment } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Card, CardRow } from '../../../ui/card.tsx';
import { PRODUCT_PICTURES } from '../../../ui/illustrations.tsx';
import { claimBadge } from '../display.ts';
import type { ListedClaim } from '../queries.ts';

/** One claim in the list with a link to its page. */
export function ClaimCard({ claim }: { claim: ListedClaim }) {
  const { label, variant } = claimBadge(claim.status);
  const Picture = PRODUCT_PICTURES[claim.policy_type];
  return (
    <Card className="flex h-full flex-col p-5">
      <div className="flex items-start justify-between gap-3">
        <Picture className="h-9 text-ink" />
        <Badge variant={variant}>{label}</Badge>
      </div>
      <h2 className="mt-4 text-lg">{claim.claim_number}</h2>
      <p className="figures text-sm text-muted">
        {PRODUCTS[claim.policy_type].label} · {claim.policy_number}
      </p>
      <p className="mt-2 line-clamp-2 text-[0.9375rem] wrap-anywhere">{claim.description}</p>
      <dl className="mt-4 grow divide-y divide-line border-t border-line text-[0.9375rem]">
        <CardRow label="Claim amount">{claim.formatted_amount}</CardRow>
        {claim.payout_amount !== null && (
          <CardRow label={claim.status === 'paid' ? 'Paid' : 'Approved'}>
            {formatUsd(claim.payout_amount)}
          </CardRow>
        )}
        <CardRow label="Incident">{longDate(claim.incident_date)}</CardRow>
        <CardRow label="Submitted">
          <time dateTime={claim.created_at} title={longMoment(claim.created_at)}>
            {longDate(claim.created_at)}
          </time>
        </CardRow>
      </dl>
      <Link
        to="/claim/$claimId"
        params={{ claimId: String(claim.id) }}
        aria-label={`View Details of ${claim.claim_number}`}
        className={buttonClass({ variant: 'secondary', size: 'small', className: 'mt-4' })}
      >
        View Details
      </Link>
    </Card>
  );
}
