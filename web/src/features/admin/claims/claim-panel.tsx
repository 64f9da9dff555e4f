import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import * as claimsApi from '#domain/admin/claims-api.ts';
import type { AdminClaimDetail } from '#domain/admin/claims-schema.ts';
import { claimNumber } from '#domain/claims/lifecycle.ts';
import { formatUsd } from '#domain/money.ts';
import { CLAUSE_SECTIONS, type Clause } from '#domain/products/forms/clauses.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { DocumentViewer } from '#web/features/admin/documents/document-viewer.tsx';
import { Conflict } from '#web/features/admin/kit/conflict.tsx';
import { type Change, useChange } from '#web/features/admin/kit/use-change.ts';
import { AuditLogTrail } from '#web/features/admin/parts/audit-log-change.tsx';
import { ShortDate, ShortMoment, words } from '#web/features/admin/parts/cells.tsx';
import { Clock } from '#web/features/admin/parts/clock.tsx';
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
import { Halts } from '#web/features/admin/parts/screen.tsx';
import { adminApi } from '#web/features/admin/queries.ts';
import { useAdmin, useColleagues } from '#web/features/admin/use-admin.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { longDate } from '#web/lib/format.ts';
import { Select } from '#web/ui/select.tsx';
import { toast } from '#web/ui/toast.ts';
import { AddressText, Badge, FactList } from '#web/ui/values.tsx';

import { Cause, Flags, Reserve, StatedAge } from './assessment.tsx';
import { ClaimActions } from './claim-actions.tsx';
import { Decision, SecondLook } from './decision.tsx';
import { CLAIM_BADGES, claimVersion } from './display.ts';

import { seenOf } from './queries.ts';

/** Milliseconds between two looks at a claim whose payment is under way. */
const PAYING_REFRESH_MS = 15_000;

const claimQuery = (id: string) =>
  adminApi.findQuery(
    claimsApi.getClaimForDesk,
    { id },
    {
      refetchInterval: ({ state }) =>
        state.data?.under_way || state.data?.announced ? PAYING_REFRESH_MS : false,
    },
  );

/** A claim as a case: what happened, what the policy says, what speaks for and against, and who decided what. */
export function ClaimPanel({ id }: { id: string }) {
  const query = useQuery(claimQuery(id));
  return (
    <PanelRecord query={query} what="claim" failed="Failed to load claim details">
      {(claim) => <Case key={claim.id} id={id} claim={claim} />}
    </PanelRecord>
  );
}

function Case({ id, claim }: { id: string; claim: AdminClaimDetail }) {
  const { may, id: me } = useAdmin();
  const decision = useChange({
    of: ['claims'],
    seen: claim,
    versionOf: claimVersion,
    read: claimQuery(id),
  });
  const changing = {
    seen: claim,
    read: claimQuery(id),
    of: ['claims'],
    onFailed: (title: string, error: unknown) => toast.error(title, messageOf(error)),
  };
  const assign = useChange(changing);
  const assess = useChange(changing);
  const assignTo = (who: number | null, name: string) =>
    void assign.run(
      (seen) => adminApi.send(claimsApi.assignClaim, { ...seenOf(seen), body: { admin_id: who } }),
      {
        failed: 'Failed to assign the claim',
        mine: (now) => [['Assigned to', now.assigned_admin_name ?? 'Nobody', name]],
      },
    );
  const decides = may('claims.decide');
  const extras = decides
    ? [
        ...(claim.assigned_to === me
          ? []
          : [{ label: 'Assign to Me', shortcut: 'm', run: () => assignTo(me, 'Me') }]),
        { label: 'Note', shortcut: 'n', run: focusNote },
      ]
    : [];
  return (
    <div className="flex grow flex-col">
      <div className="flex flex-col">
        <Heading claim={claim} mayAssign={decides} assign={assign} onAssign={assignTo} />
        <Halts className="mx-4 my-3 sm:mx-5" />
        <Flags flags={claim.flags} />
        <SecondLook claim={claim} />
        <WhatHappened claim={claim} mayReveal={may('reveal')} change={assess} decides={decides} />
        <PolicySays claim={claim} mayReveal={may('reveal')} />
        <Decision claim={claim} />
        <CaseTimeline claim={claim} />
        <Notes
          keep={`desk/claim/${claim.id}/note`}
          notes={claim.notes}
          onAdd={
            decides
              ? (text) =>
                  adminApi
                    .send(claimsApi.noteClaim, { id: claim.id, body: { text } })
                    .then(() => decision.refresh())
              : null
          }
        />
        <Letters of={{ claim_id: claim.id }} />
        <Similar claims={claim.similar} />
        <AuditLogTrail entries={claim.audit_log} />
      </div>
      <ClaimActions claim={claim} decision={decision} extras={extras} />
    </div>
  );
}

