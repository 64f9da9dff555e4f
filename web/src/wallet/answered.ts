import { ref } from 'valtio';
import { walletWait } from '#web/state/wallet-session.ts';
import { WalletError } from './errors.ts';

/** Milliseconds after which a wallet seems to have nothing to show. */
export const PATIENCE_MS = 10_000;

/**
 * What the wallet answers. It may never, so after ten seconds the customer can stop waiting. The wallet may still show its
 * request then, and even send what it was asked for, so nothing is certain after `unanswered`.
 */
export async function answered<Answer>(request: Promise<Answer>): Promise<Answer> {
  let stop = () => {};
  const stopped = new Promise<never>((_, reject) => {
    const message =
      'Your wallet did not answer. If it still shows a request, reject it there, and then try again.';
    stop = ref(() => reject(new WalletError('unanswered', message)));
  });
  const timer = setTimeout(() => {
    walletWait.stop = stop;
  }, PATIENCE_MS);
  try {
    return await Promise.race([request, stopped]);
  } finally {
    clearTimeout(timer);
    if (walletWait.stop === stop) walletWait.stop = null;
  }
}
