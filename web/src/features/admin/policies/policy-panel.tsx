import { useQuery } from '@tanstack/react-query';
import * as policiesApi from '#domain/admin/policies-api.ts';
import type { PolicyRequestDetail } from '#domain/admin/policies-schema.ts';
import { CLAIM_STATUSES } from '#domain/claims/lifecycle.ts';
import { formatAmount, formatUsd } from '#domain/money.ts';
import { STATUS_LABELS } from '#domain/policy/lifecycle.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { ActionBar } from '#web/features/admin/kit/action-bar.tsx';
import { type Change, useChange } from '#web/features/admin/kit/use-change.ts';
import { AuditLogTrail } from '#web/features/admin/parts/audit-log-change.tsx';
import { ShortDate, ShortMoment, words } from '#web/features/admin/parts/cells.tsx';
import { Letters } from '#web/features/admin/parts/letters.tsx';
import { focusNote, Notes } from '#web/features/admin/parts/notes.tsx';
import {
  DeskLink,
  factPairs,
  PanelHeading,
  PanelRecord,
  PanelSection,
} from '#web/features/admin/parts/panel.tsx';
import { Reveal } from '#web/features/admin/parts/reveal.tsx';
import { adminApi } from '#web/features/admin/queries.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { longDate } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hooks.ts';
import { Notice } from '#web/ui/states.tsx';
import { AddressText, Badge, FactList, TransactionHash } from '#web/ui/values.tsx';

import {
  ACTION_KEYS,
  ACTION_LABELS,
  actionsOf,
  awaitsConsent,
  eventLabel,
  POLICY_BADGES,
  type PolicyAction,
  policyVersion,
} from './display.ts';
import {
  ApproveForm,
  HolderStepForm,
  ProposeHolderForm,
  RefundForm,
  RejectForm,
  TakeBackForm,
} from './forms.tsx';
import { OnChain } from './policy-chain.tsx';
import { Cancellation, CoverChange, Rejection, Withdrawal } from './policy-endings.tsx';
import { CheckWithdrawalForm, EnterWithdrawalForm } from './withdrawal-forms.tsx';

const policyQuery = (id: string) => adminApi.findQuery(policiesApi.getPolicyForDesk, { id });

export function PolicyPanel({ id }: { id: string }) {
  const query = useQuery(policyQuery(id));
  return (
    <PanelRecord query={query} what="policy" failed="Failed to load policy details">
      {(policy) => <Record key={policy.id} id={id} policy={policy} />}
    </PanelRecord>
  );
}

function Record({ id, policy }: { id: string; policy: PolicyRequestDetail }) {
  const { may } = useAdmin();
  const change = useChange({
    of: ['policies'],
    seen: policy,
    versionOf: policyVersion,
    read: policyQuery(id),
  });
  return (
    <div className="flex grow flex-col">
      <div className="flex flex-col">
        <Heading policy={policy} />
        <WhyReviewed reasons={policy.review} />
        <Details policy={policy} />
        <OnChain policy={policy} />
        <Facts policy={policy} mayReveal={may('reveal')} />
        <Rejection policy={policy} />
        <CoverChange policy={policy} />
        <Cancellation policy={policy} />
        <Withdrawal policy={policy} />
        <HolderChange policy={policy} />
        <Claims policy={policy} />
        <Events policy={policy} />
        <Notes
          keep={`desk/policy/${policy.id}/note`}
          notes={policy.notes}
          onAdd={
            may('policies.write')
              ? (text) =>
                  adminApi
                    .send(policiesApi.notePolicy, { id: policy.id, body: { text } })
                    .then(() => change.refresh())
              : null
          }
        />
        <Letters of={{ policy_id: policy.id }} />
        <AuditLogTrail entries={policy.audit_log} />
      </div>
      {may('policies.write') && <Actions policy={policy} change={change} />}
    </div>
  );
}

