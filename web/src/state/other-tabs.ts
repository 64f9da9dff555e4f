import { proxy } from 'valtio';
import { KEYS } from './storage.ts';
import { setDisconnected, storedSignIn, walletSession } from './wallet-session.ts';

/**
 * What other tabs of this browser have written about a purchase since this one was opened: the open wallet request and
 * the sent payment. The values are unchecked, because this module loads with every page and the schemas do not.
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

/** Applies a disconnection, a sign-in and a payment from other tabs to this one. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    // The value comes from the event, because storage may have changed again by now.
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
