import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { SignedConsent } from '#domain/policy/consent.ts';
import { ApiError } from '#web/lib/api/errors.ts';
import type { ConsentAsked } from './consent.ts';
import { loadWallet } from './load.ts';

export type ConsentStage = 'ready' | 'in_wallet' | 'sending';

interface ConsentOptions<Answer> {
  send: (signed: SignedConsent) => Promise<Answer>;
  /** Both are called also after the screen is gone; `shown` says whether it still is. */
  onSuccess: (answer: Answer, shown: boolean) => void;
  onError: (error: Error, asked: ConsentAsked, shown: boolean) => void;
}

/**
 * Asks the holder's wallet for one free signature and sends it. A signature that the server did not get is kept for the
 * next try. One that is given after the screen was closed is not used.
 */
export function useConsent<Answer>({ send, onSuccess, onError }: ConsentOptions<Answer>) {
  const [stage, setStage] = useState<ConsentStage>('ready');
  const running = useRef(false);
  const shown = useRef(false);
  const kept = useRef<{ terms: string; signature: string } | null>(null);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);

  const mutation = useMutation({
    mutationFn: async (asked: ConsentAsked): Promise<Answer> => {
      const terms = JSON.stringify(asked);
      if (kept.current?.terms !== terms) {
        setStage('in_wallet');
        const signature = await (await loadWallet()).signConsent(asked);
        if (!shown.current) throw new Error('You left before you signed, so the signature was not used.');
        kept.current = { terms, signature };
      }
      setStage('sending');
      return send({ signature: kept.current.signature, valid_until: asked.validUntil });
    },
    onSuccess: (answer) => onSuccess(answer, shown.current),
    onError: (error, asked) => {
      if (error instanceof ApiError && error.refused) kept.current = null;
      onError(error, asked, shown.current);
    },
    onSettled: () => {
      running.current = false;
      setStage('ready');
    },
  });

  /** A second click may come before the button is drawn as busy. */
  function ask(asked: ConsentAsked): void {
    if (running.current) return;
    running.current = true;
    mutation.mutate(asked);
  }

  return { stage, error: mutation.error, ask };
}
