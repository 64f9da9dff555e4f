import { useQuery } from '@tanstack/react-query';
import { formatUsd } from '#domain/money.ts';
import { STATUS_LABELS } from '#domain/policy/lifecycle.ts';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import { policiesQuery } from '#web/lib/api/policies-query.ts';
import { useAddress } from '#web/state/wallet-session.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyMooringPicture } from '#web/ui/drawings.tsx';
import { Refresh, ResultCount, SearchInput, useShowMore } from '#web/ui/list-tools.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { Select } from '#web/ui/select.tsx';
import { CardSkeletons, NoFigure, Stat } from '#web/ui/stat.tsx';
import { EmptyState, LoadError } from '#web/ui/states.tsx';
import {
  filterPolicies,
  isFiltering,
  type PolicyFilters,
  policyFilters,
  statusesIn,
  TYPE_FILTERS,
} from './filters.ts';
import { PolicyCard } from './policy-card.tsx';
import { summarize } from './protection-timeline.tsx';

export const MyPoliciesHeading = () => (
  <PageHead title="My Policies">Manage all your insurance policies in one place</PageHead>
);

function Summary({ policies, failed }: { policies: readonly PolicyAnswer[] | undefined; failed: boolean }) {
  const summary = policies ? summarize(policies) : null;
  const value = (text: string) => (summary ? text : <NoFigure failed={failed} />);
  return (
    <div className="grid gap-2 sm:grid-cols-3 sm:gap-5">
      <Stat
        label="Total Policies"
        value={value(String(summary?.total))}
        note={summary ? `${summary.active} active` : undefined}
      />
      <Stat
        label="Total Coverage"
        value={value(formatUsd(summary?.coverage ?? 0))}
        note="Across active policies"
      />
      <Stat
        label="Active Status"
        value={value(summary && summary.active > 0 ? 'Protected' : 'Inactive')}
        note={summary ? `${summary.active} of ${summary.total} active` : undefined}
      />
    </div>
  );
}

interface MyPoliciesProps {
  filters: PolicyFilters;
  onFilter: (filters: PolicyFilters) => void;
}

export function MyPolicies({ filters, onFilter }: MyPoliciesProps) {
  const address = useAddress();
  const query = useQuery(policiesQuery(address));
  const policies = query.data;
  const shown = policies ? filterPolicies(policies, filters) : [];
  const { drawn, showMore } = useShowMore(shown);
  const narrow = (part: object) => onFilter(policyFilters({ ...filters, ...part }));
  const statuses = [
    { value: 'all', label: 'All Status' },
    ...statusesIn(policies ?? []).map((status) => ({
      value: status as string,
      label: STATUS_LABELS[status],
    })),
  ];
  return (
    <div className="page flex flex-col gap-8 py-10">
      <MyPoliciesHeading />
      <Summary policies={policies} failed={query.isError} />
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] gap-3 md:flex">
        <SearchInput
          className="grow max-md:col-span-3"
          aria-label="Search policies"
          placeholder="Search by Policy ID or type..."
          value={filters.search ?? ''}
          onChange={({ target }) => narrow({ search: target.value })}
        />
        <Select
          aria-label="Type"
          className="md:w-48"
          options={TYPE_FILTERS}
          value={filters.type ?? 'all'}
          onChange={(type) => narrow({ type })}
        />
        <Select
          aria-label="Status"
          className="md:w-44"
          options={statuses}
          value={statuses.find(({ value }) => value === filters.status)?.value ?? 'all'}
          onChange={(status) => narrow({ status })}
        />
        <Refresh
          compact
          query={query}
          done="Policies refreshed successfully!"
          failed="Failed to refresh policies"
        />
      </div>
      <ResultCount
        count={policies && isFiltering(filters) ? shown.length : null}
        one="policy"
        many="policies"
      />
      {query.isPending && <CardSkeletons label="Loading policies" count={6} />}
      {query.isError && !policies && <LoadError title="Error Loading Policies" query={query} />}
      {shown.length > 0 && (
        <ul aria-label="Policies" className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {drawn.map((policy) => (
            <li key={policy.id}>
              <PolicyCard policy={policy} heading="h2" />
            </li>
          ))}
        </ul>
      )}
      {showMore}
      {policies && shown.length === 0 && isFiltering(filters) && (
        <EmptyState
          title="No policies match your filters"
          actions={
            <Button variant="secondary" onClick={() => onFilter({})}>
              Clear filters
            </Button>
          }
        >
          Try adjusting your search or filter criteria.
        </EmptyState>
      )}
      {policies && shown.length === 0 && !isFiltering(filters) && (
        <EmptyState
          title="No policies found"
          picture={<EmptyMooringPicture className="h-32 text-ink" />}
          actions={
            <ButtonLink to="/quote/$type" params={{ type: 'home' }}>
              Get Your First Policy
            </ButtonLink>
          }
        >
          Get started by purchasing your first insurance policy.
        </EmptyState>
      )}
      <p className="text-[0.9375rem] text-muted">
        A payment without a policy?{' '}
        <ButtonLink to="/find-payment" variant="link">
          I paid, where is my policy?
        </ButtonLink>
      </p>
    </div>
  );
}
