import { hasContract, networkName } from '#domain/chains.ts';
import { formatUsd, grouped } from '#domain/money.ts';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { factsOf, isAsked } from '#domain/products/forms/facts.ts';
import { spreadTravelers } from '#domain/products/forms/travelers.ts';
import { AddressText, TransactionHash } from '#web/ui/chain.tsx';
import { Fact, FactList } from '#web/ui/fact-list.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { exactAmount } from '#web/ui/money.tsx';

export function Payment({ policy }: { policy: PolicyDetailAnswer }) {
  const { chain_id: chainId } = policy;
  return (
    <Fold title="Payment">
      <FactList
        rows={[
          ['Premium', policy.formatted_premium],
          ['Deductible', policy.formatted_deductible],
          [
            'Paid',
            <>
              {exactAmount(BigInt(policy.paid_amount), policy.paid_decimals, policy.payment_currency)}
              <span className="block text-sm text-muted">
                at {grouped(policy.rate)} USD per {policy.payment_currency}
              </span>
              {policy.price_lines.length > 1 &&
                policy.price_lines.map(({ label, cents }) => (
                  <span key={label} className="block text-sm text-muted">
                    {label}: {formatUsd(cents / 100)}
                  </span>
                ))}
            </>,
          ],
          ['Network', networkName(chainId)],
          ['Transaction', <TransactionHash key="hash" hash={policy.tx_hash} chainId={chainId} />],
          policy.contract !== null && [
            hasContract(chainId) ? 'Contract' : 'Paid to our account',
            <AddressText key="contract" address={policy.contract} />,
          ],
          ['Registry id', <TransactionHash key="quote" hash={policy.quote_id} chainId={null} />],
          ['Bought', <Moment key="bought" at={policy.created_at} />],
        ]}
      />
    </Fold>
  );
}

/** The insured details, decrypted for their holder: what the form asked for. */
export function Insured({ policy }: { policy: PolicyDetailAnswer }) {
  const facts = factsOf(policy.policy_type, spreadTravelers(policy.details)).filter(
    ({ field, value }) => field !== null && isAsked(field) && value !== '',
  );
  return (
    <Fold title="Insured details">
      <dl className="grid gap-x-12 sm:grid-cols-2">
        {facts.map(({ label, value }) => (
          <Fact key={label} label={label} className="border-b border-line">
            <bdi>{value}</bdi>
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
    </Fold>
  );
}
