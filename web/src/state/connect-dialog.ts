import { proxy } from 'valtio';

/** Whether the Connect Wallet dialog is open: the buttons that open it stand on many screens. */
export const connectDialog = proxy({
  open: false,
  /** Whether the page behind it goes on by itself once a wallet is connected: then nobody is led elsewhere. */
  inPlace: false,
});

export function openConnectDialog(): void {
  connectDialog.open = true;
}

export function closeConnectDialog(): void {
  connectDialog.open = false;
}
