import { useQuery } from '@tanstack/react-query';
import { Clock, Plus } from 'lucide-react';
import { formatUsd } from '#domain/money.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import {
  type ClaimFilters,
  claimBadge,
  claimFilters,
  filterClaims,
  isFiltering,
  STATUS_FILTERS,
  summarize,
  turnText,
} from '#web/features/claims/display.ts';
import { claimsQuery, type ListedClaim } from '#web/features/claims/queries.ts';
import { usePolicyName } from '#web/lib/api/policies-query.ts';
import { cn } from '#web/lib/cn.ts';
import { longDate } from '#web/lib/format.ts';
import { useAddress } from '#web/state/wallet-session.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PRODUCT_PICTURES, picture } from '#web/ui/illustrations.tsx';
import { Refresh, ResultCount, SearchInput, useShowMore } from '#web/ui/list-tools.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { Select } from '#web/ui/select.tsx';
import { CardSkeletons, Stat } from '#web/ui/stat.tsx';
import { EmptyState, LoadError, Skeleton } from '#web/ui/states.tsx';
import { Fact, FactList, Moment, StatusBadge } from '#web/ui/values.tsx';
import lifebuoy from './lifebuoy.svg?picture';

/** A lifebuoy: no claim, and help when there is one. */
const LifebuoyPicture = picture(lifebuoy, 'h-32');

function ClaimCard({ claim }: { claim: ListedClaim }) {
  const Picture = PRODUCT_PICTURES[claim.policy_type];
  const turn = turnText(claim.next, Date.now());
  const name = usePolicyName(useAddress(), claim.policy_id);
  return (
    <Card className="flex h-full flex-col p-5">
      <div className="flex items-start justify-between gap-3">
        <Picture className="h-9 text-ink" />
        <StatusBadge {...claimBadge(claim.status)} />
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

export const MyClaimsHeading = () => (
  <PageHead title="My Claims">The status of each claim, and what was paid</PageHead>
);

function Summary({ claims, failed }: { claims: readonly ListedClaim[] | undefined; failed: boolean }) {
  const summary = claims ? summarize(claims) : null;
  const value = (text: string) => (summary ? text : failed ? '–' : <Skeleton className="h-8 w-20" />);
  return (
    <div className="grid grid-cols-2 gap-4 sm:gap-5 lg:grid-cols-4">
      <Stat label="Total Claims" value={value(String(summary?.total))} />
      <Stat label="Pending" value={value(String(summary?.pending))} />
      <Stat label="Total Claimed" value={value(formatUsd(summary?.claimed ?? 0))} />
      <Stat label="Approved amount" value={value(formatUsd(summary?.approved ?? 0))} />
    </div>
  );
}

interface MyClaimsProps {
  filters: ClaimFilters;
  onFilter: (filters: ClaimFilters) => void;
}

export function MyClaims({ filters, onFilter }: MyClaimsProps) {
  const address = useAddress();
  const query = useQuery(claimsQuery(address));
  const claims = query.data;
  const shown = claims ? filterClaims(claims, filters) : [];
  const { drawn, showMore } = useShowMore(shown);
  const none = claims?.length === 0;
  const narrow = (part: object) => onFilter(claimFilters({ ...filters, ...part }));

  return (
    <div className="page flex flex-col gap-8 py-10">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <MyClaimsHeading />
        {claims && claims.length > 0 && (
          <ButtonLink to="/submit-claim" icon={Plus}>
            Submit a Claim
          </ButtonLink>
        )}
      </div>
      {!none && <Summary claims={claims} failed={query.isError} />}
      <div className={cn('gap-3 md:flex', none ? 'flex' : 'grid grid-cols-[minmax(0,1fr)_auto]')}>
        {!none && (
          <>
            <SearchInput
              className="grow max-md:col-span-2"
              aria-label="Search claims"
              placeholder="Search by Claim ID, Policy ID, or type"
              value={filters.search ?? ''}
              onChange={({ target }) => narrow({ search: target.value })}
            />
            <Select
              aria-label="Status"
              className="md:w-52"
              options={STATUS_FILTERS}
              value={filters.status ?? 'all'}
              onChange={(status) => narrow({ status })}
            />
          </>
        )}
        <Refresh compact={!none} query={query} failed="Failed to fetch claims" />
      </div>
      <ResultCount count={claims && isFiltering(filters) ? shown.length : null} one="claim" many="claims" />
      {query.isPending && <CardSkeletons label="Loading claims" count={3} />}
      {query.isError && !claims && <LoadError title="Failed to fetch claims" query={query} />}
      {shown.length > 0 && (
        <ul aria-label="Claims" className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {drawn.map((claim) => (
            <li key={claim.id}>
              <ClaimCard claim={claim} />
            </li>
          ))}
        </ul>
      )}
      {showMore}
      {claims && shown.length === 0 && isFiltering(filters) && (
        <EmptyState
          title="No Claims Found"
          actions={
            <Button variant="secondary" onClick={() => onFilter({})}>
              Clear filters
            </Button>
          }
        >
          No claim matches your search or status. Try another one.
        </EmptyState>
      )}
      {claims && shown.length === 0 && !isFiltering(filters) && (
        <EmptyState
          title="No Claims Found"
          picture={<LifebuoyPicture className="h-32 text-ink" />}
          actions={<ButtonLink to="/submit-claim">Submit Your First Claim</ButtonLink>}
        >
          If something happens, tell us here. It takes a few minutes.
        </EmptyState>
      )}
    </div>
  );
}
