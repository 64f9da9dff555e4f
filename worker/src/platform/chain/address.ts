import { getAddress, type Hex } from 'viem';
import type { WalletKind } from '../../../../domain/address.ts';

/** A wallet key for display; EVM addresses with their checksum (EIP-55). */
export function shownAddress(kind: WalletKind, wallet: string): string {
  return kind === 'evm' ? getAddress(wallet as Hex) : wallet;
}

/** The same for a key alone: an EVM address has 20 bytes, a Substrate account 32. */
export function shownWallet(wallet: string): string {
  return shownAddress(wallet.length === 42 ? 'evm' : 'substrate', wallet);
}
