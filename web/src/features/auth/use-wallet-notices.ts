import { useEffect } from 'react';
import { snapshot, subscribe } from 'valtio';
import { shortAddress } from '../../../../domain/address.ts';
import { walletSession } from '../../state/wallet-session.ts';
import { toast } from '../../ui/toast.ts';

/** Revokes a token that nobody here holds any more. If the server cannot be reached it ends by itself within a day. */
function endSession(token: string): void {
  // Loaded only now: a visitor without a wallet needs none of it.
  import('./queries.ts').then(({ endServerSession }) => endServerSession(token)).catch(() => undefined);
}

/** Says when the wallet changed its account or went away, and ends the session of the one before. */
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
