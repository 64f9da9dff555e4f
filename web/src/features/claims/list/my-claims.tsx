import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { formatUsd } from '#domain/money.ts';
import {
  type ClaimFilters,
  filterClaims,
  isFiltering,
  NO_FILTERS,
  STATUS_FILTERS,
  summarize,
} from '#web/features/claims/display.ts';
import { claimsQuery, type ListedClaim } from '#web/features/claims/queries.ts';
import { cn } from '#web/lib/cn.ts';
import { useAddress } from '#web/state/use-address.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { Refresh } from '#web/ui/refresh-button.tsx';
import { ResultCount } from '#web/ui/result-count.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { Select } from '#web/ui/select.tsx';
import { useShowMore } from '#web/ui/show-more.tsx';
import { CardSkeletons, Stat } from '#web/ui/stat.tsx';
import { EmptyState, Skeleton } from '#web/ui/states.tsx';
import { ClaimCard } from './claim-card.tsx';
import { LifebuoyPicture } from './lifebuoy-picture.tsx';

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
              value={filters.search}
              onChange={(event) => onFilter({ ...filters, search: event.target.value })}
            />
            <Select
              aria-label="Status"
              className="md:w-52"
              options={STATUS_FILTERS}
              value={filters.status}
              onChange={(status) => onFilter({ ...filters, status: status as ClaimFilters['status'] })}
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
            <Button variant="secondary" onClick={() => onFilter(NO_FILTERS)}>
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
          You have not made a claim. If something happens, tell us here.
        </EmptyState>
      )}
    </div>
  );
}
