import { Clock } from 'lucide-react';
import { formatUsd } from '#domain/money.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { claimBadge, turnText } from '#web/features/claims/display.ts';
import type { ListedClaim } from '#web/features/claims/queries.ts';
import { usePolicyName } from '#web/lib/api/policies-query.ts';
import { cn } from '#web/lib/cn.ts';
import { longDate } from '#web/lib/format.ts';
import { useAddress } from '#web/state/use-address.ts';
import { Badge } from '#web/ui/badge.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Fact, FactList } from '#web/ui/fact-list.tsx';
import { PRODUCT_PICTURES } from '#web/ui/illustrations.tsx';
import { Moment } from '#web/ui/moment.tsx';

export function ClaimCard({ claim }: { claim: ListedClaim }) {
  const { label, variant } = claimBadge(claim.status);
  const Picture = PRODUCT_PICTURES[claim.policy_type];
  const turn = turnText(claim.next, Date.now());
  const name = usePolicyName(useAddress(), claim.policy_id);
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
      {name && (
        <p dir="auto" className="line-clamp-1 text-left text-sm text-muted wrap-anywhere">
          {name}
        </p>
      )}
      <p dir="auto" className="mt-2 line-clamp-2 text-[0.9375rem] wrap-anywhere">
        {claim.description}
      </p>
      {turn !== null && (
        <p
          className={cn(
            'mt-3 flex items-center gap-2 text-[0.9375rem] font-medium',
            claim.next.actor === 'customer' && 'text-amber',
          )}
        >
          <Clock aria-hidden className="size-4 shrink-0" />
          {turn}
        </p>
      )}
      <FactList className="mt-4 grow border-t border-line">
        <Fact label="Claim amount">{claim.formatted_amount}</Fact>
        {claim.payout_amount !== null && (
          <Fact label={claim.status === 'paid' ? 'Paid' : 'Approved'}>{formatUsd(claim.payout_amount)}</Fact>
        )}
        <Fact label="Incident">{longDate(claim.incident_date)}</Fact>
        <Fact label="Submitted">
          <Moment at={claim.created_at} />
        </Fact>
      </FactList>
      <ButtonLink
        to="/claim/$claimId"
        params={{ claimId: String(claim.id) }}
        aria-label={`View Details of ${claim.claim_number}`}
        variant="secondary"
        size="small"
        className="mt-4"
      >
        View Details
      </ButtonLink>
    </Card>
  );
}
