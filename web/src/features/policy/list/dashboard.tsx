import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { formatUsd } from '#domain/money.ts';
import { policiesQuery } from '#web/lib/api/policies-query.ts';
import { walletSession } from '#web/state/wallet-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyMooringPicture } from '#web/ui/drawings.tsx';
import { Refresh } from '#web/ui/list-tools.tsx';
import { CardSkeletons, NoFigure, Stat } from '#web/ui/stat.tsx';
import { EmptyState, LoadError } from '#web/ui/states.tsx';
import { AddressText } from '#web/ui/values.tsx';

import { PolicyCard, RefundNotices } from './policy-card.tsx';
import { canClaim, headline, ProtectionTimeline, protection, summarize } from './protection-timeline.tsx';

const SHOWN = 3;

/** A welcome, and what is true for this holder now, once the policies are known. */
export function DashboardHeading({
  says = null,
  isFirstVisit = false,
}: {
  says?: string | null;
  isFirstVisit?: boolean;
}) {
  const { wallet } = useSnapshot(walletSession);
  if (wallet === null) return null;
  return (
    <div>
      <h1 className="text-3xl text-balance wrap-anywhere">
        {says ?? (isFirstVisit ? 'Welcome' : 'Welcome back')}
      </h1>
      {isFirstVisit && (
        <p className="mt-2 max-w-prose">
          Choose what to protect, and see its price before you decide. What you buy appears here and in the
          public registry.
        </p>
      )}
      <p className="mt-2 flex flex-wrap items-center gap-x-2 text-muted">
        <span>
          {says === null ? '' : 'Welcome back. '}Connected with {wallet.name}
        </span>
        <AddressText address={wallet.address} />
      </p>
    </div>
  );
}

function Stats({ address }: { address: string }) {
  const { data, isError } = useQuery(policiesQuery(address));
  const summary = data ? summarize(data) : null;
  const value = (text: string) => (summary ? text : <NoFigure failed={isError} />);
  return (
    <div className="grid gap-2 sm:grid-cols-3 sm:gap-5">
      <Stat label="Active Policies" value={value(String(summary?.active))} />
      <Stat
        label="Total Coverage"
        value={value(formatUsd(summary?.coverage ?? 0))}
        note="Across active policies"
      />
      <Stat
        label="Next Premium"
        value={value(summary?.next?.premium ?? 'N/A')}
        note={summary?.next ? `to renew on ${summary.next.date}` : undefined}
      />
    </div>
  );
}

function ActivePolicies({ address }: { address: string }) {
  const query = useQuery(policiesQuery(address));
  const active =
    query.data?.filter((policy) => policy.status === 'active' || policy.status === 'pending') ?? [];
  return (
    <section aria-labelledby="active-policies" className="flex flex-col gap-5">
      <div className="flex items-center justify-between gap-4">
        <h2 id="active-policies" className="text-2xl">
          Your Active Policies
        </h2>
        <Refresh
          compact
          size="small"
          query={query}
          done="Policies refreshed successfully!"
          failed="Failed to refresh policies"
        />
      </div>
      {query.isPending && <CardSkeletons label="Loading policies" count={SHOWN} />}
      {query.isError && !query.data && <LoadError title="Error Loading Policies" query={query} />}
      {query.data && active.length === 0 && (
        <EmptyState
          title="No Active Policies"
          picture={<EmptyMooringPicture className="h-32 text-ink" />}
          actions={
            <ButtonLink to="/quote/$type" params={{ type: 'home' }}>
              Get Your First Quote
            </ButtonLink>
          }
        >
          When you buy a policy, it appears here and in the public registry.
        </EmptyState>
      )}
      {/* A phone has them beside each other. */}
      {active.length > 0 && (
        <ul className="gap-5 max-sm:-mx-4 max-sm:flex max-sm:snap-x max-sm:snap-mandatory max-sm:scroll-px-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:pb-1 max-sm:*:w-full max-sm:*:shrink-0 max-sm:*:snap-start max-sm:not-has-[>:only-child]:*:w-[88%] sm:grid sm:grid-cols-2 lg:grid-cols-3">
          {active.slice(0, SHOWN).map((policy) => (
            <li key={policy.id}>
              <PolicyCard policy={policy} />
            </li>
          ))}
          {active.length > SHOWN && (
            <li>
              <Card className="flex h-full flex-col items-start justify-center gap-4 p-5">
                <p className="text-lg font-semibold">
                  {active.length - SHOWN} more {active.length - SHOWN === 1 ? 'policy' : 'policies'} available
                </p>
                <ButtonLink to="/my-policies" variant="secondary" size="small">
                  View All Policies
                </ButtonLink>
              </Card>
            </li>
          )}
        </ul>
      )}
    </section>
  );
}

interface DashboardProps {
  address: string;
  notices?: ReactNode;
  between: ReactNode;
}

function Overview({ address, notices, between }: DashboardProps) {
  const { data } = useQuery(policiesQuery(address));
  const now = Date.now();
  const cover = data ? protection(data, now) : null;
  const isFirstVisit = data?.length === 0;
  const claimable = data && canClaim(data, now);
  // What the policies add moves the rest down, so the rest is drawn again when they arrive and nothing jumps. Notices stay:
  // somebody may be signing in one.
  const arrived = String(cover !== null);
  return (
    <div className="page flex flex-col gap-8 py-8">
      <DashboardHeading key={arrived} says={cover && headline(cover, now)} isFirstVisit={isFirstVisit} />
      <div className="flex flex-col gap-3 empty:hidden">
        <RefundNotices policies={data ?? []} />
        {notices}
      </div>
      <Fragment key={`rest ${arrived}`}>
        {claimable && (
          <ButtonLink to="/submit-claim" size="large" className="w-full sm:self-start sm:w-auto">
            Something happened?
          </ButtonLink>
        )}
        {cover && cover.rows.length > 0 && <ProtectionTimeline {...cover} now={now} />}
        {isFirstVisit && between}
        <Stats address={address} />
        <ActivePolicies address={address} />
        {!isFirstVisit && between}
      </Fragment>
    </div>
  );
}

export function Dashboard(parts: Omit<DashboardProps, 'address'>) {
  const { wallet } = useSnapshot(walletSession);
  return wallet && <Overview {...parts} address={wallet.address} />;
}
