import { subscribe } from 'valtio';
import { sameWallet } from '#domain/address.ts';
import * as authApi from '#domain/auth/api.ts';
import { api } from '#web/lib/api/api.ts';
import { networkIn, networksOf } from '#web/lib/deployment.ts';
import { connectDialog, openConnectDialog } from '#web/state/connect-dialog.ts';
import { setSignedIn, walletSession, walletWait } from '#web/state/wallet-session.ts';
import { toast } from '#web/ui/toast.ts';
import { loadWallet } from '#web/wallet/load.ts';
import { requestSignInMessage } from './queries.ts';

/** Milliseconds between two reminders of a wallet that doesn't answer. */
const REMIND_MS = 11_000;

/**
 * Whether `message` is a sign-in to this site for this address and so safe to sign. In EIP-4361 the first line names the
 * site and the second the account.
 */
export function isOwnSignIn(message: string, host: string, address: string): boolean {
  const [site = '', account = ''] = message.split('\n');
  return site.startsWith(`${host} wants you to sign in`) && sameWallet(account, address);
}

export async function signIn(): Promise<void> {
  const runtime = await loadWallet();
  const wallet = walletSession.wallet;
  if (wallet === null) throw new Error('Wallet not connected');
  const { deployment } = runtime;
  const network = networkIn(deployment, wallet.chainId) ?? networksOf(deployment, wallet.kind)[0];
  if (!network) throw new Error('Network not found');

  const { address, kind } = wallet;
  const message = await requestSignInMessage(
    kind,
    address,
    network.ref,
    await runtime.isContract(network.ref),
  );
  if (!isOwnSignIn(message, window.location.host, address)) {
    throw new Error('The text to sign is not a sign-in to this site, so your wallet was not asked.');
  }
  const signature = await runtime.signMessage(message);
  const { token, expires_at } = await api.ask(authApi.verifySignature, {
    body: { kind, address, message, signature },
  });
  if (walletSession.wallet?.address !== address) {
    throw new Error('Your wallet changed to another account. Please sign in again.');
  }
  setSignedIn({ token, address, expiresAt: expires_at });
}

/** Resolves when the Connect Wallet dialog closes, connected or not. */
function untilDialogCloses(): Promise<void> {
  return new Promise((resolve) => {
    const stop = subscribe(connectDialog, () => {
      if (connectDialog.open) return;
      stop();
      resolve();
    });
  });
}

/** Connects a wallet if there is none, and signs in. False if the visitor closed the dialog without connecting. */
export async function connectAndSignIn(): Promise<boolean> {
  if (walletSession.wallet === null) {
    openConnectDialog();
    await untilDialogCloses();
  }
  if (walletSession.wallet === null) return false;
  if (walletSession.signIn !== null) return true;
  // The form behind has no place of its own for it.
  const reminder = setInterval(() => {
    const { stop } = walletWait;
    if (stop) toast.info('Nothing there? Open your wallet.', undefined, { label: 'Stop waiting', run: stop });
  }, REMIND_MS);
  await signIn().finally(() => clearInterval(reminder));
  return true;
}
