import { useEffect } from 'react';
import { snapshot, subscribe } from 'valtio';
import { shortAddress } from '../../../../domain/address.ts';
import { walletSession } from '../../state/wallet-session.ts';
import { toast } from '../../ui/toast.ts';

/** Revokes a token that this browser no longer uses. If the server cannot be reached, the token expires within a day. */
function endSession(token: string): void {
  // Loaded on demand, because a visitor without a wallet does not need it.
  import('./queries.ts').then(({ endServerSession }) => endServerSession(token)).catch(() => undefined);
}

/** Announces when the wallet changed its account or disconnected, and ends the previous session. */
export function useWalletNotices(): void {
  useEffect(() => {
    let before = snapshot(walletSession);
    return subscribe(walletSession, () => {
      const now = snapshot(walletSession);
      const from = before.wallet?.address ?? null;
      const to = now.wallet?.address ?? null;
      const token = before.signIn?.token ?? null;
      before = now;
      if (from === null || from === to) return;
      if (token !== null) endSession(token);
      if (to !== null) {
        toast.info(
          `Your wallet changed to ${shortAddress(to)}`,
          'The session of the other account has ended. Sign in to continue with this one.',
        );
      } else if (now.endedBy === 'wallet') {
        toast.info(
          'Wallet disconnected',
          'Your wallet is locked or no longer shares an account with this site.',
        );
      } else {
        toast.success('Wallet disconnected');
      }
    });
  }, []);
}
