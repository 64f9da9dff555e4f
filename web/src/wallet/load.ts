import { loadedOnce, loadPart } from '#web/lib/load-part.ts';

import { type ConnectedWallet, restoreWalletSession, setDisconnected } from '#web/state/wallet-session.ts';

/** The wallet code, loaded on first use; each family of wallets follows when one of its own is used. A failed load is retried. */
export const loadWallet = loadedOnce(async () => (await loadPart(() => import('./runtime.ts'))).openWallet());

/** Asks a wallet that was connected before, or in another tab, whether it still shares its account. Never rejects. */
export async function reviveWallet(wallet: ConnectedWallet): Promise<void> {
  await loadWallet()
    .then((runtime) => runtime.revive(wallet))
    .catch(() => undefined);
}

/** Restores the wallet of the last visit. Without one, no wallet code is loaded. */
export const restoreWallet = (): void => restoreWalletSession(reviveWallet);

/** Ends the session immediately, and tells the wallet once its code is loaded. */
export async function disconnectWallet(): Promise<void> {
  setDisconnected('user');
  await loadWallet().then(
    (runtime) => runtime.disconnect(),
    () => undefined,
  );
}
