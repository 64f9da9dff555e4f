import type { AuditResult } from '#domain/audit/audit.ts';
import { moneyOf, type PoolResult } from '#domain/audit/chains.ts';
import { coversAll, liabilityLines } from '#domain/audit/report.ts';
import { formatUsd } from '#domain/money.ts';
import { formatCount } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { PhoneFold } from '#web/ui/phone-fold.tsx';
import { Section } from '#web/ui/section.tsx';
import { AddressText, Badge, FactList } from '#web/ui/values.tsx';

interface PoolCardProps {
  pool: PoolResult;
  chain: string;
  say: (amount: bigint) => string;
}

function PoolCard({ pool, chain, say }: PoolCardProps) {
  const { sums, inForce, paysUsd, surplus, balance } = pool;
  const rows: readonly (readonly [string, string])[] = [
    ['Premiums', say(sums.premiums)],
    ['Claims paid', `${say(sums.claims)} (${formatUsd(sums.claimsUsd)})`],
    ['Premiums refunded', say(sums.refunds)],
    ['Added as capital', say(sums.funded)],
    ['Withdrawn', say(sums.withdrawn)],
    ['Owed to holders, still in the pool', say(pool.owed)],
    ['Balance that the events imply', say(pool.implied)],
    ['Balance on chain', balance === null ? 'not a listed currency' : say(balance)],
    ['Surplus: arrived outside our functions', surplus === null || surplus < 0n ? '—' : say(surplus)],
    ['Minimum reserve', say(pool.minimumReserve)],
    [
      'Cover in force',
      `${formatUsd(inForce.coverUsd)} in ${inForce.policies === 1 ? '1 policy' : `${formatCount(inForce.policies)} policies`}`,
    ],
    [
      'The balance pays claims of',
      paysUsd === null ? '—' : `${formatUsd(Number(paysUsd.least))} to ${formatUsd(Number(paysUsd.most))}`,
    ],
  ];
  return (
    <Card className="p-5 sm:px-6" aria-label={`${pool.symbol} on ${chain}`}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">
          {pool.symbol} on {chain}
        </h2>
        {surplus !== null && surplus < 0n && <Badge variant="destructive">{say(-surplus)} missing</Badge>}
        {surplus !== null && surplus >= 0n && <Badge variant="default">Nothing missing</Badge>}
      </div>
      <PhoneFold title={`${formatUsd(inForce.coverUsd)} of cover in force`} titleClass="md:hidden">
        <p className="text-sm text-muted md:mt-1">
          Contract <AddressText address={pool.contract} />
        </p>
        <FactList className="md:mt-3" rows={rows} />
      </PhoneFold>
      {inForce.policies > 0 && paysUsd !== null && (
        <p className="mt-3 text-sm text-muted">
          {coversAll(pool)
            ? 'If every policy in force were claimed in full at once, the pool would pay them all, even at the contract’s worst rate.'
            : 'If every policy in force were claimed in full at once, the pool would not pay them all at the contract’s worst rate. An insurer’s pool does not have to: it pays the claims that can be expected.'}
        </p>
      )}
    </Card>
  );
}

function LiabilitiesCard({ result }: { result: AuditResult }) {
  const lines = liabilityLines(result);
  return (
    <Section title="Liabilities" className="lg:col-span-2">
      {lines.length === 0 && (
        <p className="mt-2 text-muted">Our records could not be read, so this list is missing.</p>
      )}
      <dl className="mt-3 divide-y divide-line">
        {lines.map(({ title, text, source }) => (
          <div key={title} className="py-3">
            <dt className="text-sm text-muted">{title}</dt>
            <dd className="figures mt-0.5 wrap-anywhere">{text}</dd>
            <dd className="mt-1 text-sm text-muted">{source}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

export function PoolsTab({ result }: { result: AuditResult }) {
  const money = moneyOf(result.readings);
  const names = new Map(result.readings.map(({ chain }) => [chain.chainId, chain.name]));
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      {result.onChain.pools.map((pool) => (
        <PoolCard
          key={`${pool.chainId}:${pool.contract}:${pool.token}`}
          pool={pool}
          chain={names.get(pool.chainId) ?? String(pool.chainId)}
          say={(amount) => money(pool.chainId)(pool.token, amount)}
        />
      ))}
      <LiabilitiesCard result={result} />
      <p className="text-sm text-muted lg:col-span-2">
        The balance in dollars of claims is computed with the largest and the smallest number of base units
        that the contract lets a claim pay for a dollar. It needs none of our rates.
      </p>
    </div>
  );
}
