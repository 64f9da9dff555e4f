import type { SignerOptions, SubmittableExtrinsic } from '@polkadot/api/types';

/** An account that can sign, wherever its key is. */
export interface Account {
  /** The public key, as wallets are compared. */
  key: string;
  /** SS58 with the chain's prefix. */
  address: string;
  name: string;
  /** The kind of key: sr25519, ed25519 or ecdsa; null if the wallet does not say. */
  type: string | null;
  wallet: string;
  /** Signs bytes (hex), which the wallet wraps in `<Bytes>`. */
  signBytes(data: `0x${string}`): Promise<string>;
  signing(): Promise<{
    account: Parameters<SubmittableExtrinsic<'promise'>['signAsync']>[0];
    signer?: NonNullable<SignerOptions['signer']>;
  }>;
}
