import { useCallback, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { messageOf } from '../../../lib/api/errors.ts';
import { walletSession } from '../../../state/wallet-session.ts';
import type { PreparedCall } from '../../../wallet/contract/calls.ts';
import type { ChainRole } from '../../../wallet/contract/roles.ts';

/** What the worker says about a reported transaction; `done` once its event counts. */
export interface Reported {
  done: boolean;
  message: string;
}

export type Stage =
  | { at: 'no_wallet' }
  | { at: 'checking' }
  | { at: 'wrong_account'; roles: readonly { role: ChainRole; holder: string }[] }
  | { at: 'refused'; reason: string }
  | { at: 'ready'; role: ChainRole | null; problem: string | null }
  | { at: 'asking' }
  /** On its way, and then reported until the worker counts it. */
  | { at: 'sent'; hash: string; mined: boolean; message: string | null }
  | { at: 'failed'; hash: string; reason: string }
  | { at: 'done'; hash: string; message: string | null };

/** Milliseconds between two reports of a transaction that does not count yet, and how often it is reported. */
const REPORT_MS = 3_000;
const REPORTS = 20;

const send = () => import('../../../wallet/contract/send.ts');

/** A rejection in the wallet is quiet: the button is back. */
const isQuiet = (error: unknown) => (error as { code?: unknown } | null)?.code === 'rejected';

interface Options {
  call: PreparedCall;
  report: ((hash: string) => Promise<Reported>) | undefined;
  onDone: () => void;
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
    if (account === null) return setStage({ at: 'no_wallet' });
    let current = true;
    setStage({ at: 'checking' });
    send()
      .then(({ rehearseCall }) => rehearseCall(call, account))
      .then(
        (found) => {
          if (!current || under.current) return;
          if (found.state === 'ready') setStage({ at: 'ready', role: found.role, problem: null });
          else if (found.state === 'refused') setStage({ at: 'refused', reason: found.reason });
          else setStage({ at: 'wrong_account', roles: found.roles });
        },
        (error: unknown) => current && setStage({ at: 'refused', reason: messageOf(error) }),
      );
    return () => {
      current = false;
    };
  }, [account, status, call, attempt]);

  const reportUntilDone = useCallback(async (hash: string) => {
    const show = (next: Stage) => !gone.current && setStage(next);
    try {
      for (let count = 1; ; count += 1) {
        const answer = (await latest.current.report?.(hash)) ?? null;
        if (answer === null || answer.done) {
          show({ at: 'done', hash, message: answer?.message ?? null });
          return latest.current.onDone();
        }
        show({ at: 'sent', hash, mined: true, message: answer.message });
        // The worker finds the event by itself as well.
        if (count >= REPORTS || gone.current) return latest.current.onDone();
        await new Promise((resolve) => setTimeout(resolve, REPORT_MS));
      }
    } catch (error) {
      show({ at: 'failed', hash, reason: messageOf(error) });
    }
  }, []);

  async function confirm(): Promise<void> {
    if (account === null || stage.at !== 'ready' || under.current) return;
    const { role } = stage;
    under.current = true;
    setStage({ at: 'asking' });
    let hash: string;
    const { sendCall, followCall, rehearseCall } = await send();
    try {
      // The chain may have moved while the person read.
      const again = await rehearseCall(call, account);
      if (again.state !== 'ready') {
        under.current = false;
        setAttempt((count) => count + 1);
        return;
      }
      hash = await sendCall(call, account);
    } catch (error) {
      under.current = false;
      setStage({ at: 'ready', role, problem: isQuiet(error) ? null : messageOf(error) });
      return;
    }
    setStage({ at: 'sent', hash, mined: false, message: null });
    try {
      const end = await followCall(call, hash as `0x${string}`);
      if (end.status === 'reverted') {
        return setStage({
          at: 'failed',
          hash: end.hash,
          reason: 'The contract refused this transaction on chain, so it changed nothing except for the fee.',
        });
      }
      if (end.status === 'replaced') {
        return setStage({
          at: 'failed',
          hash: end.hash,
          reason: 'Your wallet sent another transaction instead, so this one changed nothing.',
        });
      }
      setStage({ at: 'sent', hash: end.hash, mined: true, message: null });
      await reportUntilDone(end.hash);
    } catch (error) {
      setStage({ at: 'failed', hash, reason: messageOf(error) });
    }
  }

  return {
    stage,
    account,
    confirm,
    checkAgain: () => {
      under.current = false;
      setAttempt((count) => count + 1);
    },
    reportAgain: (hash: string) => {
      setStage({ at: 'sent', hash, mined: true, message: null });
      void reportUntilDone(hash);
    },
  };
}
