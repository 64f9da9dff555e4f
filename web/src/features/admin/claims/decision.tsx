import type { AdminClaimDetail } from '#domain/admin/claims-schema.ts';
import { formatAmount, formatUsd } from '#domain/money.ts';
import { CLAUSE_SECTIONS } from '#domain/products/forms/clauses.ts';
import * as fact from '#web/features/admin/kit/facts.tsx';
import { ShortMoment } from '#web/features/admin/parts/cells.tsx';
import { Clock } from '#web/features/admin/parts/clock.tsx';
import { FactSection, PanelSection } from '#web/features/admin/parts/panel.tsx';
import { FactList } from '#web/ui/values.tsx';
import { METHOD_LABELS } from './display.ts';
import { isUndecided, lacksDocuments } from './standing.ts';

const counted = (count: number) =>
  count === 0 ? 'No document was added' : count === 1 ? '1 document' : `${count} documents`;

/** The number that a decision is about: what the rules suggest to pay and why, what it leaves, and what proves the loss. */
export function Suggested({ claim }: { claim: AdminClaimDetail }) {
  if (!isUndecided(claim)) return null;
  const { suggested_payout: usd, suggested_because: because, policy_facts: policy, documents } = claim;
  const unopened = documents.filter(({ viewed_at: at }) => at === null).length;
  const needs = policy.clauses.filter(({ section }) => section === 'claim_needs');
  return (
    <section
      aria-label="Suggested payout"
      className="grid gap-x-5 gap-y-2 border-b border-line px-4 py-3 text-[0.8125rem] sm:px-5 @xl:grid-cols-2"
    >
      <div>
        <p className="figures text-2xl font-semibold tracking-tight">
          {formatUsd(usd)} <span className="text-sm font-normal tracking-normal text-muted">suggested</span>
        </p>
        <p className="figures text-muted">
          {claim.formatted_amount} claimed less the {formatUsd(policy.deductible)} deductible
        </p>
        {because !== null && <p className="text-muted">{because}</p>}
        <p className="figures text-muted">
          Cover left: {formatUsd(policy.remaining_cover)} → {formatUsd(policy.remaining_cover - usd)}
        </p>
      </div>
      <div>
        <p className={lacksDocuments(claim) ? 'text-amber' : undefined}>
          {counted(documents.length)}
          {claim.requested_documents !== null && ', and what we asked for isn’t here yet'}
          {unopened > 0 &&
            `, ${unopened === documents.length ? 'not opened by you' : `${unopened} not opened by you`}`}
        </p>
        {needs.length > 0 && <p className="mt-1 text-muted">A claim needs:</p>}
        <ul aria-label="What a claim needs" className="list-disc pl-4 text-muted">
          {needs.map(({ id, text }) => (
            <li key={id}>{text}</li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** What the customer asks to look at again, and who has decided it before. */
export function SecondLook({ claim }: { claim: AdminClaimDetail }) {
  const look = claim.second_look;
  if (look === null) return null;
  const words = claim.timeline.findLast(({ kind }) => kind === 'second_look')?.message;
  return (
    <PanelSection title="Second look">
      <FactList
        dense
        rows={[
          fact.moment('Asked', look.asked_at),
          fact.record(
            claim.status === 'paid' && look.other && look.other.id > claim.id ? 'Looked at as' : 'About',
            look.other?.id,
            '/admin/claims',
            look.other?.claim_id,
          ),
          look.not_by.length > 0 && ['Decided before by', look.not_by.join(', ')],
        ]}
      />
      {words !== undefined && (
        <p dir="auto" className="mt-2 text-sm whitespace-pre-wrap wrap-anywhere">
          {words}
        </p>
      )}
    </PanelSection>
  );
}

/** What was decided by whom, and how it is or was paid. */
export function Decision({ claim }: { claim: AdminClaimDetail }) {
  const { decision, payout, announced, under_way: underWay, off_chain_payment: other } = claim;
  if (!decision && !payout && !announced && !other && !underWay) return null;
  return (
    <FactSection
      title="Decision and payment"
      rows={[
        fact.usd('Approved', decision?.payout_usd),
        decision?.clause != null && [
          'Clause',
          `${CLAUSE_SECTIONS[decision.clause.section]}: ${decision.clause.text}`,
        ],
        fact.text('Note', decision?.reason),
        fact.text('Decided by', decision?.decided_by),
        fact.text('Confirmed by', decision?.confirmed_by),
        fact.text('Prepared by', decision?.prepared_by),
        fact.text('Reported by', decision?.reported_by),
        announced !== null && [
          'Announced',
          <span key="announced">
            {formatUsd(announced.usd)} · payable{' '}
            {Date.parse(announced.payable_at) > Date.now() ? (
              <>
                in <Clock due={announced.payable_at} />
              </>
            ) : (
              'now'
            )}{' '}
            (from <ShortMoment at={announced.payable_at} />) · lapses <ShortMoment at={announced.lapses_at} />
          </span>,
        ],
        fact.text('Under way', underWay?.says),
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
        fact.hash('Transaction', payout?.tx_hash, payout?.chain_id ?? null),
        other !== null && [
          METHOD_LABELS[other.method],
          <span key="other">
            {formatUsd(other.usd)} · {other.reference !== null && `${other.reference} · `}
            {other.status === 'paid'
              ? `confirmed by ${other.confirmed_by ?? 'a second person'}`
              : 'needs a second person'}{' '}
            · reported by {other.proposed_by}, <ShortMoment at={other.at} />
          </span>,
        ],
      ]}
    />
  );
}
