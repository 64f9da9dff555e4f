import { hasContract, networkName } from '../../../../../domain/chains.ts';
import { formatUsd } from '../../../../../domain/money.ts';
import type { PolicyDetailAnswer } from '../../../../../domain/policy/schema.ts';
import { factsOf, isAsked } from '../../../../../domain/products/forms/facts.ts';
import { spreadTravelers } from '../../../../../domain/products/forms/travelers.ts';
import { longDate, longMoment } from '../../../lib/format.ts';
import { AddressText, TransactionHash } from '../../../ui/chain.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { exactAmount } from '../../../ui/money.tsx';
import { Section } from '../../../ui/section.tsx';
import { daysLeft, endDay, endedEarly, startsText } from '../display.ts';

export function Terms({ policy }: { policy: PolicyDetailAnswer }) {
  const left = daysLeft(policy, Date.now());
  const starts = startsText(policy, Date.now());
  return (
    <Section title="Cover">
      <FactList>
        <Fact label="Coverage">
          {policy.formatted_coverage}
          {policy.travelers.length > 1 && (
            <span className="block text-sm text-muted">
              {formatUsd(policy.amount / policy.travelers.length)} for each of {policy.travelers.length}{' '}
              travelers
            </span>
          )}
        </Fact>
        <Fact label="Deductible">{policy.formatted_deductible}</Fact>
        <Fact label="Premium">
          {policy.formatted_premium}
          {policy.price_lines.map(({ label, cents }) => (
            <span key={label} className="block text-sm text-muted">
              {label}: {formatUsd(cents / 100)}
            </span>
          ))}
        </Fact>
        <Fact label="Start">
          <span title={policy.cover_from ? longMoment(policy.cover_from) : undefined}>
            {longDate(policy.policy_start_date)}
          </span>
          {starts && <span className="block text-sm text-muted">{starts}</span>}
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
        {policy.status === 'active' && policy.cancellation === null && policy.renewable_from !== null && (
          <Fact label="Renewable from">{longDate(policy.renewable_from)}</Fact>
        )}
      </FactList>
    </Section>
  );
}

export function Payment({ policy }: { policy: PolicyDetailAnswer }) {
  const { chain_id: chainId } = policy;
  return (
    <Section title="Payment and registry">
      <FactList
        rows={[
          [
            'Paid',
            <>
              {exactAmount(BigInt(policy.paid_amount), policy.paid_decimals, policy.payment_currency)}
              <span className="block text-sm text-muted">
                {formatUsd(policy.premium)} at {policy.rate} USD per {policy.payment_currency}
              </span>
            </>,
          ],
          ['Network', networkName(chainId)],
          ['Transaction', <TransactionHash key="hash" hash={policy.tx_hash} chainId={chainId} />],
          policy.contract !== null && [
            hasContract(chainId) ? 'Contract' : 'Paid to our account',
            <AddressText key="contract" address={policy.contract} />,
          ],
          ['Quote id', <TransactionHash key="quote" hash={policy.quote_id} chainId={null} />],
          [
            'Wording',
            <>
              {policy.wording_version}
              {policy.wording_accepted_at && (
                <span className="block text-sm text-muted" title={longMoment(policy.wording_accepted_at)}>
                  accepted on {longDate(policy.wording_accepted_at)}
                </span>
              )}
            </>,
          ],
          ['Bought', <Moment key="bought" at={policy.created_at} />],
        ]}
      />
    </Section>
  );
}

/** The insured details, decrypted for their holder: what the form asked for. */
export function Insured({ policy }: { policy: PolicyDetailAnswer }) {
  const facts = factsOf(policy.policy_type, spreadTravelers(policy.details)).filter(
    ({ field, value }) => field !== null && isAsked(field) && value !== '',
  );
  return (
    <Section title="Insured details">
      <dl className="grid gap-x-12 sm:grid-cols-2">
        {facts.map(({ label, value }) => (
          <Fact key={label} label={label} className="border-b border-line">
            {value}
          </Fact>
        ))}
      </dl>
      {policy.needs.length > 0 && (
        <ul aria-label="Your answers before buying" className="mt-5 flex flex-col gap-2 text-sm">
          {policy.needs.map(({ question, answer, mismatch }) => (
            <li key={question}>
              <span className="text-muted">{question}</span> {answer === 'yes' ? 'Yes.' : 'No.'}
              {mismatch && <span className="block text-amber">{mismatch}</span>}
            </li>
          ))}
        </ul>
      )}
      <p className="mt-4 text-sm text-muted">
        Only you can see these details here. The chain holds only a sealed fingerprint of them.
      </p>
    </Section>
  );
}
