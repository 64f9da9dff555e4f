import type { AuditResult } from '../../../../domain/audit/audit.ts';
import { moneyOf, type PoolResult } from '../../../../domain/audit/chains.ts';
import { coversAll } from '../../../../domain/audit/report.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card, Fact } from '../../ui/card.tsx';
import { AddressText } from '../../ui/chain.tsx';

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
      `${formatUsd(inForce.coverUsd)} in ${inForce.policies === 1 ? '1 policy' : `${inForce.policies.toLocaleString('en-US')} policies`}`,
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
      <p className="mt-1 text-sm text-muted">
        Contract <AddressText address={pool.contract} />
      </p>
      <dl className="mt-3 divide-y divide-line">
        {rows.map(([label, value]) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
      </dl>
      {inForce.policies > 0 && paysUsd !== null && (
        <p className="mt-3 text-sm text-muted">
          {coversAll(pool)
            ? 'If every policy in force were claimed in full at once, the pool would pay them all, even at the contract’s worst rate.'
            : 'If every policy in force were claimed in full at once, the pool would not pay them all at the contract’s worst rate. An insurer’s pool need not: it pays the claims that are to be expected.'}
        </p>
      )}
    </Card>
  );
}

/** Each currency of each contract: what came and went, what is there, and what it stands for. */
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
      <p className="text-sm text-muted lg:col-span-2">
        What the balance pays in dollars is computed with the most and the fewest base units that the contract
        itself lets a claim pay for a dollar. No rate of ours is needed for it.
      </p>
    </div>
  );
}
