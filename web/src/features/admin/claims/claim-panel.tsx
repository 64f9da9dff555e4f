import { useQuery, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { AdminClaimDetail } from '../../../../../domain/admin/claims-schema.ts';
import { REJECTION_LABELS } from '../../../../../domain/admin/claims-schema.ts';
import { claimNumber } from '../../../../../domain/claims/lifecycle.ts';
import { formatAmount, formatUsd } from '../../../../../domain/money.ts';
import { PRODUCTS } from '../../../../../domain/products/index.ts';
import { messageOf } from '../../../lib/api/errors.ts';
import { longDate } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { AddressText, TransactionHash } from '../../../ui/chain.tsx';
import { Select } from '../../../ui/select.tsx';
import { toast } from '../../../ui/toast.ts';
import { DocumentViewer } from '../documents/document-viewer.tsx';
import { AuditTrail } from '../parts/audit-change.tsx';
import { ShortMoment } from '../parts/cells.tsx';
import { Clock } from '../parts/clock.tsx';
import { Conflict } from '../parts/conflict.tsx';
import { Notes } from '../parts/notes.tsx';
import { PanelHeading, PanelRecord, PanelSection } from '../parts/panel.tsx';
import { Reveal } from '../parts/reveal.tsx';
import { useVersioned } from '../parts/use-versioned.ts';
import { DeskLink, factPairs, Pairs } from '../record/pairs.tsx';
import { type Change, useChange } from '../record/use-change.ts';
import { useAdmin, useColleagues } from '../use-admin.ts';
import { ClaimActions } from './claim-actions.tsx';
import { claimBadge, claimVersion, dollars, FLAG_LABELS, METHOD_LABELS } from './display.ts';
import { addClaimNote, assignClaim, claimQuery, revealClaim } from './queries.ts';

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
  const { may } = useAdmin();
  const cache = useQueryClient();
  const decision = useChange({
    list: 'claims',
    seen: claim,
    versionOf: claimVersion,
    read: () => cache.fetchQuery({ ...claimQuery(id), staleTime: 0 }),
  });
  const decides = may('claims.decide');
  return (
    <div className="flex grow flex-col">
      <div className="flex flex-col">
        <Heading claim={claim} decision={decision} mayAssign={decides} />
        <WhatHappened claim={claim} mayReveal={may('reveal')} />
        <PolicySays claim={claim} mayReveal={may('reveal')} />
        <Flags flags={claim.flags} />
        <Decision claim={claim} />
        <CaseTimeline claim={claim} />
        <Notes
          notes={claim.notes}
          onAdd={decides ? (text) => addClaimNote(claim.id, text).then(() => decision.refresh()) : null}
        />
        <Similar claims={claim.similar} />
        <AuditTrail entries={claim.audit} />
      </div>
      <ClaimActions claim={claim} decision={decision} />
    </div>
  );
}

function Heading({
  claim,
  decision,
  mayAssign,
}: {
  claim: AdminClaimDetail;
  decision: Change;
  mayAssign: boolean;
}) {
  const cache = useQueryClient();
  const colleagues = useColleagues();
  const assign = useVersioned<number | null>({
    version: claim.version,
    write: (who, version) => assignClaim(claim.id, who, version),
    reload: async () =>
      (await cache.fetchQuery({ ...claimQuery(String(claim.id)), staleTime: 0 }))?.version ?? 0,
    onDone: () => void decision.refresh(),
    onFailed: (error) => toast.error('Failed to assign the claim', messageOf(error)),
  });
  const nameOf = (who: number | null) =>
    colleagues.find(({ value }) => value === (who === null ? 'nobody' : String(who)))?.label ?? 'Somebody';
  const { label, variant } = claimBadge(claim.status);
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
          {claim.customer_name}
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
            onChange={(value) => assign.run(value === 'nobody' ? null : Number(value))}
          />
        </div>
      ) : (
        <p className="text-[0.8125rem] text-muted">Assigned to {claim.assigned_admin_name ?? 'nobody'}</p>
      )}
      {assign.hasConflict && (
        <div className="mt-2 text-ink">
          <Conflict
            rows={[
              {
                label: 'Assigned to',
                theirs: claim.assigned_admin_name ?? 'Nobody',
                mine: nameOf(assign.conflict),
              },
            ]}
            busy={assign.busy}
            onKeepMine={assign.keepMine}
            onTakeTheirs={assign.takeTheirs}
          />
        </div>
      )}
    </PanelHeading>
  );
}

