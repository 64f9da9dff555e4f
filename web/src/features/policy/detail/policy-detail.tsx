import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PolicyDetailAnswer } from '../../../../../domain/policy/schema.ts';
import { PRODUCTS, type ProductKey } from '../../../../../domain/products/index.ts';
import { useAddress } from '../../../state/use-address.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { PRODUCT_PICTURES } from '../../../ui/illustrations.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { RecordSkeleton } from '../../../ui/record-skeleton.tsx';
import { Refresh } from '../../../ui/refresh-button.tsx';
import { Section } from '../../../ui/section.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { BackLink } from '../../../ui/text-link.tsx';
import { statusBadge } from '../display.ts';
import { policyQuery } from '../queries.ts';
import type { PolicyAction } from './actions.ts';
import { awaitsConsent, CancelDialog } from './cancel-dialog.tsx';
import { ChangeNotices } from './change-notices.tsx';
import { HolderChangeNotice } from './holder-change-notice.tsx';
import { ModifyDialog } from './modify-dialog.tsx';
import { PeopleCard } from './people-card.tsx';
import { PolicyActions } from './policy-actions.tsx';
import { Insured, Payment, Terms } from './policy-facts.tsx';
import { StatusNotice } from './status-notice.tsx';
import { TimelineCard } from './timeline-card.tsx';
import { WithdrawCard, withdrawable } from './withdraw-card.tsx';
import { WithdrawalCard, WithdrawalDialog } from './withdrawal-card.tsx';

interface Slots {
  certificate: (policy: PolicyDetailAnswer) => ReactNode;
  registry: (policy: PolicyDetailAnswer) => ReactNode;
  proof: (policy: PolicyDetailAnswer) => ReactNode;
}

interface LoadedProps extends Slots {
  policy: PolicyDetailAnswer;
  address: string;
  action: PolicyAction | null;
  onAction: (action: PolicyAction | null) => void;
  refresh: ReactNode;
}

function CancelCard({ replaced, onCancel }: { replaced: boolean; onCancel: () => void }) {
  return (
    <Section title={replaced ? 'Refund' : 'Cancel'}>
      <p className="mb-4 text-[0.9375rem] text-muted">
        {replaced
          ? 'The policy that replaced this one covers you. Agree to the refund of the days that were left: it takes one free signature.'
          : 'You see your refund before you decide. It takes one free signature, and you stay covered until the refund arrives.'}
      </p>
      <Button variant={replaced ? 'secondary' : 'danger'} size="small" onClick={onCancel}>
        {replaced ? 'Agree to the refund…' : 'Cancel policy…'}
      </Button>
    </Section>
  );
}

function Loaded({ policy, address, action, onAction, refresh, certificate, registry, proof }: LoadedProps) {
  const badge = statusBadge(policy);
  const Picture = PRODUCT_PICTURES[policy.policy_type];
  const cancellable =
    (policy.status === 'active' || policy.status === 'pending') &&
    policy.cancellation === null &&
    (policy.withdrawal === null || awaitsConsent(policy)) &&
    policy.replaced_by?.refund.state !== 'waiting';
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
            <p className="mt-1 wrap-anywhere">{policy.name}</p>
            <p className="figures mt-1 text-muted">
              {policy.policy_number} · product reference {policy.product_reference}
            </p>
          </div>
        </div>
        <div className="flex flex-wrap gap-2">
          <PolicyActions policy={policy} onAction={onAction} />
          {refresh}
        </div>
      </div>
      <StatusNotice policy={policy} onAgree={() => onAction('cancel')} />
      <ChangeNotices policy={policy} />
      <HolderChangeNotice policy={policy} />
      {/* On a small screen the two columns become one, with the documents right below the cover. */}
      <div className="grid items-start gap-5 max-lg:flex max-lg:flex-col max-lg:items-stretch lg:grid-cols-[1fr_22rem]">
        <div className="flex min-w-0 flex-col gap-5 max-lg:contents">
          <Terms policy={policy} />
          <div className="flex flex-col gap-5 max-lg:order-1">
            <Insured policy={policy} />
            {proof(policy)}
            <Payment policy={policy} />
            {registry(policy)}
          </div>
        </div>
        <div className="flex min-w-0 flex-col gap-5 max-lg:contents">
          {certificate(policy)}
          <PeopleCard policy={policy} />
          <div className="flex flex-col gap-5 max-lg:order-2">
            <TimelineCard policy={policy} />
            {policy.withdrawable_until !== null && (
              <WithdrawalCard policy={policy} onWithdraw={() => onAction('withdraw')} />
            )}
            {cancellable && !awaitsConsent(policy) && (
              <CancelCard replaced={policy.replaced_by !== null} onCancel={() => onAction('cancel')} />
            )}
            {consent && <WithdrawCard policy={policy} validUntil={consent.valid_until} />}
          </div>
        </div>
      </div>
      <ModifyDialog policy={policy} open={action === 'modify'} onClose={close} />
      <WithdrawalDialog
        policy={policy}
        open={action === 'withdraw' && policy.withdrawable_until !== null}
        onClose={close}
      />
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
  action: PolicyAction | null;
  onAction: (action: PolicyAction | null) => void;
}

export function PolicyDetail({ id, type, ...rest }: PolicyDetailProps) {
  const address = useAddress();
  const query = useQuery(policyQuery(address, id, type));
  const policy = query.data;
  const refresh = (
    <Refresh
      size="small"
      query={query}
      done="Policy data refreshed successfully!"
      failed="Failed to refresh policy data"
    />
  );
  return (
    <div className="page flex flex-col gap-6 py-8">
      <BackLink to="/dashboard">Back to dashboard</BackLink>
      {!policy && <h1 className="sr-only">{PRODUCTS[type].label} policy</h1>}
      {query.isPending && <RecordSkeleton label="Loading policy" />}
      {query.isError && !policy && <LoadError title="Error Loading Policy" label="Retry" query={query} />}
      {policy === null && (
        <EmptyState
          title="Policy not found"
          actions={<ButtonLink to="/my-policies">See My Policies</ButtonLink>}
        >
          This wallet has no {PRODUCTS[type].label.toLowerCase()} policy with this number.
        </EmptyState>
      )}
      {policy && <Loaded policy={policy} address={address} refresh={refresh} {...rest} />}
    </div>
  );
}
