import { proxy } from 'valtio';
import { walletKey } from '../../../domain/address.ts';
import { KEYS, local, session } from './storage.ts';

/** One of the specification's four kinds, the local demo wallet, or the EIP-6963 name of another installed wallet. */
export type WalletType = 'metamask' | 'coinbase' | 'polkadot' | 'walletconnect' | 'demo' | (string & {});

/** Delay after page load before a stored session is restored (customer.md §4). */
export const RESTORE_DELAY_MS = 100;

export interface ConnectedWallet {
  type: WalletType;
  name: string;
  address: string;
  chainId: number | null;
}

interface SignIn {
  token: string;
  address: string;
  expiresAt: string;
}

export interface WalletSession {
  /** `restoring` from page load until we know whether a wallet was connected. */
  status: 'restoring' | 'disconnected' | 'connected';
  wallet: ConnectedWallet | null;
  signIn: SignIn | null;
  /** Why the last session ended. Only a disconnection by the wallet itself is mentioned to the customer. */
  endedBy: 'user' | 'wallet' | null;
}

export const walletSession = proxy<WalletSession>({
  status: 'restoring',
  wallet: null,
  signIn: null,
  endedBy: null,
});

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function storedWallet(): ConnectedWallet | null {
  const value = local.read(KEYS.walletSession);
  if (!isRecord(value)) return null;
  const { type, name, address, chainId } = value;
  if (typeof type !== 'string' || typeof name !== 'string' || typeof address !== 'string') return null;
  if (walletKey(address) === null) return null;
  return { type, name, address, chainId: typeof chainId === 'number' ? chainId : null };
}

/** The stored token, if it belongs to this address and is still valid at `now` (milliseconds). */
export function storedSignIn(address: string, now: number): SignIn | null {
  const value = local.read(KEYS.walletToken);
  if (!isRecord(value)) return null;
  const { token, address: owner, expiresAt } = value;
  if (typeof token !== 'string' || typeof owner !== 'string' || typeof expiresAt !== 'string') return null;
  if (walletKey(owner) !== walletKey(address) || !(Date.parse(expiresAt) > now)) return null;
  return { token, address: owner, expiresAt };
}

/**
 * Restores the wallet of the last visit 100 ms after page load and passes it to `revive`, which asks the wallet itself.
 * Without a stored wallet the status is known immediately.
 */
export function restoreWalletSession(revive: (wallet: ConnectedWallet) => void): void {
  const wallet = storedWallet();
  if (wallet === null) {
    walletSession.status = 'disconnected';
    return;
  }
  setTimeout(() => {
    setConnected(wallet);
    revive(wallet);
  }, RESTORE_DELAY_MS);
}

/** Marks `wallet` as connected and restores its stored sign-in, if any. */
export function setConnected(wallet: ConnectedWallet): void {
  walletSession.wallet = wallet;
  walletSession.signIn = storedSignIn(wallet.address, Date.now());
  walletSession.status = 'connected';
  walletSession.endedBy = null;
  local.write(KEYS.walletSession, wallet);
  local.write(KEYS.recentWallet, wallet.type);
}

/** Switches to the wallet's new account and ends the old account's sign-in. Returns whether the account changed. */
export function changeAccount(address: string): boolean {
  const { wallet } = walletSession;
  if (wallet === null || walletKey(wallet.address) === walletKey(address)) return false;
  local.remove(KEYS.walletToken);
  clearEntered();
  setConnected({ ...wallet, address });
  return true;
}

export function changeChain(chainId: number): void {
  if (walletSession.wallet === null) return;
  walletSession.wallet.chainId = chainId;
  local.write(KEYS.walletSession, { ...walletSession.wallet });
}

export function setSignedIn(signIn: SignIn): void {
  walletSession.signIn = signIn;
  local.write(KEYS.walletToken, signIn);
}

/** Ends the sign-in but keeps the wallet. With `token`, only if that token is still in use. */
export function endSignIn(token?: string): void {
  if (token !== undefined && walletSession.signIn?.token !== token) return;
  walletSession.signIn = null;
  local.remove(KEYS.walletToken);
}

/** Removes the unfinished purchase and claim. */
function clearEntered(): void {
  for (const key of [KEYS.quoteData, KEYS.transactionMetadata, KEYS.paymentAttempt, KEYS.sentPayment]) {
    local.remove(key);
  }
  for (const key of [KEYS.transactionData, KEYS.quoteForm, KEYS.claimForm]) session.remove(key);
}

/**
 * Removes the wallet and its sign-in. A purchase in progress is removed only when the customer disconnects: a wallet that
 * just locked may have a payment in flight.
 */
export function setDisconnected(endedBy: 'user' | 'wallet'): void {
  local.remove(KEYS.walletSession);
  local.remove(KEYS.walletToken);
  if (endedBy === 'user') clearEntered();
  walletSession.wallet = null;
  walletSession.signIn = null;
  walletSession.endedBy = endedBy;
  walletSession.status = 'disconnected';
}

export function recentWallet(): string | null {
  const value = local.read(KEYS.recentWallet);
  return typeof value === 'string' ? value : null;
}
