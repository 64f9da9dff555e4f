import { attempt, KEYS } from './storage.ts';
import {
  borrowWallet,
  type ConnectedWallet,
  endHere,
  takeSignIn,
  walletOf,
  walletSession,
} from './wallet-session.ts';

/** Applies a connection, a disconnection and a sign-in from other tabs to this one. */
export function followOtherTabs(revive: (wallet: ConnectedWallet) => Promise<void>): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    // The value comes from the event, because storage may have changed again by now.
    const value: unknown = attempt(() => JSON.parse(newValue ?? 'null'));
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
