import { restoreWalletSession, setDisconnected } from '../state/wallet-session.ts';
import type { Wallet } from './runtime.ts';

let loading: Promise<Wallet> | null = null;

/** The wallet code (wagmi, viem and what follows from them), loaded on first use; a failed load is tried again. */
export function loadWallet(): Promise<Wallet> {
  loading ??= import('./runtime.ts')
    .then(({ openWallet }) => openWallet())
    .catch((error: unknown) => {
      loading = null;
      throw error;
    });
  return loading;
}

/** Takes up the wallet of the last visit; without one, nothing of the wallet code is loaded. */
export function restoreWallet(): void {
  restoreWalletSession((wallet) => {
    loadWallet().then(
      (runtime) => runtime.revive(wallet),
      () => undefined,
    );
  });
}

/** Ends the session at once, and tells the wallet if its code is loaded or can be. */
export async function disconnectWallet(): Promise<void> {
  setDisconnected('user');
  await loadWallet().then(
    (runtime) => runtime.disconnect(),
    () => undefined,
  );
}
