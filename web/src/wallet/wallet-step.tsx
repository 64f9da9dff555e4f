import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { ApiError } from '#web/lib/api/errors.ts';
import { isDeclined, messageOf } from '#web/lib/message-of.ts';
import { walletSession } from '#web/state/wallet-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Failure } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';
import { NothingThere } from './nothing-there.tsx';

interface StepOptions<Asked, Signed, Answer> {
  /** Asks the wallet. Null where nothing needs it and only we are asked. */
  wallet: ((asked: Asked) => Promise<Signed>) | null;
  /** Sends us what it signed. Left out where the wallet itself sends a transaction. `isShown`: whether the screen still is. */
  send?: (signed: Signed, asked: Asked, isShown: () => boolean) => Promise<Answer>;
  /** What the wallet gives is a transaction, which is followed also after the screen is gone. */
  isSent?: boolean;
  /** The queries that change with it. */
  touches?: readonly QueryKey[];
  /** The title of a failure, which is told in a message if the screen is gone. */
  failed: string;
  /** Both are called also after the screen is gone; `shown` says whether it still is. */
  onSuccess: (answer: Answer, shown: boolean) => void;
  onError?: (error: Error, asked: Asked, shown: boolean) => void;
}

/**
 * One question to the wallet: a signature that we get, or a transaction. A signature that we did not get is kept for the
 * next try. One that is given after the screen was closed is not used.
 */
export function useWalletStep<Asked, Signed = void, Answer = void>(
  options: StepOptions<Asked, Signed, Answer>,
) {
  const { wallet, send, isSent = false, touches = [], failed, onSuccess, onError } = options;
  const queryClient = useQueryClient();
  const [stage, setStage] = useState<'ready' | 'in_wallet' | 'sending'>('ready');
  const running = useRef(false);
  const shown = useRef(false);
  const kept = useRef<{ terms: string; signed: Signed } | null>(null);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  const touch = () => {
    for (const queryKey of touches) void queryClient.invalidateQueries({ queryKey });
  };

  async function signedBy(asked: Asked): Promise<Signed> {
    const terms = JSON.stringify(asked ?? null);
    if (kept.current?.terms === terms) return kept.current.signed;
    if (wallet === null) return undefined as Signed;
    setStage('in_wallet');
    const signed = await wallet(asked);
    if (send === undefined) return signed;
    if (!shown.current && !isSent)
      throw new Error('You left before you signed, so the signature was not used.');
    kept.current = { terms, signed };
    return signed;
  }

  const { mutate, error, isSuccess } = useMutation({
    mutationFn: async (asked: Asked): Promise<Answer> => {
      const signed = await signedBy(asked);
      if (send === undefined) return undefined as Answer;
      setStage('sending');
      return send(signed, asked, () => shown.current);
    },
    onSuccess: (answer) => {
      touch();
      onSuccess(answer, shown.current);
    },
    onError: (problem, asked) => {
      if (problem instanceof ApiError && problem.refused) kept.current = null;
      if (!shown.current && !isDeclined(problem)) toast.info(failed, messageOf(problem));
      // What was asked has changed, or the answer was lost after it was recorded.
      if (problem instanceof ApiError) touch();
      onError?.(problem, asked, shown.current);
    },
    onSettled: () => {
      running.current = false;
      setStage('ready');
    },
  });

  /** A second click may come before the button is drawn as busy. */
  function ask(asked: Asked): void {
    if (running.current) return;
    running.current = true;
    mutate(asked);
  }

  return { stage, busy: stage !== 'ready', failed, error: stage === 'ready' ? error : null, isSuccess, ask };
}

type Look = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'wide' | 'disabled'>;

interface WalletStepProps extends Look {
  step: Pick<ReturnType<typeof useWalletStep>, 'stage' | 'busy' | 'failed' | 'error'>;
  /** What the wallet will show. */
  shows?: ReactNode;
  /** What it means that the customer said no. */
  declined: string;
  /** What follows "Confirm in MetaMask". */
  then?: string;
  /** What a failure means, and what to do about it. */
  help?: Pick<ComponentProps<typeof Failure>, 'children' | 'actions'>;
  /** Said in place of the failure. */
  instead?: ReactNode;
  /** The button; left out where the screen has one of its own. */
  label?: string;
  /** What stands before the button. */
  beside?: ReactNode;
  /** How both are laid out, where they don't stand in one line. */
  bar?: string;
  onPress?: () => void;
}

/** What the wallet will show, the button, where to confirm, and what became of it. */
export function WalletStep(props: WalletStepProps) {
  const { step, shows, declined, then = '.', help, instead, label, beside, bar, onPress, ...look } = props;
  const { wallet } = useSnapshot(walletSession);
  return (
    <>
      {shows}
      {instead || <Failure title={step.failed} declined={declined} error={step.error} {...help} />}
      {step.stage === 'in_wallet' && (
        <p role="status" className="text-sm text-muted">
          Confirm in {wallet?.name ?? 'your wallet'}
          {then}
          <NothingThere />
        </p>
      )}
      {label !== undefined && (
        <div className={bar ?? (beside ? 'flex flex-wrap justify-end gap-3' : 'flex')}>
          {beside}
          <Button {...look} busy={step.busy} onClick={() => onPress?.()}>
            {label}
          </Button>
        </div>
      )}
    </>
  );
}

/** After a transaction of the holder. */
export const UNTIL_CONFIRMED = ', then wait until the network has confirmed it.';
