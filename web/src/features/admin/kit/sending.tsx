/** Actions that the worker prepares and a wallet sends. */
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { cutDown, formatAmount, formatUsd } from '#domain/money.ts';
import type { ReadyCall } from '#domain/payouts/schema.ts';
import { deskCache } from '#web/features/admin/queries.ts';
import { isUnderWay, messageOf } from '#web/lib/api/errors.ts';
import { deploymentQuery, networkIn } from '#web/lib/deployment.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { chainOfCall, senderOf } from '#web/wallet/sending.ts';
import type { ActionProps } from './actions.ts';
import { Discard } from './call-data.tsx';
import { SendPrepared } from './send-prepared.tsx';
import type { Mined, Reported } from './use-send.ts';

/** What is sent, and what is shown of it. */
export interface Sending<R, Ready extends ReadyCall> {
  /** @param callData whether it leaves as call data, to be carried out elsewhere */
  prepare: (record: R, callData?: true) => Promise<Ready>;
  failed: string;
  /** Discards what is under way; without it, the network would not carry it out twice. */
  discard?: (record: R) => Promise<unknown>;
  report: (record: R, sent: Mined, ready: Ready) => Promise<Reported>;
  /** @param decimals of the currency on its chain; null while that is unknown */
  shown: (record: R, ready: Ready, decimals: number | null) => Shown;
}

/** Decimals of a currency on the chain of a call, from this site's deployment; null while unknown. */
export function useDecimals(call: ReadyCall & { currency?: string }): number | null {
  const { data } = useQuery(deploymentQuery);
  const network = data ? networkIn(data, chainOfCall(call)) : null;
  return network?.currencies.find(({ symbol }) => symbol === call.currency)?.decimals ?? null;
}

export interface Shown {
  title: string;
  /** What will happen: how much, to whom. */
  text: ReactNode;
  /** The button, with the amount: 'Pay $1,500'. */
  action: string;
  /** What a number in the wallet's sentence means. */
  note?: string | null;
  /** What leaves the pool, and what of it is taken from the day's allowance. */
  pool?: { currency: string; amount: string; fromAllowance?: number };
  after?: ReactNode;
}

/** The steps of an action whose call the worker prepares, or why it could not. */
export const sendingOf = <R, Ready extends ReadyCall>(sending: Sending<R, Ready>) => {
  const { prepare, failed, discard } = sending;
  return function Steps(props: ActionProps<R>) {
    const { record, change, onClose } = props;
    const { mutate, data, error } = useMutation({
      mutationFn: () =>
        prepare(record).catch(async (refusal: unknown) => {
          await change.explain(refusal);
          throw refusal;
        }),
    });
    useEffect(() => mutate(), [mutate]);
    if (data) return <Send {...props} {...sending} ready={data} />;
    if (!error) return <Skeleton className="h-28" />;
    const underWay = isUnderWay(error);
    return (
      <ErrorState
        title={failed}
        actions={
          <>
            <Button size="dense" onClick={() => mutate()}>
              Try Again
            </Button>
            <Button size="dense" variant="quiet" onClick={onClose}>
              Cancel
            </Button>
          </>
        }
      >
        {messageOf(error)}
        {!underWay && ' No money has moved.'}
        {underWay && discard && (
          <div className="mt-2">
            <Discard discard={() => discard(record)} onDone={() => mutate()} />
          </div>
        )}
      </ErrorState>
    );
  };
};

function Send<R, Ready extends ReadyCall>(props: ActionProps<R> & Sending<R, Ready> & { ready: Ready }) {
  const { record, change, onClose, prepare, discard, report, shown, ready } = props;
  const { title, text, action, note, pool, after } = shown(record, ready, useDecimals(ready));
  return (
    <SendPrepared
      call={ready}
      action={action}
      note={note ?? null}
      report={(sent) => report(record, sent, ready)}
      {...(discard && { handOver: () => prepare(record, true), discard: () => discard(record) })}
      onCancel={onClose}
      onDone={(message) => {
        void change.finish(message);
        void deskCache.invalidateQueries({ queryKey: ['chain'] });
      }}
    >
      {(hasHappened) => (
        <>
          <h3 className="text-sm font-semibold tracking-normal">{title}</h3>
          <p className="text-[0.8125rem]">{text}</p>
          {pool && (
            <PoolLines
              call={ready}
              currency={pool.currency}
              amount={hasHappened ? 0n : BigInt(pool.amount)}
              fromAllowance={hasHappened ? 0 : (pool.fromAllowance ?? 0)}
            />
          )}
          {after && <p className="figures text-[0.8125rem] text-muted">{after}</p>}
        </>
      )}
    </SendPrepared>
  );
}

/** The pool that a call is paid from, read from the chain. */
export const poolQuery = (call: ReadyCall, currency: string) =>
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
