import { proxy } from 'valtio';

/** Whether the Connect Wallet dialog is open. Shared, because many screens open it. */
export const connectDialog = proxy({
  open: false,
  /** Whether the page behind the dialog continues on its own after connecting, so that no redirect follows. */
  inPlace: false,
});

export function openConnectDialog(): void {
  connectDialog.open = true;
}

export function closeConnectDialog(): void {
  connectDialog.open = false;
}
