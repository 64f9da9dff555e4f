import { useEffect } from 'react';
import { snapshot, subscribe } from 'valtio';
import { loadPart } from '#web/lib/load-part.ts';
import { walletSession } from '#web/state/wallet-session.ts';

/** Announces when the wallet changed its account or disconnected. A visitor without a wallet doesn't load how. */
export function useWalletNotices(): void {
  useEffect(() => {
    let before = snapshot(walletSession);
    return subscribe(walletSession, () => {
      const { wallet, signIn } = before;
      const now = snapshot(walletSession);
      const to = now.wallet?.address ?? null;
      before = now;
      if (wallet === null || wallet.address === to) return;
      loadPart(() => import('./wallet-notices.ts')).then(
        ({ announce }) => announce(to, now.endedBy === 'wallet', signIn?.token ?? null),
        () => undefined,
      );
    });
  }, []);
}
