import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { ReadyCall } from '#domain/payouts/schema.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { walletSession } from '#web/state/wallet-session.ts';
import type { OutsideCall, SentCall } from '#web/wallet/sender.ts';
import { senderOf } from '#web/wallet/sending.ts';

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

export type Stage =
  | { at: 'checking' }
  | { at: 'no_wallet' | 'wrong_account'; says: string; outside: OutsideCall | null }
  | { at: 'refused'; says: string }
  | { at: 'ready'; says: string; problem: string | null }
  | { at: 'asking' }
  /** On its way, and then reported until the worker counts it. */
  | { at: 'sent'; sent: Mined; mined: boolean; message: string | null }
  /** Not on its way so far. */
  | { at: 'open'; sent: Mined; reason: string }
  | { at: 'failed'; sent: Mined; reason: string }
  | { at: 'done'; sent: Mined; message: string | null };

/** Milliseconds between two reports of a transaction that does not count yet, and how often it is reported. */
const REPORT_MS = 3_000;
const REPORTS = 20;

/** A rejection in the wallet is quiet: the button is back. */
const isQuiet = (error: unknown) => (error as { code?: unknown } | null)?.code === 'rejected';

/** Whether a prepared call can't be sent anymore. No contract may be there to refuse it. */
const isOver = (call: ReadyCall & { valid_until?: string }) =>
  call.valid_until !== undefined && Date.parse(call.valid_until) < Date.now();

interface Options {
  call: ReadyCall;
  report: ((sent: Mined) => Promise<Reported>) | undefined;
  onDone: (message: string | null) => void;
}

/** Tries a prepared call out with the connected account, sends it, and follows it until it counts. */
export function useSend({ call, report, onDone }: Options) {
  const { status, wallet } = useSnapshot(walletSession);
  const account = wallet?.address ?? null;
  const [stage, setStage] = useState<Stage>({ at: 'checking' });
  const [attempt, setAttempt] = useState(0);
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
  const under = useRef(false);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt tries the same call again.
  useEffect(() => {
    if (under.current || status === 'restoring') return;
    let current = true;
    setStage({ at: 'checking' });
    sender
      .then((each) => each.rehearse(account))
      .then(
        (found) => {
          if (!current || under.current) return;
          const { state, ...rest } = found;
          setStage({ at: state, problem: null, ...rest } as Stage);
        },
        (error: unknown) => current && setStage({ at: 'refused', says: messageOf(error) }),
      );
    return () => {
      current = false;
    };
  }, [account, status, sender, attempt]);

  const reportUntilDone = useCallback(async (sent: Mined) => {
    const show = (next: Stage) => !gone.current && setStage(next);
    try {
      for (let count = 1; ; count += 1) {
        const answer = (await latest.current.report?.(sent)) ?? null;
        if (answer === null || answer.done) {
          show({ at: 'done', sent, message: answer?.message ?? null });
          return latest.current.onDone(answer?.message ?? null);
        }
        show({ at: 'sent', sent, mined: true, message: answer.message });
        // The worker also finds the event on its own.
        if (count >= REPORTS || gone.current) return latest.current.onDone(answer.message);
        await new Promise((resolve) => setTimeout(resolve, REPORT_MS));
      }
    } catch (error) {
      show({ at: 'failed', sent, reason: messageOf(error) });
    }
  }, []);

  async function confirm(): Promise<void> {
    if (account === null || stage.at !== 'ready' || under.current) return;
    const { says } = stage;
    if (isOver(call)) {
      return setStage({
        at: 'ready',
        says,
        problem: 'The time to send this is over. Please prepare it again.',
      });
    }
    under.current = true;
    setStage({ at: 'asking' });
    let sent: Mined;
    try {
      // The chain may have moved while the person read.
      const again = await (await sender).rehearse(account);
      if (again.state !== 'ready') {
        under.current = false;
        setAttempt((count) => count + 1);
        return;
      }
      const announce = (hash: string) => latest.current.report?.({ hash, block: null }) ?? Promise.resolve();
      sent = { hash: await (await sender).send(account, announce), block: null };
    } catch (error) {
      under.current = false;
      setStage({ at: 'ready', says, problem: isQuiet(error) ? null : messageOf(error) });
      return;
    }
    await follow(sent);
  }

  async function follow(sent: Mined): Promise<void> {
    setStage({ at: 'sent', sent, mined: false, message: null });
    try {
      const { problem, open, ...end } = await (await sender).follow(sent.hash);
      if (problem !== null) return setStage({ at: open ? 'open' : 'failed', sent: end, reason: problem });
      setStage({ at: 'sent', sent: end, mined: true, message: null });
      await reportUntilDone(end);
    } catch (error) {
      setStage({ at: 'failed', sent, reason: messageOf(error) });
    }
  }
  return {
    stage,
    account,
    /** What the wallet shows of the call. */
    shown,
    confirm,
    follow,
    checkAgain: () => {
      under.current = false;
      setAttempt((count) => count + 1);
    },
    /** Reports a transaction again, or one that was sent elsewhere. */
    reportSent: (sent: Mined) => {
      under.current = true;
      setStage({ at: 'sent', sent, mined: true, message: null });
      void reportUntilDone(sent);
    },
  };
}
