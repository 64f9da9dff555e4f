import { walletKey } from '../../../../domain/address.ts';
import { chainOf } from '../../lib/deployment.ts';
import { setSignedIn, walletSession } from '../../state/wallet-session.ts';
import { loadWallet } from '../../wallet/load.ts';
import { requestSignInMessage, verifySignature } from './queries.ts';

/**
 * Whether `message` is a sign-in to this site for this address and so safe to sign. In EIP-4361 the first line names the
 * site and the second the account.
 */
export function isOwnSignIn(message: string, host: string, address: string): boolean {
  const [site = '', account = ''] = message.split('\n');
  return site.startsWith(`${host} wants you to sign in`) && walletKey(account) === walletKey(address);
}

/** Proves ownership of the wallet with one free signature and stores the session token. */
export async function signIn(): Promise<void> {
  const runtime = await loadWallet();
  const wallet = walletSession.wallet;
  if (wallet === null) throw new Error('Wallet not connected');
  const chain = chainOf(runtime.deployment, wallet.chainId) ?? runtime.deployment.chains[0];
  if (!chain) throw new Error('Network not found');

  const { address } = wallet;
  const message = await requestSignInMessage(address, chain.chain_id);
  if (!isOwnSignIn(message, window.location.host, address)) {
    throw new Error('The text to sign is not a sign-in to this site, so your wallet was not asked.');
  }
  const signature = await runtime.signMessage(message);
  const { token, expires_at } = await verifySignature(address, message, signature);
  if (walletSession.wallet?.address !== address) {
    throw new Error('Your wallet changed to another account. Please sign in again.');
  }
  setSignedIn({ token, address, expiresAt: expires_at });
}
