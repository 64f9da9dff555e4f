import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import * as policyApi from '#domain/policy/api.ts';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { PRODUCTS, type ProductKey } from '#domain/products/index.ts';
import { endedEarly, startsText, statusBadge } from '#web/features/policy/display.ts';
import { api } from '#web/lib/api/api.ts';
import { PENDING_REFRESH_MS } from '#web/lib/api/policies-query.ts';
import { coverSentence } from '#web/lib/cover-sentence.ts';
import { useAddress } from '#web/state/wallet-session.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Refresh } from '#web/ui/list-tools.tsx';
import { Named } from '#web/ui/named.tsx';
import { RecordSkeleton } from '#web/ui/record-skeleton.tsx';
import { EmptyState, LoadError } from '#web/ui/states.tsx';
import { BackLink } from '#web/ui/text-link.tsx';
import { StatusBadge } from '#web/ui/values.tsx';
import type { PolicyAction } from './actions.ts';
import { History } from './history.tsx';
import { PolicyActions } from './policy-actions.tsx';
import { CoveredCard, CoverGauge, Insured, Payment, People, TermBar } from './policy-facts.tsx';
import {
  awaitsConsent,
  ChangeNotices,
  isCancellable,
  StatusNotice,
  WithdrawalCard,
} from './status-notice.tsx';

import { WithdrawCard, withdrawable } from './withdraw-card.tsx';

/** One policy with its insured details; null if it does not exist or belongs to another wallet. */
const policyQuery = (address: string, id: number, type: string) =>
  api.findQuery(
    policyApi.getPolicy,
    { id, query: { policy_type: type, wallet_address: address } },
    {
      queryKey: ['policies', address, id, type],
      refetchInterval: ({ state }) => (state.data?.status === 'pending' ? PENDING_REFRESH_MS : false),
    },
  );

/** Few policies show it. */
const HolderChangeNotice = lazyPart(() => import('./holder-change-notice.tsx'));

/** What these need loads once the page has settled. */
const CancelDialog = lazyPart(() => import('./cancel-dialog.tsx'));
const WithdrawalDialog = lazyPart(() => import('./withdrawal-dialog.tsx'));
const ModifyDialog = lazyPart(() => import('./modify-dialog.tsx'));

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
}

/** The one way to end a policy: the better right of the day, and what comes back. */
function End({ policy, onAction }: { policy: PolicyDetailAnswer; onAction: (action: PolicyAction) => void }) {
  const until = policy.withdrawable_until;
  const replaced = policy.replaced_by !== null;
  const text = replaced
    ? 'You’re covered by the policy that replaced this one. Agree to the refund of the days that were left: it takes one free signature.'
    : until !== null
      ? 'Now you get the whole premium back, without a signature.'
      : 'You get back the days that are left, and see how much before you decide. It takes one free signature, and you stay covered until the refund arrives.';
  return (
    <Fold title={replaced ? 'Refund' : 'End this policy'} open={replaced} className="print:hidden">
      <p className="mb-4 text-[0.9375rem] text-muted">{text}</p>
      <Button
        variant={replaced ? 'secondary' : 'danger'}
        size="small"
        onClick={() => onAction(until !== null && !replaced ? 'withdraw' : 'cancel')}
      >
        {replaced ? 'Agree to the refund…' : 'End this policy…'}
      </Button>
    </Fold>
  );
}

/** What is true, before anything else: the product, its state, and the sentence. */
function Head({ policy }: { policy: PolicyDetailAnswer }) {
  const starts = policy.policy_type === 'travel' ? startsText(policy, Date.now()) : null;
  return (
    <div className="flex flex-col gap-3">
      <h1 className="text-3xl wrap-anywhere">
        <span className="mb-2 block text-base font-medium tracking-normal text-muted">
          {PRODUCTS[policy.policy_type].label}
        </span>{' '}
        <Named text={coverSentence(policy, Date.now())} name={policy.name} />
      </h1>
      {starts && <p>{starts}</p>}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-muted">
        <StatusBadge {...statusBadge(policy)} />
        <p className="figures">
          {policy.policy_number} · product reference {policy.product_reference}
        </p>
      </div>
    </div>
  );
}

function Loaded({ policy, address, action, onAction, certificate, registry, proof }: LoadedProps) {
  const cancellable = isCancellable(policy);
  const consent = withdrawable(policy);
  const close = () => onAction(null);
  return (
    <>
      <title>{`${policy.policy_number} · Mooring`}</title>
      <Head policy={policy} />
      <StatusNotice policy={policy} onAgree={() => onAction('cancel')} />
      <ChangeNotices policy={policy} />
      {policy.holder_change && <HolderChangeNotice policy={policy} />}
      {/* On a small screen the two columns become one, with what is left of the cover first. */}
      <div className="grid items-start gap-5 max-lg:flex max-lg:flex-col max-lg:items-stretch lg:grid-cols-[1fr_24rem]">
        <div className="flex min-w-0 flex-col gap-5 max-lg:contents">
          <div className="flex flex-col gap-5 max-lg:order-1">
            <CoveredCard policy={policy} />
          </div>
          <div className="max-lg:order-3">
            <Card aria-label="Papers and details" className="px-5 sm:px-6 [&>details:first-child]:border-t-0">
              {certificate(policy)}
              {registry(policy)}
              <Insured policy={policy} />
              <People policy={policy} />
              <Payment policy={policy} />
              <History policy={policy} />
              {cancellable && !awaitsConsent(policy) && <End policy={policy} onAction={onAction} />}
            </Card>
          </div>
        </div>
        <div className="flex min-w-0 flex-col gap-5 max-lg:contents">
          <Card aria-label="Your cover" className="flex flex-col gap-6 p-5 sm:p-6">
            {!endedEarly(policy) && <CoverGauge policy={policy} />}
            {!endedEarly(policy) && <TermBar policy={policy} />}
            <PolicyActions policy={policy} onAction={onAction} />
          </Card>
          {proof(policy)}
          <div className="flex flex-col gap-5 empty:hidden max-lg:order-2">
            {policy.withdrawable_until !== null && (
              <WithdrawalCard policy={policy} onWithdraw={() => onAction('withdraw')} />
            )}
            {consent && <WithdrawCard policy={policy} validUntil={consent.valid_until} />}
          </div>
        </div>
      </div>
      <ModifyDialog when={action === 'modify'} policy={policy} onClose={close} />
      <WithdrawalDialog
        when={action === 'withdraw' && policy.withdrawable_until !== null}
        policy={policy}
        onClose={close}
        onCancel={() => onAction('cancel')}
      />
      <CancelDialog
        when={action === 'cancel' && cancellable}
        policy={policy}
        address={address}
        onClose={close}
        onWithdraw={() => onAction('withdraw')}
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
  return (
    <div className="page flex flex-col gap-6 py-8">
      <div className="flex items-center justify-between gap-4 print:hidden">
        <BackLink to="/dashboard">Back to dashboard</BackLink>
        {policy && (
          <Refresh
            compact
            size="small"
            query={query}
            done="Policy data refreshed successfully!"
            failed="Failed to refresh policy data"
          />
        )}
      </div>
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
      {policy && <Loaded policy={policy} address={address} {...rest} />}
    </div>
  );
}
