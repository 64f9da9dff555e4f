import { proxy } from 'valtio';

/** Whether the Connect Wallet dialog is open. Shared, because many screens open it. */
export const connectDialog = proxy({
  open: false,
  /**
   * Path and query of the page behind the dialog if it continues there after connecting, so that no redirect follows. A
   * wallet's app opens it too, so it has nothing personal in it.
   */
  here: null as string | null,
});

export function openConnectDialog(): void {
  connectDialog.open = true;
}

export function closeConnectDialog(): void {
  connectDialog.open = false;
}
