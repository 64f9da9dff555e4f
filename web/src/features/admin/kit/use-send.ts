import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { ReadyCall } from '#domain/payouts/schema.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { walletSession } from '#web/state/wallet-session.ts';
import type { OutsideCall, SentCall } from '#web/wallet/sender.ts';
import { rehearsalText, senderOf } from '#web/wallet/sending.ts';
import { useWalletStep } from '#web/wallet/wallet-step.tsx';

/** A transaction as it is reported; its block where the chain needs it. */
export type Mined = Pick<SentCall, 'hash' | 'block'>;

/** What the worker says about a reported transaction; `done` once its event counts. */
export interface Reported {
  done: boolean;
  message: string;
}

export const reportedAs = (
  what: string,
  done: boolean,
  told = `The ${what} is verified and recorded.`,
): Reported => ({
  done,
  message: done ? told : `The ${what} is on its way and counts once the network has confirmed it.`,
});

export const reportOf = ({ hash, block }: Mined) => ({
  transaction_hash: hash,
  ...(block === null ? {} : { block_number: block }),
});

/** Where a call is, in a sentence. What is `open` is not on its way so far. */
export type Stage =
  | { at: 'no_wallet' | 'wrong_account' | 'refused' | 'ready'; says: string; outside: OutsideCall | null }
  | { at: 'checking' | 'asking'; says: string }
  /** On its way, and then reported until the worker counts it. */
  | { at: 'sent' | 'open' | 'failed' | 'done'; says: string; sent: Mined; mined: boolean };

/** Milliseconds between two reports of a transaction that does not count yet, and how often it is reported. */
const REPORT_MS = 3_000;
const REPORTS = 20;

/** Reports a transaction until it counts, nobody looks anymore, or the worker continues alone: it finds the event too. */
export async function reportUntilDone(
  report: () => Promise<Reported>,
  tell: (answer: Reported) => void,
  isShown: () => boolean,
): Promise<Reported> {
  for (let count = 1; ; count += 1) {
    const answer = await report();
    tell(answer);
    if (answer.done || count >= REPORTS || !isShown()) return answer;
    await new Promise((resolve) => setTimeout(resolve, REPORT_MS));
  }
}

/** Whether a prepared call can't be sent anymore. No contract may be there to refuse it. */
export const isOver = (call: ReadyCall & { valid_until?: string }) =>
  call.valid_until !== undefined && Date.parse(call.valid_until) < Date.now();

/** Sent from an account, or sent before: then it is followed again, or only reported. */
type Asked = { from: string } | { how: 'follow' | 'report'; sent: Mined };

interface Progress {
  sent: Mined;
  mined: boolean;
  message: string | null;
  open?: boolean;
  done?: boolean;
}

interface Options {
  call: ReadyCall;
  /** The button, which names it if it fails after the panel was closed. */
  action: string;
  report: ((sent: Mined) => Promise<Reported>) | undefined;
  onDone: (message: string | null) => void;
}

/** Tries a prepared call out with the connected account, sends it, and follows it until it counts. */
export function useSend({ call, action, report, onDone }: Options) {
  const { status, wallet } = useSnapshot(walletSession);
  const account = wallet?.address ?? null;
  // The latest props, because a transaction outlives the render that sent it.
  const latest = useRef({ report, onDone });
  latest.current = { report, onDone };
  // One for all that happens to this call.
  const sender = useMemo(() => senderOf(call), [call]);
  const { data: shown = null } = useQuery({
    queryKey: ['shows', call],
    // Where it fails, trying the call out says why.
    queryFn: async () => (await sender).shows(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  /** Once it is on its way. */
  const [progress, setProgress] = useState<Progress | null>(null);
  const trial = useQuery({
    queryKey: ['trial', call, account],
    queryFn: async () => (await sender).rehearse(account),
    enabled: status !== 'restoring' && progress === null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

  const step = useWalletStep<Asked, Mined, Reported | null>({
    isSent: true,
    failed: `“${action}” failed`,
    wallet: async (asked) => {
      if ('how' in asked) return asked.sent;
      if (isOver(call))
        throw new Error('The time to send this is over, so nothing was sent. Please prepare it again.');
      // The chain may have moved while the person read.
      const again = await (await sender).rehearse(asked.from);
      if (again.state !== 'ready') throw new Error(again.says);
      const announce = async (hash: string) =>
        latest.current.report?.({ hash, block: null }).catch((error: unknown) => {
          throw new Error(`${messageOf(error)} Nothing was sent.`, { cause: error });
        });
      return { hash: await (await sender).send(asked.from, announce), block: null };
    },
    send: async (sent, asked, isShown) => {
      const isFollowed = !('how' in asked) || asked.how === 'follow';
      const end = isFollowed ? await followed(sent) : sent;
      setProgress({ sent: end, mined: true, message: null });
      if (!latest.current.report) return null;
      return reportUntilDone(
        async () => (await latest.current.report?.(end)) as Reported,
        ({ message }) => setProgress({ sent: end, mined: true, message }),
        isShown,
      );
    },
    onSuccess: (answer) => {
      const message = answer?.message ?? null;
      if (answer?.done !== false) setProgress((now) => now && { ...now, message, done: true });
      latest.current.onDone(message);
    },
    onError: () => void trial.refetch(),
  });

  async function followed(sent: Mined): Promise<Mined> {
    setProgress({ sent, mined: false, message: null });
    const { problem, open = false, ...end } = await (await sender).follow(sent.hash);
    if (problem === null) return end;
    setProgress({ sent: end, mined: false, message: null, open });
    throw new Error(problem);
  }

  function stageNow(): Stage {
    if (progress !== null) {
      const { sent, mined, message, open, done } = progress;
      const on = (at: 'sent' | 'open' | 'failed' | 'done', says: string) => ({ at, says, sent, mined });
      if (done) return on('done', message ?? 'Done: the transaction is on chain.');
      if (step.error) return on(open ? 'open' : 'failed', messageOf(step.error));
      return on(
        'sent',
        message ?? (mined ? 'On chain. Telling our records…' : 'Sent. Waiting for the network…'),
      );
    }
    const says = rehearsalText(call);
    if (step.busy) return { at: 'asking', says };
    if (trial.error) return { at: 'refused', says: messageOf(trial.error), outside: null };
    if (trial.data === undefined || trial.isFetching) return { at: 'checking', says };
    const { state, ...found } = trial.data;
    return { at: state, outside: null, ...found };
  }
  const stage = stageNow();
  const again = (how: 'follow' | 'report') => (sent: Mined) => {
    setProgress({ sent, mined: how === 'report', message: null });
    step.ask({ how, sent });
  };
  return {
    stage,
    step,
    account,
    /** What the wallet shows of the call. */
    shown,
    confirm: () => account !== null && stage.at === 'ready' && step.ask({ from: account }),
    follow: again('follow'),
    checkAgain: () => trial.refetch(),
    /** Reports a transaction again, or one that was sent elsewhere. */
    reportSent: again('report'),
  };
}
