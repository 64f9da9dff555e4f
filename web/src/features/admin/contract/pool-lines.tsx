import { queryOptions, useQuery } from '@tanstack/react-query';
import { cutDown, formatAmount, formatUsd } from '#domain/money.ts';
import type { ReadyCall } from '#domain/payouts/schema.ts';
import { senderOf } from '#web/wallet/sending.ts';

/** The pool that a call is paid from, read from the chain. */
const poolQuery = (call: ReadyCall, currency: string) =>
  queryOptions({
    queryKey: ['chain', 'pool', call, currency],
    queryFn: async () => (await senderOf(call)).pool(currency),
    staleTime: 0,
  });

interface PoolLinesProps {
  call: ReadyCall;
  currency: string;
  /** Base units that leave the pool; zero for a proposal. */
  amount: bigint;
  /** Whole dollars that this takes from the day's allowance; zero for a refund, a proposal or a proposed payout. */
  fromAllowance: number;
}

/** The pool before and after a payment, read from the chain. */
export function PoolLines({ call, currency, amount, fromAllowance }: PoolLinesProps) {
  const { data: pool, isPending } = useQuery(poolQuery(call, currency));
  if (isPending) return <p className="text-[0.8125rem] text-muted">Reading the pool…</p>;
  if (!pool) {
    return <p className="text-[0.8125rem] text-amber">The pool could not be read from the chain.</p>;
  }
  const shown = (units: bigint) => formatAmount(cutDown(units, pool.decimals), pool.decimals, pool.symbol);
  const after = pool.balance > amount ? pool.balance - amount : 0n;
  return (
    <ul className="figures flex flex-col gap-0.5 text-[0.8125rem] text-muted">
      <li>
        {pool.title}: {shown(pool.balance)}
        {amount > 0n && ` → ${shown(after)}`}
        {pool.owed > 0n && ` (${shown(pool.owed)} of it is owed to holders)`}
      </li>
      {fromAllowance > 0 && pool.allowance && (
        <li>
          Today’s allowance left: {formatUsd(pool.allowance.left)} →{' '}
          {formatUsd(Math.max(0, pool.allowance.left - fromAllowance))} of {formatUsd(pool.allowance.daily)}
        </li>
      )}
    </ul>
  );
}
