import { proxy, useSnapshot } from 'valtio';
import { sameWallet, type WalletKind, walletKey } from '#domain/address.ts';
import type { ChainRef } from '#domain/chains.ts';
import { KEYS, local, session } from './storage.ts';

/** One of the specification's four kinds, the local demo wallet, or the EIP-6963 name of another installed wallet. */
export type WalletType = 'metamask' | 'coinbase' | 'polkadot' | 'walletconnect' | 'demo' | (string & {});

/** Delay after page load before a stored session is restored (customer.md §4). */
export const RESTORE_DELAY_MS = 100;

export interface ConnectedWallet {
  /** The family of chains that its key belongs to. */
  kind: WalletKind;
  type: WalletType;
  name: string;
  /** As it is shown: hex, or SS58 with the chain's prefix. */
  address: string;
  /** As wallets are compared (`walletKey`): the bytes of the address or the public key. */
  key: string;
  chainId: ChainRef | null;
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
  /** Whether the wallet was signed in and no longer is. */
  expired: boolean;
  /** Why the last session ended. Only a disconnection by the wallet itself is mentioned to the customer. */
  endedBy: 'user' | 'wallet' | null;
}

export const walletSession = proxy<WalletSession>({
  status: 'restoring',
  wallet: null,
  signIn: null,
  expired: false,
  endedBy: null,
});

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** A stored wallet; null if the value is none. */
export function walletOf(value: unknown): ConnectedWallet | null {
  if (!isRecord(value)) return null;
  const { type, name, address, chainId } = value;
  if (typeof type !== 'string' || typeof name !== 'string' || typeof address !== 'string') return null;
  // Sessions stored before there were two kinds have an EVM address and a number.
  const key = walletKey(typeof value.key === 'string' ? value.key : address);
  if (key === null) return null;
  const chain = typeof chainId === 'number' || typeof chainId === 'string' ? String(chainId) : null;
  return { kind: value.kind === 'substrate' ? 'substrate' : 'evm', type, name, address, key, chainId: chain };
}

/** The stored token, if it belongs to this address and is still valid at `now` (milliseconds). */
export function storedSignIn(address: string, now: number): SignIn | null {
  const value = local.read(KEYS.walletToken);
  if (!isRecord(value)) return null;
  const { token, address: owner, expiresAt } = value;
  if (typeof token !== 'string' || typeof owner !== 'string' || typeof expiresAt !== 'string') return null;
  if (!sameWallet(owner, address) || !(Date.parse(expiresAt) > now)) return null;
  return { token, address: owner, expiresAt };
}

const storedWallet = () => walletOf(local.read(KEYS.walletSession));
/** Whether the wallet of the last visit will be restored. */
export const isWalletStored = (): boolean => storedWallet() !== null;

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

/** Whether another tab connected the wallet and this one has yet to find it. Until then it ends only here. */
let borrowed = false;

/** Connects the wallet that another tab has connected. `revive` looks for it from here; only then it is signed in. */
export async function borrowWallet(
  wallet: ConnectedWallet,
  revive: (wallet: ConnectedWallet) => Promise<void>,
): Promise<void> {
  connectHere(wallet);
  borrowed = true;
  walletSession.signIn = null;
  await revive(wallet);
  if (!borrowed) return;
  borrowed = false;
  takeSignIn();
}

/** Signs in or out as another tab has. */
export function takeSignIn(): void {
  const { wallet } = walletSession;
  if (wallet !== null && !borrowed) walletSession.signIn = storedSignIn(wallet.address, Date.now());
}

/** Marks `wallet` as connected and restores its stored sign-in, if any. */
export function setConnected(wallet: ConnectedWallet): void {
  connectHere(wallet);
  local.write(KEYS.walletSession, wallet);
  local.write(KEYS.recentWallet, wallet.type);
}

function connectHere(wallet: ConnectedWallet): void {
  borrowed = false;
  walletSession.wallet = wallet;
  walletSession.signIn = storedSignIn(wallet.address, Date.now());
  walletSession.expired = walletSession.signIn === null && local.has(KEYS.walletToken);
  walletSession.status = 'connected';
  walletSession.endedBy = null;
}

/** Switches to the wallet's new account (an address that is its own key) and ends the old account's sign-in. Returns whether the account changed. */
export function changeAccount(address: string): boolean {
  const { wallet } = walletSession;
  const key = walletKey(address);
  if (wallet === null || key === null || wallet.key === key) return false;
  local.remove(KEYS.walletToken);
  clearEntered();
  setConnected({ ...wallet, address, key });
  return true;
}

export function changeChain(chainId: ChainRef): void {
  if (walletSession.wallet === null) return;
  walletSession.wallet.chainId = chainId;
  local.write(KEYS.walletSession, { ...walletSession.wallet });
}

export function setSignedIn(signIn: SignIn): void {
  walletSession.signIn = signIn;
  walletSession.expired = false;
  local.write(KEYS.walletToken, signIn);
}

/** Ends the sign-in but keeps the wallet. With `token`, only if that token is still in use. */
export function endSignIn(token?: string): void {
  if (token !== undefined && walletSession.signIn?.token !== token) return;
  walletSession.signIn = null;
  walletSession.expired = token !== undefined;
  local.remove(KEYS.walletToken);
}

/** Removes what was entered for purchases. What a wallet was asked for stays, because a payment may still arrive. */
function clearEntered(): void {
  for (const key of [KEYS.quoteData, KEYS.transactionMetadata]) local.remove(key);
  session.remove(KEYS.transactionData);
  for (const key of local.keys(KEYS.purchase)) {
    const purchase = local.read(key);
    if (!isRecord(purchase) || !(Number(purchase.open) > 0)) local.remove(key);
    else local.write(key, { ...purchase, state: 'unknown', quote: null });
  }
}

/**
 * Removes the wallet and its sign-in. A purchase in progress is removed only when the customer disconnects: a wallet that
 * just locked may have a payment in flight.
 */
export function setDisconnected(endedBy: 'user' | 'wallet'): void {
  if (!borrowed || endedBy === 'user') {
    // Other tabs read why before it is gone.
    local.write(KEYS.walletSession, { endedBy });
    local.remove(KEYS.walletSession);
    local.remove(KEYS.walletToken);
  }
  endHere(endedBy);
}

/** Ends the session in this tab. What it has stored is left alone: another tab may have connected again. */
export function endHere(endedBy: 'user' | 'wallet'): void {
  borrowed = false;
  if (endedBy === 'user') clearEntered();
  walletSession.wallet = null;
  walletSession.signIn = null;
  walletSession.expired = false;
  walletSession.endedBy = endedBy;
  walletSession.status = 'disconnected';
}

export function recentWallet(): string | null {
  const value = local.read(KEYS.recentWallet);
  return typeof value === 'string' ? value : null;
}

/** The connected wallet's address; empty without one. */
export const useAddress = (): string => useSnapshot(walletSession).wallet?.address ?? '';

/** How to stop waiting for the wallet, once it has not answered for ten seconds. */
export const walletWait = proxy<{ stop: (() => void) | null }>({ stop: null });