function Actions({ policy, change }: { policy: PolicyRequestDetail; change: Change<PolicyRequestDetail> }) {
  const now = useNow(30_000);
  const form = (key: PolicyAction, onClose: () => void) => {
    const props = { policy, change, onClose };
    switch (key) {
      case 'approve':
        return <ApproveForm {...props} />;
      case 'reject':
        return <RejectForm {...props} />;
      case 'refund_rejection':
        return <RefundForm {...props} outcome="rejected" />;
      case 'take_back':
        return <TakeBackForm {...props} />;
      case 'check_withdrawal':
        return <CheckWithdrawalForm {...props} />;
      case 'enter_withdrawal':
        return <EnterWithdrawalForm {...props} />;
      case 'refund_withdrawal':
        return <RefundForm {...props} outcome={policy.withdrawal?.consent ? 'cancelled' : 'rejected'} />;
      case 'refund':
        return <RefundForm {...props} />;
      case 'propose':
        return <ProposeHolderForm {...props} />;
      default:
        return <HolderStepForm key={key} {...props} step={key} />;
    }
  };
  return (
    <ActionBar
      actions={actionsOf(policy, now).map((key, index) => ({
        key,
        label: key === 'refund' && policy.replaced_by ? 'Refund for the Change' : ACTION_LABELS[key],
        shortcut: ACTION_KEYS[key],
        variant:
          key === 'reject' || key === 'stop'
            ? ('danger' as const)
            : index === 0 && key !== 'propose' && key !== 'enter_withdrawal'
              ? ('primary' as const)
              : ('secondary' as const),
      }))}
      extras={[{ label: 'Note', shortcut: 'n', run: focusNote }]}
      waiting={null}
      change={change}
      form={form}
    />
  );
}

function Heading({ policy }: { policy: PolicyRequestDetail }) {
  const { label, variant } = POLICY_BADGES[policy.status];
  return (
    <PanelHeading
      title={policy.policy_id}
      badge={
        <>
          <Badge variant={variant}>{label}</Badge>
          {policy.needs_review && <Badge variant="secondary">Awaiting approval</Badge>}
          {policy.declined !== null && <Badge variant="destructive">Rejected, refund owed</Badge>}
          {policy.withdrawal !== null && (
            <Badge variant="secondary">
              {awaitsConsent(policy) ? 'Withdrawn from, consent awaited' : 'Withdrawn from, refund owed'}
            </Badge>
          )}
        </>
      }
    >
      {PRODUCTS[policy.policy_type].label} ·{' '}
      <DeskLink to="/admin/users" open={policy.wallet}>
        <bdi>{policy.customer}</bdi>
      </DeskLink>{' '}
      · {policy.item_description}
    </PanelHeading>
  );
}

/** What led to the review, before the facts that it is about. */
function WhyReviewed({ reasons }: { reasons: readonly string[] }) {
  if (reasons.length === 0) return null;
  return (
    <PanelSection title="Why it is reviewed">
      <Notice tone="waiting">
        {reasons.map((reason) => (
          <p key={reason} className="text-sm">
            {reason}
          </p>
        ))}
      </Notice>
    </PanelSection>
  );
}

function Details({ policy }: { policy: PolicyRequestDetail }) {
  return (
    <PanelSection title="Details">
      <div className="grid items-start gap-x-8 gap-y-1.5 @xl:grid-cols-2">
        <FactList
          dense
          rows={[
            ['Type', PRODUCTS[policy.policy_type].label],
            [
              'Status',
              `${POLICY_BADGES[policy.status].label} (customer: ${STATUS_LABELS[policy.customer_status]})`,
            ],
            ['Customer', policy.customer],
            ['Wallet', <AddressText key="wallet" address={policy.wallet} />],
            ['Email', policy.email],
            ['Reference', policy.product_reference],
          ]}
        />
        <FactList
          dense
          rows={[
            [
              'Coverage',
              policy.travelers > 1
                ? `${formatUsd(policy.coverage_amount)}, ${formatUsd(policy.coverage_amount / policy.travelers)} for each of ${policy.travelers}`
                : formatUsd(policy.coverage_amount),
            ],
            ['Premium', formatUsd(policy.total_premium)],
            ['Deductible', formatUsd(policy.deductible)],
            ['Paid out', formatUsd(policy.paid_out_usd)],
            [
              'Cover',
              <span key="cover">
                <ShortDate at={policy.cover_start_date} /> – <ShortDate at={policy.end_date} />
              </span>,
            ],
            policy.cover_start_date < policy.start_date && ['Trip begins', longDate(policy.start_date)],
            ['Submitted', <ShortMoment key="submitted" at={policy.submitted_date} />],
            policy.rejectable_until !== null && [
              'Rejectable until',
              <ShortMoment key="rejectable" at={policy.rejectable_until} />,
            ],
          ]}
        />
      </div>
    </PanelSection>
  );
}

