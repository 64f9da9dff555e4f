import { hasContract, networkName } from '#domain/chains.ts';
import { formatUsd, grouped } from '#domain/money.ts';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { factsOf, isAsked } from '#domain/products/forms/facts.ts';
import { FORMS } from '#domain/products/forms/index.ts';
import { spreadTravelers } from '#domain/products/forms/travelers.ts';
import { termOf } from '#web/features/policy/display.ts';
import { longDate, longMoment } from '#web/lib/format.ts';
import { CoverPicture } from '#web/ui/cover-picture/cover-picture.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { MarkedList } from '#web/ui/marked-list.tsx';
import { IpidLink } from '#web/ui/offer-notes.tsx';
import { Section } from '#web/ui/section.tsx';
import { AddressText, exactAmount, Fact, FactList, Moment, TransactionHash } from '#web/ui/values.tsx';

export function People({ policy }: { policy: PolicyDetailAnswer }) {
  return (
    <Fold title="Contact and beneficiary">
      <FactList
        rows={[
          ['Email', policy.contact.email],
          ['Phone', policy.contact.telephone],
        ]}
      >
        <Fact label="Beneficiary">
          {policy.beneficiary === null ? (
            <span className="text-muted">None named</span>
          ) : (
            <bdi>{policy.beneficiary}</bdi>
          )}
        </Fact>
      </FactList>
    </Fold>
  );
}

/** A half circle of radius 84, drawn from left to right. */
const ARC = 'M16 100a84 84 0 0 1 168 0';

/** How much of the cover is left after the claims that were paid. */
export function CoverGauge({ policy }: { policy: PolicyDetailAnswer }) {
  const { amount, paid_out_usd: paid, travelers } = policy;
  const left = Math.max(0, amount - paid);
  return (
    <div className="flex flex-col items-center">
      <div className="relative w-full max-w-60">
        <svg viewBox="0 0 200 112" aria-hidden="true" fill="none" strokeWidth="14" className="w-full">
          <path d={ARC} strokeLinecap="round" className="stroke-sunken" />
          {left > 0 && (
            <path
              d={ARC}
              pathLength={100}
              strokeDasharray={`${(left / amount) * 100} 100`}
              strokeLinecap="round"
              className="stroke-teal"
            />
          )}
        </svg>
        <p className="absolute inset-x-0 bottom-0 text-center">
          <span className="figures block text-2xl font-semibold tracking-tight">{formatUsd(left)}</span>
          <span className="text-sm text-muted">
            {paid === 0 ? 'of cover, all of it left' : `left of ${formatUsd(amount)}`}
          </span>
        </p>
      </div>
      {travelers.length > 1 && (
        <p className="mt-3 text-center text-sm text-muted">
          {formatUsd(amount / travelers.length)} for each of {travelers.length} travelers
        </p>
      )}
      {paid > 0 && (
        <p className="mt-3 text-center text-sm text-muted">{formatUsd(paid)} was paid for claims.</p>
      )}
    </div>
  );
}

/** Where today is between the first and the last day. */
export function TermBar({ policy }: { policy: PolicyDetailAnswer }) {
  const { from, until, left, done } = termOf(policy, Date.now());
  return (
    <div>
      <div className="relative h-2.5 rounded-full bg-sunken ring-1 ring-line ring-inset" aria-hidden="true">
        <span
          className="absolute inset-y-0 left-0 rounded-full bg-teal"
          style={{ width: `${done * 100}%` }}
        />
        {done > 0 && done < 1 && (
          <span
            className="absolute -inset-y-1 w-0.5 -translate-x-1/2 bg-ink"
            style={{ left: `${done * 100}%` }}
          />
        )}
      </div>
      <p className="mt-2 flex justify-between gap-3 text-sm text-muted">
        <span title={from.exact}>{from.text}</span>
        <span className="shrink-0" title={until}>
          {left}
        </span>
      </p>
    </div>
  );
}

/** What is covered: as a picture, and in the words that the holder accepted. */
export function CoveredCard({ policy }: { policy: PolicyDetailAnswer }) {
  const { wording_version: version, wording_accepted_at: accepted } = policy;
  const { wording } = FORMS[policy.policy_type];
  if (wording.version !== version) {
    return (
      <Section title="What is covered">
        <p className="mb-3 text-[0.9375rem]">
          You accepted the words of version {version}. They are in the product information.
        </p>
        <IpidLink version={version} />
      </Section>
    );
  }
  return (
    <Section title="What is covered" className="pb-0 sm:pb-0">
      <CoverPicture
        product={policy.policy_type}
        coverage={policy.amount / Math.max(1, policy.travelers.length)}
        deductible={policy.deductible}
        wording={wording}
        list={false}
      />
      <Fold title="All the words" note={version} className="mt-4">
        <div className="grid gap-6 md:grid-cols-2">
          <MarkedList title="Covered" items={wording.covered} mark="yes" />
          <MarkedList title="Not covered" items={wording.notCovered} mark="no" />
          <MarkedList title="Limits and deductible" items={wording.limits} />
          <MarkedList title="What a claim will need" items={wording.claimNeeds} />
        </div>
        <p className="mt-5 text-sm text-muted">
          {accepted !== null && (
            <span title={longMoment(accepted)}>You accepted these words on {longDate(accepted)}. </span>
          )}
          <IpidLink version={version} />
        </p>
      </Fold>
    </Section>
  );
}

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
