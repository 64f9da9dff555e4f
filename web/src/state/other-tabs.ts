import { proxy } from 'valtio';
import { KEYS } from './storage.ts';
import { setDisconnected, storedSignIn, walletSession } from './wallet-session.ts';

/**
 * What this browser's other tabs have written about a purchase since this one was opened: the wallet request that is open,
 * and the payment that was sent. Unchecked, because this loads with every page and what checks it does not.
 */
export const otherTabs = proxy<{ attempt: unknown; sent: unknown }>({
  attempt: null,
  sent: null,
});

const parsed = (text: string | null): unknown => {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
};

/** Follows what the same person does in other tabs: a disconnection, a sign-in and a payment hold here too. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    // What was written is taken from the event: by now it may be gone again.
    if (key === KEYS.paymentAttempt) otherTabs.attempt = parsed(newValue);
    if (key === KEYS.sentPayment && newValue !== null) otherTabs.sent = parsed(newValue);
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
