import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { cutDown, formatAmount, formatUsd } from '#domain/money.ts';
import type { ReadyCall } from '#domain/payouts/schema.ts';
import { isUnderWay } from '#web/features/admin/queries.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { senderOf } from '#web/wallet/sending.ts';
import { Discard } from './send-prepared.tsx';

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
  /** Base units that leave the pool; zero for an announcement. */
  amount: bigint;
  /** Whole dollars that this takes from the day's allowance; zero for a refund, an announcement or an announced payout. */
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

/** What the worker prepares for sending, or why it could not. */
export function Prepared<Ready>({
  prepare,
  failed,
  discard,
  onClose,
  children,
}: {
  /** Stable while the same thing is prepared. */
  prepare: () => Promise<Ready>;
  failed: string;
  /** Discards what is already under way. */
  discard?: () => Promise<unknown>;
  onClose: () => void;
  children: (ready: Ready) => ReactNode;
}) {
  const [ready, setReady] = useState<Ready | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const problem = failure === null ? null : messageOf(failure);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt prepares it again, another render does not.
  useEffect(() => {
    let current = true;
    setReady(null);
    setFailure(null);
    prepare().then(
      (answer) => current && setReady(answer),
      (error: unknown) => current && setFailure(error),
    );
    return () => {
      current = false;
    };
  }, [attempt]);
  if (problem !== null) {
    const underWay = isUnderWay(failure);
    return (
      <ErrorState
        title={failed}
        actions={
          <>
            <Button size="dense" onClick={() => setAttempt((count) => count + 1)}>
              Try Again
            </Button>
            <Button size="dense" variant="quiet" onClick={onClose}>
              Cancel
            </Button>
          </>
        }
      >
        {problem}
        {!underWay && ' No money has moved.'}
        {underWay && discard && (
          <div className="mt-2">
            <Discard discard={discard} onDone={() => setAttempt((count) => count + 1)} />
          </div>
        )}
      </ErrorState>
    );
  }
  return ready === null ? <Skeleton className="h-28" /> : children(ready);
}
