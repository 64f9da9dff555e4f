import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import type { PolicyDetailAnswer } from '../../../../../domain/policy/schema.ts';
import { PRODUCTS, type ProductKey } from '../../../../../domain/products/index.ts';
import { messageOf } from '../../../lib/api/errors.ts';
import { walletSession } from '../../../state/wallet-session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { PRODUCT_PICTURES } from '../../../ui/illustrations.tsx';
import { RefreshButton } from '../../../ui/refresh-button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx';
import { statusBadge } from '../display.ts';
import { policyQuery } from '../queries.ts';
import { useRefresh } from '../use-refresh.ts';
import type { PolicyAction } from './actions.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { HolderChangeNotice } from './holder-change-notice.tsx';
import { ModifyDialog } from './modify-dialog.tsx';
import { PeopleCard } from './people-card.tsx';
import { PolicyActions } from './policy-actions.tsx';
import { Insured, Payment, Terms } from './policy-facts.tsx';
import { StatusNotice } from './status-notice.tsx';
import { TimelineCard } from './timeline-card.tsx';
import { WithdrawCard, withdrawable } from './withdraw-card.tsx';

function BackLink() {
  return (
    <Link
      to="/dashboard"
      className="inline-flex min-h-10 items-center gap-2 self-start text-[0.9375rem] text-muted hover:text-ink"
    >
      <ArrowLeft aria-hidden className="size-4" />
      Back to dashboard
    </Link>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading policy" className="flex flex-col gap-6">
      <Skeleton className="h-10 w-72" />
      <div className="grid gap-5 lg:grid-cols-[1fr_22rem]">
        <Skeleton className="h-96" />
        <Skeleton className="h-72" />
      </div>
    </div>
  );
}

/** Parts of the page from other features. */
interface Slots {
  /** The certificate. */
  certificate: (policy: PolicyDetailAnswer) => ReactNode;
  /** The public registry's entry beside our record. */
  registry: (policy: PolicyDetailAnswer) => ReactNode;
}

interface LoadedProps extends Slots {
  policy: PolicyDetailAnswer;
  address: string;
  action: PolicyAction | null;
  onAction: (action: PolicyAction | null) => void;
  refresh: ReactNode;
}

function CancelCard({ onCancel }: { onCancel: () => void }) {
  return (
    <Card className="p-6">
      <h2 className="text-lg">Cancel</h2>
      <p className="mt-1 mb-4 text-[0.9375rem] text-muted">
        You see your refund before you decide. It takes one free signature, and you stay covered until the
        refund arrives.
      </p>
      <Button variant="danger" size="small" onClick={onCancel}>
        Cancel policy…
      </Button>
    </Card>
  );
}

function Loaded({ policy, address, action, onAction, refresh, certificate, registry }: LoadedProps) {
  const badge = statusBadge(policy);
  const Picture = PRODUCT_PICTURES[policy.policy_type];
  const cancellable =
    (policy.status === 'active' || policy.status === 'pending') && policy.cancellation === null;
  const consent = withdrawable(policy);
  const close = () => onAction(null);
  return (
    <>
      <title>{`${policy.policy_number} · Mooring`}</title>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="flex items-center gap-5">
          <Picture className="h-14 shrink-0 text-ink max-sm:hidden" />
          <div>
            <div className="flex flex-wrap items-center gap-3">
              <h1 className="text-3xl">{PRODUCTS[policy.policy_type].label}</h1>
              <Badge variant={badge.variant}>{badge.label}</Badge>
            </div>
            <p className="figures mt-1.5 text-muted">
              {policy.policy_number} · product reference {policy.product_reference}
            </p>
          </div>
        </div>
        <div className="flex flex-wrap gap-2">
          <PolicyActions policy={policy} onAction={onAction} />
          {refresh}
        </div>
      </div>
      <StatusNotice policy={policy} />
      <HolderChangeNotice policy={policy} />
      {/* On a small screen the two columns become one, with the documents right below the cover. */}
      <div className="grid items-start gap-5 max-lg:flex max-lg:flex-col max-lg:items-stretch lg:grid-cols-[1fr_22rem]">
        <div className="flex min-w-0 flex-col gap-5 max-lg:contents">
          <Terms policy={policy} />
          <div className="flex flex-col gap-5 max-lg:order-1">
            <Insured policy={policy} />
            <Payment policy={policy} />
            {registry(policy)}
          </div>
        </div>
        <div className="flex min-w-0 flex-col gap-5 max-lg:contents">
          {certificate(policy)}
          <PeopleCard policy={policy} />
          <div className="flex flex-col gap-5 max-lg:order-2">
            <TimelineCard policy={policy} />
            {cancellable && <CancelCard onCancel={() => onAction('cancel')} />}
            {consent && <WithdrawCard policy={policy} validUntil={consent.valid_until} />}
          </div>
        </div>
      </div>
      <ModifyDialog policy={policy} open={action === 'modify'} onClose={close} />
      <CancelDialog
        policy={policy}
        address={address}
        open={action === 'cancel' && cancellable}
        onClose={close}
      />
    </>
  );
}

interface PolicyDetailProps extends Slots {
  id: number;
  type: ProductKey;
  /** The dialog named in the URL. */
  action: PolicyAction | null;
  onAction: (action: PolicyAction | null) => void;
}

/** One policy by number, checked against its type. */
export function PolicyDetail({ id, type, ...rest }: PolicyDetailProps) {
  const { wallet } = useSnapshot(walletSession);
  const address = wallet?.address ?? '';
  const query = useQuery(policyQuery(address, id, type));
  const { refreshing, refresh } = useRefresh(query, {
    done: 'Policy data refreshed successfully!',
    failed: 'Failed to refresh policy data',
  });
  const policy = query.data;
  const refreshButton = <RefreshButton size="small" busy={refreshing} onRefresh={refresh} />;
  return (
    <div className="page flex flex-col gap-6 py-8">
      <BackLink />
      {!policy && <h1 className="sr-only">{PRODUCTS[type].label} policy</h1>}
      {query.isPending && <Loading />}
      {query.isError && !policy && (
        <ErrorState
          title="Error Loading Policy"
          actions={
            <Button busy={query.isFetching} onClick={() => void query.refetch()}>
              Retry
            </Button>
          }
        >
          {messageOf(query.error)}
        </ErrorState>
      )}
      {policy === null && (
        <EmptyState
          title="Policy not found"
          actions={
            <Link to="/my-policies" className={buttonClass()}>
              See My Policies
            </Link>
          }
        >
          This wallet has no {PRODUCTS[type].label.toLowerCase()} policy with this number.
        </EmptyState>
      )}
      {policy && <Loaded policy={policy} address={address} refresh={refreshButton} {...rest} />}
    </div>
  );
}
