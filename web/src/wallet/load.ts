import { restoreWalletSession, setDisconnected } from '../state/wallet-session.ts';
import type { Wallet } from './runtime.ts';

let loading: Promise<Wallet> | null = null;

/** The wallet code (wagmi, viem and their dependencies), loaded on first use. A failed load is retried. */
export function loadWallet(): Promise<Wallet> {
  loading ??= import('./runtime.ts')
    .then(({ openWallet }) => openWallet())
    .catch((error: unknown) => {
      loading = null;
      throw error;
    });
  return loading;
}

/** Restores the wallet of the last visit. Without one, no wallet code is loaded. */
export function restoreWallet(): void {
  restoreWalletSession((wallet) => {
    loadWallet().then(
      (runtime) => runtime.revive(wallet),
      () => undefined,
    );
  });
}

/** Ends the session immediately, and tells the wallet once its code is loaded. */
export async function disconnectWallet(): Promise<void> {
  setDisconnected('user');
  await loadWallet().then(
    (runtime) => runtime.disconnect(),
    () => undefined,
  );
}