function Facts({ policy, mayReveal }: { policy: PolicyRequestDetail; mayReveal: boolean }) {
  return (
    <PanelSection title="Insured facts">
      <FactList dense rows={factPairs(policy.facts)} />
      {mayReveal && policy.facts.some((fact) => fact.private) && (
        <div className="mt-3">
          <Reveal
            what="private facts"
            load={(reason) => adminApi.ask(policiesApi.revealPolicy, { id: policy.id, body: { reason } })}
          />
        </div>
      )}
    </PanelSection>
  );
}

function HolderChange({ policy }: { policy: PolicyRequestDetail }) {
  const { holder_change: change } = policy;
  if (change === null) return null;
  return (
    <PanelSection title="Change of holder">
      {change.contested && (
        <div className="mb-2">
          <Notice tone="danger">
            The holder objected. Administrator and guardian both have to confirm, and it takes longer.
          </Notice>
        </div>
      )}
      <FactList
        dense
        rows={[
          ['New holder', <AddressText key="new" address={change.new_holder} />],
          change.proposed_at !== null && ['Proposed', <ShortMoment key="proposed" at={change.proposed_at} />],
          ['Confirmed', change.confirmed ? 'Yes' : 'Not yet'],
          change.effective_at !== null && [
            'Can be completed',
            <ShortMoment key="effective" at={change.effective_at} />,
          ],
          change.lapses_at !== null && ['Lapses', <ShortMoment key="lapses" at={change.lapses_at} />],
        ]}
      />
    </PanelSection>
  );
}

const claimStatus = (status: string) => CLAIM_STATUSES.find((one) => one === status);

function Claims({ policy }: { policy: PolicyRequestDetail }) {
  return (
    <PanelSection title="Claims">
      {policy.claims.length === 0 && <p className="text-muted">None.</p>}
      <ul className="divide-y divide-line text-[0.8125rem]">
        {policy.claims.map((claim) => (
          <li key={claim.id} className="grid grid-cols-[5rem_1fr_auto] items-baseline gap-x-3 py-1.5">
            <DeskLink to="/admin/claims" open={claim.id}>
              {claim.claim_number}
            </DeskLink>
            <span className="text-muted">
              {words(claimStatus(claim.status) ?? claim.status)} · <ShortDate at={claim.created_at} />
            </span>
            <span className="figures text-right">
              {claim.formatted_amount}
              {claim.payout_amount !== null && ` → ${formatUsd(claim.payout_amount)}`}
            </span>
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}

function Events({ policy }: { policy: PolicyRequestDetail }) {
  const { payment } = policy;
  return (
    <PanelSection title="Events">
      <ol className="flex flex-col gap-2 text-[0.8125rem]">
        {policy.events.map((event) => (
          <li
            key={`${event.kind} ${event.at} ${event.tx_hash ?? ''}`}
            className="flex flex-wrap items-baseline justify-between gap-x-3"
          >
            <span>
              {eventLabel(event.kind)}
              {event.amount !== null &&
                event.currency !== null &&
                ` · ${formatAmount(event.amount, payment.decimals, event.currency)}`}
              {event.usd !== null && ` · ${formatUsd(event.usd)}`}
              {event.from_status !== null &&
                event.from_status !== event.to_status &&
                ` · ${words(event.from_status)} → ${words(event.to_status)}`}
            </span>
            <span className="text-muted">
              {event.tx_hash !== null && <TransactionHash hash={event.tx_hash} chainId={payment.chain_id} />}{' '}
              <ShortMoment at={event.at} />
            </span>
          </li>
        ))}
      </ol>
    </PanelSection>
  );
}
