import { useSearch } from '@tanstack/react-router';
import * as claimsApi from '#domain/admin/claims-api.ts';
import type { AdminClaimDetail } from '#domain/admin/claims-schema.ts';
import { formatUsd } from '#domain/money.ts';
import { CLAUSE_SECTIONS, type Clause } from '#domain/products/forms/clauses.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { DocumentViewer } from '#web/features/admin/documents/document-viewer.tsx';
import { Conflict } from '#web/features/admin/kit/conflict.tsx';
import * as fact from '#web/features/admin/kit/facts.tsx';
import { AssignedTo } from '#web/features/admin/kit/pick.tsx';
import {
  type PanelKind,
  type PanelProps,
  RecordPanel,
  useOwnChange,
} from '#web/features/admin/kit/record-panel.tsx';
import { Reveal } from '#web/features/admin/kit/reveal.tsx';
import { ShortDate, ShortMoment, words } from '#web/features/admin/parts/cells.tsx';
import { Clock } from '#web/features/admin/parts/clock.tsx';
import { DeskLink, factPairs, PanelSection } from '#web/features/admin/parts/panel.tsx';
import { Halts } from '#web/features/admin/parts/screen.tsx';
import { adminApi } from '#web/features/admin/queries.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { longDate } from '#web/lib/format.ts';
import { AddressText, FactList } from '#web/ui/values.tsx';
import { CLAIM_ACTIONS } from './actions.tsx';
import { Cause, Flags, Reserve, StatedAge } from './assessment.tsx';
import { AfterNotes, CaseTimeline } from './case-history.tsx';
import { Decision, SecondLook, Suggested } from './decision.tsx';
import { badgesOf, claimVersion } from './display.ts';
import { assign, keepClaim } from './queries.ts';
import { waitingFor } from './standing.ts';

/** Milliseconds between two looks at a claim whose payment is under way. */
const PAYING_REFRESH_MS = 15_000;

type Props = PanelProps<AdminClaimDetail>;

/** A claim as a case: what happened, what the policy says, what speaks for and against, and who decided what. */
const CLAIM: PanelKind<AdminClaimDetail> = {
  what: 'claim',
  failed: 'Failed to load claim details',
  part: 'claims',
  query: (id) =>
    adminApi.findQuery(
      claimsApi.getClaimForDesk,
      { id },
      {
        refetchInterval: ({ state }) =>
          state.data?.under_way || state.data?.announced ? PAYING_REFRESH_MS : false,
      },
    ),
  keep: keepClaim,
  title: (claim) => claim.claim_id,
  badges: badgesOf,
  Mark: ({ record }) => record.due_at && <Clock due={record.due_at} />,
  About,
  Body,
  version: claimVersion,
  note: {
    needs: 'claims.decide',
    add: ({ id }, text) => adminApi.send(claimsApi.noteClaim, { id, body: { text } }),
  },
  letters: ({ id }) => ({ claim_id: id }),
  After: AfterNotes,
  actions: CLAIM_ACTIONS,
  waiting: waitingFor,
};

export const ClaimPanel = ({ id }: { id: string }) => <RecordPanel kind={CLAIM} id={id} />;

function About({ record: claim }: Props) {
  const own = useOwnChange(CLAIM, claim.id, claim);
  return (
    <>
      <p className="text-[0.8125rem] text-muted wrap-anywhere">
        {PRODUCTS[claim.policy_type].label} ·{' '}
        <DeskLink to="/admin/policies" open={claim.policy}>
          {claim.policy_number}
        </DeskLink>{' '}
        ·{' '}
        <DeskLink to="/admin/users" open={claim.customer}>
          <bdi>{claim.customer_name}</bdi>
        </DeskLink>{' '}
        · <AddressText address={claim.customer} /> ·{' '}
        <DeskLink to="/admin/messages" open={claim.thread_id}>
          Messages
        </DeskLink>
      </p>
      {useAdmin().may('claims.decide') ? (
        <div className="mt-2 flex items-center gap-2 text-[0.8125rem]">
          <span className="whitespace-nowrap text-muted">Assigned to</span>
          <AssignedTo
            record={claim}
            change={own}
            permission="claims.decide"
            assign={assign}
            failed="Failed to assign the claim"
          />
        </div>
      ) : (
        <p className="text-[0.8125rem] text-muted">Assigned to {claim.assigned_admin_name ?? 'nobody'}</p>
      )}
      <Conflict change={own} className="mt-2" />
    </>
  );
}