interface HeadingProps {
  claim: AdminClaimDetail;
  mayAssign: boolean;
  assign: Change<AdminClaimDetail>;
  onAssign: (who: number | null, name: string) => void;
}

function Heading({ claim, mayAssign, assign, onAssign }: HeadingProps) {
  const colleagues = useColleagues('claims.decide');
  const nameOf = (who: number | null) =>
    colleagues.find(({ value }) => value === (who === null ? 'nobody' : String(who)))?.label ?? 'Somebody';
  const { label, variant } = CLAIM_BADGES[claim.status];
  const assigned = claim.assigned_to === null ? 'nobody' : String(claim.assigned_to);
  return (
    <PanelHeading
      title={claim.claim_id}
      badge={
        <>
          <Badge variant={variant}>{label}</Badge>
          {claim.needs_confirmation && <Badge variant="secondary">Second confirmation</Badge>}
          {claim.due_at && <Clock due={claim.due_at} />}
        </>
      }
    >
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
      {mayAssign ? (
        <div className="mt-2 flex items-center gap-2 text-[0.8125rem]">
          <span className="whitespace-nowrap text-muted">Assigned to</span>
          <Select
            aria-label="Assigned to"
            className="h-9! w-52! text-sm"
            options={
              colleagues.some(({ value }) => value === assigned)
                ? colleagues
                : [...colleagues, { value: assigned, label: claim.assigned_admin_name ?? 'Somebody' }]
            }
            value={assigned}
            disabled={assign.busy}
            onChange={(value) => {
              const who = value === 'nobody' ? null : Number(value);
              onAssign(who, nameOf(who));
            }}
          />
        </div>
      ) : (
        <p className="text-[0.8125rem] text-muted">Assigned to {claim.assigned_admin_name ?? 'nobody'}</p>
      )}
      <Conflict change={assign} className="mt-2" />
    </PanelHeading>
  );
}

interface WhatHappenedProps {
  claim: AdminClaimDetail;
  mayReveal: boolean;
  change: Change<AdminClaimDetail>;
  decides: boolean;
}

