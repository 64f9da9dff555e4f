/** Several payments of a list's rows, prepared one by one and sent as one request of a wallet that can. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { grouped } from '#domain/grouped.ts';
import { formatUsd } from '#domain/money.ts';
import type { ReadyTransaction } from '#domain/payouts/schema.ts';
import { deskCache, readAgain } from '#web/features/admin/queries.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { toast } from '#web/ui/toast.ts';
import type { PoolNow } from '#web/wallet/sender.ts';
import { chainOfCall, senderOf, togetherOf } from '#web/wallet/sending.ts';
import { useWalletStep } from '#web/wallet/wallet-step.tsx';
import type { Who } from './actions.ts';
import { counted } from './assignment.ts';
import { poolQuery, type Sending, type Shown, useDecimals } from './sending.tsx';
import { isOver, type Mined, type Reported, reportUntilDone } from './use-send.ts';

/** What several rows of a list are paid as. */
export interface Several<Row, R, Ready extends ReadyTransaction> {
  noun: 'payout' | 'refund';
  /** The part of the desk that shows them (`readAgain`). */
  part: string;
  nameOf: (row: Row) => string;
  /** Reads the row's record; null if it is gone. */
  read: (row: Row) => Promise<R | null>;
  /** Why a row can't be paid, as far as the list knows; null where its record decides. */
  barred?: (row: Row) => string | null;
  /** How the record is paid now, or why it can't be, in a sentence. */
  wayOf: (record: R, who: Who, now: number) => Sending<R, Ready> | string;
}

/** A prepared payment. */
export interface Item {
  name: string;
  ready: ReadyTransaction;
  shown: (decimals: number | null) => Shown;
  report: (sent: Mined) => Promise<Reported>;
}

/** A row that is not among them, and why. */
export interface LeftOut {
  name: string;
  why: string;
}

const ANNOUNCED_FIRST = 'It has to be announced before it is paid. Open it to announce it.';

/** Those of one currency in one pool have the same. */
const poolOf = ({ ready }: Item) =>
  [chainOfCall(ready), ready.kind === 'evm' ? ready.to.toLowerCase() : '', ready.currency].join(' ');

/** Prepares each row's payment as its own panel does, pool by pool; the worker decides about each. */
export async function prepareAll<Row, R, Ready extends ReadyTransaction>(
  kind: Several<Row, R, Ready>,
  rows: readonly Row[],
  who: Who,
) {
  const items: Item[] = [];
  const left: LeftOut[] = [];
  for (const row of rows) {
    const item = await prepareOne(kind, row, who).catch(messageOf);
    if (typeof item === 'string') left.push({ name: kind.nameOf(row), why: item });
    else items.push(item);
  }
  return { groups: [...grouped(items, poolOf).values()], left };
}

async function prepareOne<Row, R, Ready extends ReadyTransaction>(
  kind: Several<Row, R, Ready>,
  row: Row,
  who: Who,
): Promise<Item | string> {
  const barred = kind.barred?.(row) ?? null;
  if (barred !== null) return barred;
  const record = await kind.read(row);
  if (record === null) return 'It is not there anymore.';
  const way = kind.wayOf(record, who, Date.now());
  if (typeof way === 'string') return way;
  const ready = await way.prepare(record);
  if ('step' in ready && ready.step === 'announce') return ANNOUNCED_FIRST;
  return {
    name: kind.nameOf(row),
    ready,
    shown: (decimals) => way.shown(record, ready, decimals),
    report: (sent) => way.report(record, sent, ready),
  };
}

/** Those that the pool and the day's allowance hold together, in their order. */
function withinPool(items: readonly Item[], pool: PoolNow | null | undefined) {
  let free = pool ? pool.balance - pool.owed : null;
  let allowance = pool?.allowance?.left ?? null;
  const fits: Item[] = [];
  const left: LeftOut[] = [];
  for (const item of items) {
    const { amount = '0', fromAllowance: usd = 0 } = item.shown(null).pool ?? {};
    const isFree = free === null || BigInt(amount) <= free;
    if (isFree && (allowance === null || usd <= allowance)) {
      fits.push(item);
      if (free !== null) free -= BigInt(amount);
      if (allowance !== null) allowance -= usd;
    } else if (isFree) {
      const why = `Today’s allowance has ${formatUsd(allowance ?? 0)} left after the others. Pay it on its own.`;
      left.push({ name: item.name, why });
    } else left.push({ name: item.name, why: 'The pool does not hold enough for it after the others.' });
  }
  return { fits, left };
}

const rehearsed = (items: readonly Item[], account: string | null) =>
  Promise.all(items.map(async ({ ready }) => (await senderOf(ready)).rehearse(account)));

/** What was said of a payment's transaction. */
export type Outcome = Reported & { hash: string; failed?: boolean };

