import { hasContract, networkName } from '../../../../../domain/chains.ts';
import { formatUsd } from '../../../../../domain/money.ts';
import type { PolicyDetailAnswer } from '../../../../../domain/policy/schema.ts';
import { factsOf, isAsked } from '../../../../../domain/products/forms/facts.ts';
import { longDate, longMoment } from '../../../lib/format.ts';
import { Card, Fact } from '../../../ui/card.tsx';
import { AddressText, TransactionHash } from '../../../ui/chain.tsx';
import { exactAmount } from '../../../ui/money.tsx';
import { daysLeft, endDay, endedEarly } from '../display.ts';

/** What is covered, until when and for how much. */
export function Terms({ policy }: { policy: PolicyDetailAnswer }) {
  const left = daysLeft(policy, Date.now());
  return (
    <Card className="p-6">
      <h2 className="text-lg">Cover</h2>
      <dl className="mt-2 divide-y divide-line">
        <Fact label="Coverage">{policy.formatted_coverage}</Fact>
        <Fact label="Deductible">{policy.formatted_deductible}</Fact>
        <Fact label="Premium">{policy.formatted_premium}</Fact>
        <Fact label="Start">
          <span title={policy.cover_from ? longMoment(policy.cover_from) : undefined}>
            {longDate(policy.policy_start_date)}
          </span>
        </Fact>
        <Fact label={endedEarly(policy) ? 'Ended' : 'End'}>
          <span title={longMoment(policy.cover_until)}>{endDay(policy)}</span>
          {policy.status === 'active' && (
            <span className="block text-sm text-muted">
              {left} {left === 1 ? 'day' : 'days'} left, until 24:00 UTC
            </span>
          )}
        </Fact>
        {policy.paid_out_usd > 0 && <Fact label="Paid out">{formatUsd(policy.paid_out_usd)}</Fact>}
        {policy.status === 'active' && policy.cancellation === null && (
          <Fact label="Renewable from">{longDate(policy.renewable_from)}</Fact>
        )}
      </dl>
    </Card>
  );
}

/** What was paid and where it is on chain. */
export function Payment({ policy }: { policy: PolicyDetailAnswer }) {
  const { chain_id: chainId } = policy;
  return (
    <Card className="p-6">
      <h2 className="text-lg">Payment and registry</h2>
      <dl className="mt-2 divide-y divide-line">
        <Fact label="Paid">
          {exactAmount(BigInt(policy.paid_amount), policy.paid_decimals, policy.payment_currency)}
          <span className="block text-sm text-muted">
            {formatUsd(policy.premium)} at {policy.rate} USD per {policy.payment_currency}
          </span>
        </Fact>
        <Fact label="Network">{networkName(chainId)}</Fact>
        <Fact label="Transaction">
          <TransactionHash hash={policy.tx_hash} chainId={chainId} />
        </Fact>
        {policy.contract && (
          <Fact label={hasContract(chainId) ? 'Contract' : 'Paid to our account'}>
            <AddressText address={policy.contract} />
          </Fact>
        )}
        <Fact label="Quote id">
          <TransactionHash hash={policy.quote_id} chainId={null} />
        </Fact>
        <Fact label="Wording">
          {policy.wording_version}
          {policy.wording_accepted_at && (
            <span className="block text-sm text-muted" title={longMoment(policy.wording_accepted_at)}>
              accepted on {longDate(policy.wording_accepted_at)}
            </span>
          )}
        </Fact>
        <Fact label="Bought">
          <span title={longMoment(policy.created_at)}>{longDate(policy.created_at)}</span>
        </Fact>
      </dl>
    </Card>
  );
}

/** The insured details, decrypted for their holder: what the form asked for. */
export function Insured({ policy }: { policy: PolicyDetailAnswer }) {
  const facts = factsOf(policy.policy_type, policy.details).filter(
    ({ field, value }) => field !== null && isAsked(field) && value !== '',
  );
  return (
    <Card className="p-6">
      <h2 className="text-lg">Insured details</h2>
      <dl className="mt-2 grid gap-x-12 sm:grid-cols-2">
        {facts.map(({ label, value }) => (
          <Fact key={label} label={label} className="border-b border-line">
            {value}
          </Fact>
        ))}
      </dl>
      <p className="mt-4 text-sm text-muted">
        Only you can see these details here. The chain holds only a sealed fingerprint of them.
      </p>
    </Card>
  );
}