function WhatHappened({ claim, mayReveal, change, decides }: WhatHappenedProps) {
  const { document } = useSearch({ strict: false });
  const first = document === undefined ? null : String(document);
  return (
    <PanelSection title="What happened">
      <div className="grid gap-5 @xl:grid-cols-2">
        <div className="@container flex min-w-0 flex-col gap-3">
          <FactList
            dense
            rows={[
              claim.traveler !== null && [
                'Traveler',
                `${claim.traveler.name}, covered up to ${formatUsd(claim.traveler.cover_usd)}`,
              ],
              ['Claim Amount', <strong key="amount">{formatUsd(claim.claim_amount)}</strong>],
              ['Cause', <Cause key="cause" claim={claim} change={change} decides={decides} />],
              ['Incident', longDate(claim.incident_date)],
              ['Submitted', <ShortMoment key="submitted" at={claim.submitted_date} />],
              ['Documents', String(claim.documents.length)],
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
          <StatedAge claim={claim} change={change} decides={decides} />
          <Reserve claim={claim} change={change} decides={decides} />
          <Conflict change={change} />
          <div>
            <h4 className="mb-1 text-[0.8125rem] font-medium text-muted">Claim Description</h4>
            <p dir="auto" className="text-sm whitespace-pre-wrap wrap-anywhere">
              {claim.description}
            </p>
          </div>
        </div>
        <div className="min-w-0">
          <h4 className="mb-2 text-[0.8125rem] font-medium text-muted">Supporting Documents</h4>
          <DocumentViewer claimId={claim.id} documents={claim.documents} mayOpen={mayReveal} first={first} />
        </div>
      </div>
    </PanelSection>
  );
}

function PolicySays({ claim, mayReveal }: { claim: AdminClaimDetail; mayReveal: boolean }) {
  const { policy_facts: policy } = claim;
  const details = Object.entries(claim.policy_details).map(([label, value]) => ({ label, value }));
  return (
    <PanelSection title="What the policy says">
      <div className="grid gap-5 @xl:grid-cols-2">
        <FactList
          dense
          className="@2xl:grid-cols-1!"
          rows={[
            ['Coverage', formatUsd(policy.coverage_usd)],
            ['Deductible', formatUsd(policy.deductible)],
            ['Paid out', formatUsd(policy.paid_out_usd)],
            ['Promised', formatUsd(policy.promised_usd)],
            ['Left for this', <strong key="left">{formatUsd(policy.remaining_cover)}</strong>],
            [
              'Suggested',
              <span key="suggested">
                <strong>{formatUsd(claim.suggested_payout)}</strong>
                {claim.suggested_because && (
                  <span className="block text-muted">{claim.suggested_because}</span>
                )}
              </span>,
            ],
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
            ['Holder', <AddressText key="holder" address={policy.holder} />],
          ]}
        />
        <div className="@container min-w-0">
          <h4 className="mb-1.5 text-[0.8125rem] font-medium text-muted">Policy Details</h4>
          <FactList dense rows={factPairs(details)} />
          {mayReveal && details.some(({ value }) => value === null) && (
            <div className="mt-3">
              <Reveal
                what="private details"
                load={(reason) => adminApi.ask(claimsApi.revealClaim, { id: claim.id, body: { reason } })}
              />
            </div>
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

function CaseTimeline({ claim }: { claim: AdminClaimDetail }) {
  return (
    <PanelSection title="Timeline">
      <ol className="flex flex-col gap-2.5 text-[0.8125rem]">
        {claim.timeline.map((event) => (
          <li key={event.id} className="grid grid-cols-[1fr_auto] gap-x-3">
            <span dir="auto" className="min-w-0 whitespace-pre-wrap wrap-anywhere">
              {event.message}
            </span>
            <span className="text-right text-muted">
              <ShortMoment at={event.date} />
            </span>
            <span className="text-muted">
              {event.created_by === 'You' ? claim.customer_name : (event.author ?? 'Mooring')}
            </span>
          </li>
        ))}
      </ol>
    </PanelSection>
  );
}

function Similar({ claims }: { claims: AdminClaimDetail['similar'] }) {
  if (claims.length === 0) return null;
  return (
    <PanelSection title="Similar claims">
      <ul className="flex flex-col divide-y divide-line text-[0.8125rem]">
        {claims.map((claim) => (
          <li key={claim.id} className="grid grid-cols-[auto_1fr_auto] items-baseline gap-x-3 py-1.5">
            <DeskLink to="/admin/claims" open={claim.id}>
              {claimNumber(claim.id)}
            </DeskLink>
            <span className="min-w-0 truncate text-muted" title={claim.description}>
              {claim.policy_id} · {CLAIM_BADGES[claim.status].label} · <bdi>{claim.description}</bdi>
            </span>
            <span className="figures text-right">{claim.formatted_amount}</span>
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}