function WhatHappened({ claim, mayReveal }: { claim: AdminClaimDetail; mayReveal: boolean }) {
  return (
    <PanelSection title="What happened">
      <div className="grid gap-5 @xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-3">
          <Pairs
            rows={[
              ['Claim Amount', <strong key="amount">{dollars(claim.claim_amount)}</strong>],
              ['Incident', longDate(claim.incident_date)],
              ['Submitted', <ShortMoment key="submitted" at={claim.submitted_date} />],
              ['Documents', String(claim.documents.length)],
              claim.requested_documents !== null && ['Asked for', claim.requested_documents],
            ]}
          />
          <div>
            <h4 className="mb-1 text-[0.8125rem] font-medium text-muted">Claim Description</h4>
            <p className="text-sm whitespace-pre-wrap wrap-anywhere">{claim.description}</p>
          </div>
        </div>
        <div className="min-w-0">
          <h4 className="mb-2 text-[0.8125rem] font-medium text-muted">Supporting Documents</h4>
          <DocumentViewer claimId={claim.id} documents={claim.documents} mayOpen={mayReveal} />
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
        <Pairs
          rows={[
            ['Coverage', formatUsd(policy.coverage_usd)],
            ['Deductible', formatUsd(policy.deductible)],
            ['Paid out', formatUsd(policy.paid_out_usd)],
            ['Promised', formatUsd(policy.promised_usd)],
            ['Left for this', <strong key="left">{formatUsd(policy.remaining_cover)}</strong>],
            ['Suggested', <strong key="suggested">{formatUsd(claim.suggested_payout)}</strong>],
            [
              'In force',
              <span key="cover">
                {longDate(policy.cover_from?.slice(0, 10) ?? policy.start_date)} – {longDate(policy.end_date)}
              </span>,
            ],
            ['Policy', policy.status],
            ['Holder', <AddressText key="holder" address={policy.holder} />],
          ]}
        />
        <div className="min-w-0">
          <h4 className="mb-1.5 text-[0.8125rem] font-medium text-muted">Policy Details</h4>
          <Pairs rows={factPairs(details)} />
          {mayReveal && details.some(({ value }) => value === null) && (
            <div className="mt-3">
              <Reveal what="private details" load={(reason) => revealClaim(claim.id, reason)} />
            </div>
          )}
        </div>
        <Sentences title="Covered" sentences={policy.covered} />
        <Sentences title="Not covered" sentences={policy.excluded} />
      </div>
    </PanelSection>
  );
}

function Sentences({ title, sentences }: { title: string; sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <div className="min-w-0">
      <h4 className="mb-1 text-[0.8125rem] font-medium text-muted">{title}</h4>
      <ul className="list-disc pl-4 text-[0.8125rem]">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}

/** `/admin/claims?open=12` as a screen and a record. */
function targetOf(link: string): { to: string; open: string } | null {
  const match = /^(\/admin\/[a-z-]+)\?open=([^&]+)$/.exec(link);
  return match?.[1] && match[2] ? { to: match[1], open: decodeURIComponent(match[2]) } : null;
}

function Flags({ flags }: { flags: AdminClaimDetail['flags'] }) {
  return (
    <PanelSection title="What to look at">
      {flags.length === 0 && <p className="text-muted">Nothing stands out.</p>}
      {flags.length > 0 && (
        <ul className="flex flex-col gap-1.5">
          {flags.map((flag) => {
            const target = flag.link === null ? null : targetOf(flag.link);
            return (
              <li key={`${flag.kind} ${flag.reason}`} className="flex gap-2 text-[0.8125rem]">
                <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-amber" />
                <span className="min-w-0 wrap-anywhere">
                  <strong className="font-medium">{FLAG_LABELS[flag.kind]}:</strong> {flag.reason}{' '}
                  {target && (
                    <DeskLink to={target.to} open={target.open}>
                      Look at it
                    </DeskLink>
                  )}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </PanelSection>
  );
}

function Decision({ claim }: { claim: AdminClaimDetail }) {
  const { decision, payout, proposal, other_payment: other } = claim;
  if (!decision && !payout && !proposal && !other) return null;
  return (
    <PanelSection title="Decision and payment">
      <Pairs
        rows={[
          decision?.payout_usd != null && ['Approved', formatUsd(decision.payout_usd)],
          decision?.rejection_reason != null && ['Rejected', REJECTION_LABELS[decision.rejection_reason]],
          decision?.reason != null && ['Note', decision.reason],
          decision?.decided_by != null && ['Decided by', decision.decided_by],
          decision?.confirmed_by != null && ['Confirmed by', decision.confirmed_by],
          proposal !== null && [
            'Proposed',
            <span key="proposed">
              {formatUsd(proposal.usd)} · payable{' '}
              {Date.parse(proposal.payable_at) > Date.now() ? (
                <>
                  in <Clock due={proposal.payable_at} />
                </>
              ) : (
                'now'
              )}{' '}
              (from <ShortMoment at={proposal.payable_at} />) · lapses <ShortMoment at={proposal.lapses_at} />
            </span>,
          ],
          payout !== null && [
            payout.paid_at === null ? 'To pay' : 'Paid',
            <span key="paid">
              {formatUsd(payout.usd)}
              {payout.amount === null
                ? ` in ${payout.currency}`
                : ` = ${formatAmount(payout.amount, payout.decimals, payout.currency)}`}
              {payout.rate !== null && ` at ${payout.rate} USD`}
              {payout.paid_at !== null && (
                <>
                  {' '}
                  · <ShortMoment at={payout.paid_at} />
                </>
              )}
            </span>,
          ],
          payout?.tx_hash != null && [
            'Transaction',
            <TransactionHash key="hash" hash={payout.tx_hash} chainId={payout.chain_id} />,
          ],
          other !== null && [
            METHOD_LABELS[other.method],
            <span key="other">
              {formatUsd(other.usd)} · {other.reference} ·{' '}
              {other.status === 'paid'
                ? `confirmed by ${other.confirmed_by ?? 'a second person'}`
                : 'waits for a second person'}{' '}
              · reported by {other.proposed_by}, <ShortMoment at={other.at} />
            </span>,
          ],
        ]}
      />
    </PanelSection>
  );
}

function CaseTimeline({ claim }: { claim: AdminClaimDetail }) {
  return (
    <PanelSection title="Timeline">
      <ol className="flex flex-col gap-2.5 text-[0.8125rem]">
        {claim.timeline.map((event) => (
          <li key={event.id} className="grid grid-cols-[1fr_auto] gap-x-3">
            <span className="min-w-0 whitespace-pre-wrap wrap-anywhere">{event.message}</span>
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
              {claim.policy_id} · {claimBadge(claim.status).label} · {claim.description}
            </span>
            <span className="figures text-right">{claim.formatted_amount}</span>
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}
