import { Link } from '@tanstack/react-router';
import { type ClaimDetailAnswer, METHOD_LABELS } from '../../../../../domain/claims/schema.ts';
import { formatUsd } from '../../../../../domain/money.ts';
import { STATUS_LABELS } from '../../../../../domain/policy/lifecycle.ts';
import { PRODUCTS } from '../../../../../domain/products/index.ts';
import { longDate, longMoment, trimZeros } from '../../../lib/format.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Card, Fact } from '../../../ui/card.tsx';
import { TransactionHash } from '../../../ui/chain.tsx';
import { exactAmount } from '../../../ui/money.tsx';
import { Timeline } from '../../../ui/timeline.tsx';

interface Part {
  claim: ClaimDetailAnswer;
}

/** `$2,000` or `$1,999.25` from a decimal string, with every digit. */
function dollarRate(rate: string): string {
  const [whole = '0', fraction] = trimZeros(rate).split('.');
  return `$${BigInt(whole).toLocaleString('en-US')}${fraction ? `.${fraction}` : ''}`;
}

export function DetailsCard({ claim }: Part) {
  return (
    <Card className="p-6" aria-labelledby="details-title">
      <h2 id="details-title" className="text-lg">
        Details
      </h2>
      <dl className="mt-2 divide-y divide-line">
        <Fact label="Claim amount">{claim.formatted_amount}</Fact>
        <Fact label="Deductible">{claim.deductible > 0 ? formatUsd(claim.deductible) : 'None'}</Fact>
        <Fact label="Cover left">{formatUsd(claim.remaining_cover)}</Fact>
        <Fact label="Date of incident">{longDate(claim.incident_date)}</Fact>
        <Fact label="Submitted">
          <time dateTime={claim.created_at} title={longMoment(claim.created_at)}>
            {longDate(claim.created_at)}
          </time>
        </Fact>
      </dl>
      <h3 className="mt-3 text-sm font-normal text-muted">Description</h3>
      <p className="mt-1 text-[0.9375rem] whitespace-pre-wrap wrap-anywhere">{claim.description}</p>
    </Card>
  );
}

/** The payout. Before the transaction only the dollar amount is certain. */
export function PayoutCard({ claim: { payout, status } }: Part) {
  if (payout === null) return null;
  const { usd, amount, currency, decimals, rate, chain_id, tx_hash, paid_at, method } = payout;
  return (
    <Card className="p-6" aria-labelledby="payout-title">
      <h2 id="payout-title" className="text-lg">
        Payout
      </h2>
      <p className="figures mt-2 text-2xl font-semibold tracking-tight">{formatUsd(usd)}</p>
      {method !== 'blockchain' ? (
        <p className="mt-1 text-[0.9375rem] text-muted">
          Paid by {METHOD_LABELS[method]}
          {paid_at !== null && ` on ${longDate(paid_at)}`}.
        </p>
      ) : amount === null ? (
        <p className="mt-1 text-[0.9375rem] text-muted">
          {status === 'processing_payment' ? 'On its way' : 'It will be paid'} in {currency}, to the wallet
          that holds the policy.
        </p>
      ) : (
        <dl className="mt-2 divide-y divide-line">
          <Fact label="Amount">
            <span className="break-all">{exactAmount(BigInt(amount), decimals, currency)}</span>
          </Fact>
          {rate !== null && (
            <Fact label="Rate">
              {dollarRate(rate)} per {currency}
            </Fact>
          )}
          {tx_hash !== null && (
            <Fact label="Transaction">
              <TransactionHash hash={tx_hash} chainId={chain_id} />
            </Fact>
          )}
          {paid_at !== null && (
            <Fact label="Paid">
              <time dateTime={paid_at} title={longMoment(paid_at)}>
                {longDate(paid_at)}
              </time>
            </Fact>
          )}
        </dl>
      )}
    </Card>
  );
}

/** The reason for the decision. A rejection also says how to respond. */
export function DecisionCard({ claim }: Part) {
  const { decision_reason: reason, status, thread_id } = claim;
  const refused = status === 'rejected';
  if (reason === null && !refused) return null;
  return (
    <Card className={refused ? 'border-coral/45 p-6' : 'p-6'} aria-labelledby="decision-title">
      <h2 id="decision-title" className="text-lg">
        {refused ? 'Why we rejected this claim' : 'Our decision'}
      </h2>
      {reason !== null && <p className="mt-2 whitespace-pre-wrap wrap-anywhere">{reason}</p>}
      {refused && (
        <>
          <p className="mt-3 text-[0.9375rem] text-muted">
            You can answer this decision: tell us in the claim’s messages what we have missed, and add
            documents that show it. A person looks at it again and can take the claim back under review.
          </p>
          <Link
            to="/messages"
            search={{ thread: thread_id }}
            className={buttonClass({ size: 'small', className: 'mt-4' })}
          >
            Answer this decision
          </Link>
        </>
      )}
    </Card>
  );
}

export function TimelineCard({ claim }: Part) {
  const chain = claim.payout?.chain_id ?? null;
  const items = claim.timeline
    .toSorted((a, b) => b.date.localeCompare(a.date) || b.id - a.id)
    .map(({ date, message, created_by, tx_hash }) => ({
      at: date,
      title: message,
      note: (
        <>
          {created_by}
          {tx_hash !== null && (
            <>
              {' · '}
              <TransactionHash hash={tx_hash} chainId={chain} />
            </>
          )}
        </>
      ),
    }));
  return (
    <Card className="p-6" aria-labelledby="timeline-title">
      <h2 id="timeline-title" className="mb-4 text-lg">
        Timeline
      </h2>
      <Timeline items={items} label="What happened to this claim" earlier={claim.earlier_entries} />
    </Card>
  );
}

export function PolicyLinkCard({ claim: { policy } }: Part) {
  return (
    <Card className="p-6" aria-labelledby="policy-title">
      <h2 id="policy-title" className="text-lg">
        Related policy
      </h2>
      <p className="figures mt-1 text-[0.9375rem] text-muted">
        {PRODUCTS[policy.policy_type].label} · {policy.policy_number}
      </p>
      <dl className="mt-2 divide-y divide-line">
        <Fact label="Status">{STATUS_LABELS[policy.status]}</Fact>
        <Fact label="Coverage">{policy.formatted_coverage}</Fact>
        <Fact label="From">{longDate(policy.policy_start_date)}</Fact>
        <Fact label="Until">{longDate(policy.policy_end_date)}</Fact>
      </dl>
      <Link
        to="/policy/$id"
        params={{ id: String(policy.id) }}
        search={{ type: policy.policy_type }}
        aria-label={`View policy ${policy.policy_number}`}
        className={buttonClass({ variant: 'secondary', size: 'small', wide: true, className: 'mt-3' })}
      >
        View policy
      </Link>
    </Card>
  );
}
