/** Wallet addresses of every kind as one comparable key. */
export type WalletKind = 'evm' | 'substrate';

const EVM = /^0x[0-9a-f]{40}$/i;
const PUBLIC_KEY = /^0x[0-9a-f]{64}$/i;

/**
 * The key under which a wallet is stored and compared: an EVM address is its 20 bytes, a Substrate account its 32-byte
 * public key, both as lower-case hex. Null when `text` is neither.
 */
export function walletKey(text: string): string | null {
  const trimmed = text.trim();
  return EVM.test(trimmed) || PUBLIC_KEY.test(trimmed) ? trimmed.toLowerCase() : null;
}

/**
 * Whether two texts name the same wallet. EVM addresses and public keys are compared as bytes. An SS58 address equals only
 * itself, letter by letter: both sides must show it with the same chain's prefix.
 */
export function sameWallet(a: string, b: string): boolean {
  return (walletKey(a) ?? a.trim()) === (walletKey(b) ?? b.trim());
}

/** First 6 and last 4 characters, as the specification shows addresses. */
export function shortAddress(address: string): string {
  return address.length > 12 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address;
}

/** First 10 characters, as the specification shows hashes. */
export function shortHash(hash: string): string {
  return hash.length > 12 ? `${hash.slice(0, 10)}…` : hash;
}