function Body({ record: claim }: Props) {
  return (
    <>
      <Halts className="mx-4 my-3 sm:mx-5" />
      <Suggested claim={claim} />
      <Flags flags={claim.flags} />
      <SecondLook claim={claim} />
      <WhatHappened claim={claim} />
      <PolicySays claim={claim} />
      <Decision claim={claim} />
      <CaseTimeline claim={claim} />
    </>
  );
}

function WhatHappened({ claim }: { claim: AdminClaimDetail }) {
  const { document } = useSearch({ strict: false });
  const { may } = useAdmin();
  const own = useOwnChange(CLAIM, claim.id, claim);
  const assessed = { record: claim, change: own };
  return (
    <PanelSection title="What happened">
      <div className="grid gap-5 @xl:grid-cols-2">
        <div className="@container flex min-w-0 flex-col gap-3">
          <FactList
            dense
            rows={[
              claim.traveler && [
                'Traveler',
                `${claim.traveler.name}, covered up to ${formatUsd(claim.traveler.cover_usd)}`,
              ],
              fact.strongUsd('Claim Amount', claim.claim_amount),
              fact.text('Cause', <Cause {...assessed} />),
              ['Incident', longDate(claim.incident_date)],
              fact.moment('Submitted', claim.submitted_date),
              claim.requested_documents !== null && [
                'Asked for',
                <span key="asked" dir="auto" className="whitespace-pre-wrap">
                  {claim.requested_documents}
                  {claim.due_at !== null && (
                    <span className="text-muted">
                      {' '}
                      (by <ShortMoment at={claim.due_at} />)
                    </span>
                  )}
                </span>,
              ],
            ]}
          />
          <StatedAge {...assessed} />
          <Reserve {...assessed} />
          <Conflict change={own} />
          <div>
            <h4 className="mb-1 text-[0.8125rem] font-medium text-muted">Claim Description</h4>
            <p dir="auto" className="text-sm whitespace-pre-wrap wrap-anywhere">
              {claim.description}
            </p>
          </div>
        </div>
        <div className="min-w-0">
          <h4 className="mb-2 text-[0.8125rem] font-medium text-muted">Supporting Documents</h4>
          <DocumentViewer
            claimId={claim.id}
            documents={claim.documents}
            mayOpen={may('reveal')}
            first={document === undefined ? null : String(document)}
          />
        </div>
      </div>
    </PanelSection>
  );
}

function PolicySays({ claim }: { claim: AdminClaimDetail }) {
  const { policy_facts: policy } = claim;
  const details = Object.entries(claim.policy_details).map(([label, value]) => ({ label, value }));
  return (
    <PanelSection title="What the policy says">
      <div className="grid gap-5 @xl:grid-cols-2">
        <FactList
          dense
          className="@2xl:grid-cols-1!"
          rows={[
            fact.usd('Coverage', policy.coverage_usd),
            fact.usd('Deductible', policy.deductible),
            fact.usd('Paid out', policy.paid_out_usd),
            fact.usd('Promised', policy.promised_usd),
            fact.strongUsd('Left for this', policy.remaining_cover),
            [
              'In force',
              <span key="cover">
                <ShortDate at={policy.cover_from ?? policy.start_date} /> – <ShortDate at={policy.end_date} />
                {policy.cover_start_date < policy.start_date && (
                  <span className="block text-muted">The trip begins {longDate(policy.start_date)}</span>
                )}
              </span>,
            ],
            ['Policy', words(policy.status)],
            fact.address('Holder', policy.holder),
          ]}
        />
        <div className="@container min-w-0">
          <h4 className="mb-1.5 text-[0.8125rem] font-medium text-muted">Policy Details</h4>
          <FactList dense rows={factPairs(details)} />
          {details.some(({ value }) => value === null) && (
            <Reveal
              what="private details"
              load={(body) => adminApi.ask(claimsApi.revealClaim, { id: claim.id, body })}
            />
          )}
        </div>
        <Sentences clauses={policy.clauses} section="covered" />
        <Sentences clauses={policy.clauses} section="not_covered" />
      </div>
    </PanelSection>
  );
}

function Sentences({ clauses, section }: { clauses: readonly Clause[]; section: Clause['section'] }) {
  const own = clauses.filter((clause) => clause.section === section);
  if (own.length === 0) return null;
  return (
    <div className="min-w-0">
      <h4 className="mb-1 text-[0.8125rem] font-medium text-muted">{CLAUSE_SECTIONS[section]}</h4>
      <ul className="list-disc pl-4 text-[0.8125rem]">
        {own.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
    </div>
  );
}
