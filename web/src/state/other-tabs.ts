import { proxy } from 'valtio';
import { attempt, KEYS } from './storage.ts';
import {
  borrowWallet,
  type ConnectedWallet,
  endHere,
  takeSignIn,
  walletOf,
  walletSession,
} from './wallet-session.ts';

/**
 * What other tabs of this browser have written about a purchase since this one was opened: the open wallet request and
 * the sent payment. The values are unchecked, because this module loads with every page and the schemas do not.
 */
export const otherTabs = proxy<{ attempt: unknown; sent: unknown }>({
  attempt: null,
  sent: null,
});

/** Applies a connection, a disconnection, a sign-in and a payment from other tabs to this one. */
export function followOtherTabs(revive: (wallet: ConnectedWallet) => Promise<void>): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    // The value comes from the event, because storage may have changed again by now.
    const value: unknown = attempt(() => JSON.parse(newValue ?? 'null'));
    if (key === KEYS.paymentAttempt) otherTabs.attempt = value;
    if (key === KEYS.sentPayment && newValue !== null) otherTabs.sent = value;
    if (key === KEYS.walletSession) followWallet(value, revive);
    if (key === KEYS.walletToken) takeSignIn();
  });
}

/** @param value the wallet that another tab connected, or how it ended, which comes before it is gone */
function followWallet(value: unknown, revive: (wallet: ConnectedWallet) => Promise<void>): void {
  const { wallet, status } = walletSession;
  if (wallet !== null) {
    const ended = (value as { endedBy?: unknown } | null)?.endedBy;
    if (value === null || ended !== undefined) endHere(ended === 'wallet' ? 'wallet' : 'user');
    return;
  }
  const connected = walletOf(value);
  if (connected !== null && status === 'disconnected') void borrowWallet(connected, revive);
}
