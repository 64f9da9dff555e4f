import { KEYS } from './storage.ts';
import { setDisconnected, storedSignIn, walletSession } from './wallet-session.ts';

/** Follows what the same person does in other tabs: a disconnection ends here too, and a sign-in holds here too. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    const { wallet } = walletSession;
    if (wallet === null) return;
    if (key === KEYS.walletSession && newValue === null) setDisconnected('user');
    if (key === KEYS.walletToken) {
      const signIn = storedSignIn(wallet.address, Date.now());
      if (newValue === null || signIn === null) walletSession.signIn = null;
      else walletSession.signIn = signIn;
    }
  });
}
