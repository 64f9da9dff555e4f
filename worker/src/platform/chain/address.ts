import { getAddress, type Hex } from 'viem';
import { type WalletKind, walletKey } from '#domain/address.ts';
import { substrateAddress, substrateKey } from '#domain/ss58.ts';

/** Prefix of addresses that belong to no chain in particular. */
const GENERIC_PREFIX = 42;
const EVM_KEY_LENGTH = 42;
const SUBSTRATE_KEY_LENGTH = 66;

/**
 * The wallet key of an address that a client names: an EVM address, a public key, or SS58 with any chain's prefix. Null
 * for any other text.
 */
export const keyOfAddress = (text: string): string | null => walletKey(text) ?? substrateKey(text);

/** What kind of wallet a key belongs to: an EVM address has 20 bytes, a Substrate account's key 32. */
export const kindOfKey = (key: string): WalletKind => (key.length === EVM_KEY_LENGTH ? 'evm' : 'substrate');

/**
 * A wallet key for display: an EVM address with its checksum (EIP-55), a Substrate account as SS58 with the prefix of the
 * chain on offer.
 */
export function shownWallet(
  { substrate }: { substrate: { ss58_prefix: number } | null },
  key: string,
): string {
  if (key.length === EVM_KEY_LENGTH) return getAddress(key as Hex);
  if (key.length !== SUBSTRATE_KEY_LENGTH) return key;
  return substrateAddress(key, substrate?.ss58_prefix ?? GENERIC_PREFIX);
}
