/** Actions that the worker prepares and a wallet sends. */
import type { ReactNode } from 'react';
import type { ReadyCall } from '#domain/payouts/schema.ts';
import { PoolLines, Prepared } from '#web/features/admin/contract/prepared.tsx';
import { SendPrepared } from '#web/features/admin/contract/send-prepared.tsx';
import type { Mined, Reported } from '#web/features/admin/contract/use-send.ts';
import { deskCache } from '#web/features/admin/queries.ts';
import type { ActionProps } from './actions.ts';

/** What is sent, and what is shown of it. */
export interface Sending<R, Ready extends ReadyCall> {
  /** @param callData whether it leaves as call data, to be carried out elsewhere */
  prepare: (record: R, callData?: true) => Promise<Ready>;
  failed: string;
  /** Discards what is under way; without it, the network would not carry it out twice. */
  discard?: (record: R) => Promise<unknown>;
  report: (record: R, sent: Mined, ready: Ready) => Promise<Reported>;
  useShown: (record: R, ready: Ready) => Shown;
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

export const sendingOf = <R, Ready extends ReadyCall>(sending: Sending<R, Ready>) => {
  const { prepare, failed, discard } = sending;
  return function Steps(props: ActionProps<R>) {
    const { record, change, onClose } = props;
    return (
      <Prepared
        prepare={() =>
          prepare(record).catch(async (error: unknown) => {
            await change.explain(error);
            throw error;
          })
        }
        failed={failed}
        {...(discard && { discard: () => discard(record) })}
        onClose={onClose}
      >
        {(ready) => <Send {...props} {...sending} ready={ready} />}
      </Prepared>
    );
  };
};

function Send<R, Ready extends ReadyCall>(props: ActionProps<R> & Sending<R, Ready> & { ready: Ready }) {
  const { record, change, onClose, prepare, discard, report, useShown, ready } = props;
  const { title, text, action, note, pool, after } = useShown(record, ready);
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