export interface Payments {
  items: readonly [Item, ...Item[]];
  noun: string;
  part: string;
  account: string | null;
}

/**
 * Tries the prepared payments of one pool out, sends them as one, follows that, and reports each.
 * @param isAble whether the wallet carries them out as one
 */
export function useSeveral({ items, noun, part, account }: Payments, isAble: boolean) {
  const [first] = items;
  const pool = useQuery(poolQuery(first.ready, first.ready.currency));
  const decimals = useDecimals(first.ready);
  const [attempt, setAttempt] = useState(0);
  /** What the wallet was asked for, and whether it has it. */
  const [asked, setAsked] = useState<(Asked & { isSent: boolean }) | null>(null);
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Outcome>>>({});
  const trial = useQuery({
    queryKey: ['trial', items.map(({ ready }) => ready), account],
    queryFn: () => rehearsed(items, account),
    enabled: account !== null && isAble && asked === null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const found = items.map((item, index) => ({ item, trial: trial.data?.[index] }));
  const accepted = found.flatMap(({ item, trial: one }) => (one?.state === 'ready' ? [item] : []));
  const { fits, left } = withinPool(accepted, pool.data);
  const refused = found.flatMap(({ item, trial: one }) =>
    one?.state === 'refused' ? [{ name: item.name, why: one.says }] : [],
  );
  const wrong = found.find(({ trial: one }) => one?.state === 'wrong_account')?.trial ?? null;
  const tell = (name: string, outcome: Outcome) => setOutcomes((all) => ({ ...all, [name]: outcome }));

  const step = useWalletStep<Asked, string, number>({
    isSent: true,
    failed: `Failed to send the ${noun}s`,
    wallet: async (terms) => {
      const { items: batch, account: from } = terms;
      if (batch.some(({ ready }) => isOver(ready))) {
        throw new Error('The time to send this is over. Please close this and prepare it again.');
      }
      // The chain may have moved while the person read.
      if ((await rehearsed(batch, from)).some(({ state }) => state !== 'ready')) {
        throw new Error('Not all of it can be sent anymore, so nothing was sent. Please look at it again.');
      }
      const id = await (await togetherOf(batch.map(({ ready }) => ready))).send(from);
      setAsked({ ...terms, isSent: true });
      return id;
    },
    send: async (id, { items: batch }, isShown) => {
      const end = await (await togetherOf(batch.map(({ ready }) => ready))).follow(id);
      if (end.problem !== null) {
        // What came to nothing is asked for again, and not only followed.
        if (!end.open) forget();
        throw new Error(end.problem);
      }
      const report = async (item: Item, index: number) => {
        const hash = end.hashes[index] ?? '';
        const tellOne = (told: Reported) => tell(item.name, { ...told, hash });
        tellOne({ done: false, message: 'On chain. Telling our records…' });
        return reportUntilDone(() => item.report({ hash, block: null }), tellOne, isShown).then(
          () => false,
          (error: unknown) => {
            tell(item.name, { done: false, failed: true, hash, message: messageOf(error) });
            return true;
          },
        );
      };
      const failed = (await Promise.all(batch.map(report))).filter(Boolean).length;
      if (failed > 0) {
        throw new Error(
          `The network has carried it out, but ${counted(failed, noun)} could not be reported. Our records find it on their own, too.`,
        );
      }
      return batch.length;
    },
    onSuccess: (count, isShown) => {
      void readAgain(part);
      void deskCache.invalidateQueries({ queryKey: ['chain'] });
      if (!isShown) toast.success(`${counted(count, noun)} sent in one request`);
    },
    onError: () => {
      setAsked((now) => (now?.isSent ? now : null));
      void trial.refetch();
      void readAgain(part);
    },
  });

  function forget() {
    setAttempt((count) => count + 1);
    setAsked(null);
  }

  return {
    step,
    /** Those that go, or all of them while that is not known. */
    listed: asked?.items ?? (trial.data === undefined || wrong ? items : fits),
    left: asked ? [] : [...refused, ...left],
    outcomes,
    decimals,
    /** Whether the wallet has them, or may be asked for them. */
    isOffered: asked !== null || (wrong === null && fits.length > 0 && !pool.isPending),
    isTrying: asked === null && trial.isFetching,
    problem: trial.error,
    wrong,
    isSent: asked?.isSent === true,
    /** Asks for them, or follows what was sent. */
    ask: () => {
      if (asked) return step.ask({ attempt, account: asked.account, items: asked.items });
      if (account === null || fits.length === 0) return;
      const terms = { attempt, account, items: fits };
      setAsked({ ...terms, isSent: false });
      step.ask(terms);
    },
  };
}

interface Asked {
  attempt: number;
  account: string;
  items: readonly Item[];
}
