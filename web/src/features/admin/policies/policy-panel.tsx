import * as policiesApi from '#domain/admin/policies-api.ts';
import type { PolicyRequestDetail } from '#domain/admin/policies-schema.ts';
import { formatAmount, formatUsd } from '#domain/money.ts';
import { STATUS_LABELS } from '#domain/policy/lifecycle.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import * as fact from '#web/features/admin/kit/facts.tsx';
import { type PanelKind, type PanelProps, RecordPanel } from '#web/features/admin/kit/record-panel.tsx';
import { Reveal } from '#web/features/admin/kit/reveal.tsx';
import { ShortDate, ShortMoment, words } from '#web/features/admin/parts/cells.tsx';
import { DeskLink, factPairs, PanelSection, RecordLines } from '#web/features/admin/parts/panel.tsx';
import { adminApi } from '#web/features/admin/queries.ts';
import { longDate } from '#web/lib/format.ts';
import { Notice } from '#web/ui/states.tsx';
import { Timeline } from '#web/ui/timeline.tsx';
import { FactList, TransactionHash } from '#web/ui/values.tsx';
import { POLICY_ACTIONS } from './actions.tsx';
import { endingBadge, eventLabel, keepPolicy, POLICY_BADGES, policyVersion } from './display.ts';
import { OnChain } from './policy-chain.tsx';
import { Endings } from './policy-endings.tsx';

type Props = PanelProps<PolicyRequestDetail>;

const POLICY: PanelKind<PolicyRequestDetail> = {
  what: 'policy',
  failed: 'Failed to load policy details',
  part: 'policies',
  query: (id) => adminApi.findQuery(policiesApi.getPolicyForDesk, { id }),
  keep: keepPolicy,
  title: (policy) => policy.policy_id,
  badges: (policy) => [
    POLICY_BADGES[policy.status],
    policy.needs_review && { label: 'Awaiting approval', variant: 'secondary' },
    endingBadge(policy),
  ],
  About: ({ record: policy }) => (
    <>
      {PRODUCTS[policy.policy_type].label} ·{' '}
      <DeskLink to="/admin/users" open={policy.wallet}>
        <bdi>{policy.customer}</bdi>
      </DeskLink>{' '}
      · {policy.item_description}
    </>
  ),
  Body,
  version: policyVersion,
  note: {
    needs: 'policies.write',
    add: ({ id }, text) => adminApi.send(policiesApi.notePolicy, { id, body: { text } }),
  },
  letters: ({ id }) => ({ policy_id: id }),
  actions: POLICY_ACTIONS,
};

export const PolicyPanel = ({ id }: { id: string }) => <RecordPanel kind={POLICY} id={id} />;

function Body({ record: policy }: Props) {
  return (
    <>
      <WhyReviewed reasons={policy.review} />
      <Details policy={policy} />
      <OnChain policy={policy} />
      <Facts policy={policy} />
      <Endings policy={policy} />
      <HolderChange policy={policy} />
      <Claims policy={policy} />
      <Events policy={policy} />
    </>
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
  const { coverage_amount: cover, travelers } = policy;
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
            fact.address('Wallet', policy.wallet),
            ['Email', policy.email],
            ['Reference', policy.product_reference],
          ]}
        />
        <FactList
          dense
          rows={[
            [
              'Coverage',
              travelers > 1
                ? `${formatUsd(cover)}, ${formatUsd(cover / travelers)} for each of ${travelers}`
                : formatUsd(cover),
            ],
            fact.usd('Premium', policy.total_premium),
            fact.usd('Deductible', policy.deductible),
            fact.usd('Paid out', policy.paid_out_usd),
            [
              'Cover',
              <span key="cover">
                <ShortDate at={policy.cover_start_date} /> – <ShortDate at={policy.end_date} />
              </span>,
            ],
            policy.cover_start_date < policy.start_date && ['Trip begins', longDate(policy.start_date)],
            fact.moment('Submitted', policy.submitted_date),
            fact.moment('Rejectable until', policy.rejectable_until),
          ]}
        />
      </div>
    </PanelSection>
  );
}

function Facts({ policy: { id, facts } }: { policy: PolicyRequestDetail }) {
  return (
    <PanelSection title="Insured facts">
      <FactList dense rows={factPairs(facts)} />
      {facts.some((one) => one.private) && (
        <Reveal what="private facts" load={(body) => adminApi.ask(policiesApi.revealPolicy, { id, body })} />
      )}
    </PanelSection>
  );
}

function HolderChange({ policy: { holder_change: change } }: { policy: PolicyRequestDetail }) {
  if (change === null) return null;
  return (
    <PanelSection title="Change of holder">
      {change.contested && (
        <div className="mb-2">
          <Notice tone="danger">
            The holder objected. Administrator and guardian must both confirm, and it takes longer.
          </Notice>
        </div>
      )}
      <FactList
        dense
        rows={[
          fact.address('New holder', change.new_holder),
          fact.moment('Proposed', change.proposed_at),
          fact.text('Confirmed', change.confirmed ? null : 'Not yet'),
          fact.moment('Can be completed', change.effective_at),
          fact.moment('Lapses', change.lapses_at),
        ]}
      />
    </PanelSection>
  );
}

const Claims = ({ policy: { claims } }: { policy: PolicyRequestDetail }) => (
  <RecordLines
    title="Claims"
    to="/admin/claims"
    rows={claims}
    line={({ claim_number, status, created_at, formatted_amount, payout_amount: payout }) => ({
      name: claim_number,
      text: (
        <>
          {words(status)} · <ShortDate at={created_at} />
        </>
      ),
      end: payout === null ? formatted_amount : `${formatted_amount} → ${formatUsd(payout)}`,
    })}
  />
);

/** What happened on chain and at the desk, with its amount. */
function eventTitle(event: PolicyRequestDetail['events'][number], decimals: number): string {
  const { kind, amount, currency, usd, from_status: from, to_status: to } = event;
  const parts = [
    eventLabel(kind),
    amount !== null && currency !== null && formatAmount(amount, decimals, currency),
    usd !== null && formatUsd(usd),
    from !== null && from !== to && `${words(from)} → ${words(to)}`,
  ];
  return parts.filter(Boolean).join(' · ');
}

const Events = ({ policy: { events, payment } }: { policy: PolicyRequestDetail }) => (
  <PanelSection title="Events">
    <Timeline
      dense
      label="Events"
      items={events.map((event) => ({
        at: event.at,
        title: eventTitle(event, payment.decimals),
        when: <ShortMoment at={event.at} />,
        note: event.tx_hash !== null && (
          <>
            Transaction <TransactionHash hash={event.tx_hash} chainId={payment.chain_id} />
          </>
        ),
      }))}
    />
  </PanelSection>
);
