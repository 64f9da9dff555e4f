import { Keyring } from '@polkadot/api';
import type { KeyringPair } from '@polkadot/keyring/types';
import type { SignerPayloadJSON } from '@polkadot/types/types';
import { hexToString, hexToU8a, u8aToHex, u8aWrapBytes } from '@polkadot/util';
import { cryptoWaitReady } from '@polkadot/util-crypto';

/** An account of the real library. Its address has the generic prefix, as extensions keep it. */
export async function pairOf(
  uri: string,
  type: 'sr25519' | 'ed25519' | 'ecdsa' = 'sr25519',
): Promise<KeyringPair> {
  await cryptoWaitReady();
  return new Keyring({ type }).addFromUri(uri, { name: uri.replace('//', '') });
}

/** A Polkadot extension as SubWallet injects it. */
export class FakePolkadot {
  readonly texts: string[] = [];
  /** What the person answers: an error refuses. */
  refusal: Error | null = null;
  /** Whether it fails when it is asked for its accounts. */
  broken = false;
  private listeners = new Set<(accounts: unknown) => void>();

  constructor(public pairs: KeyringPair[]) {}

  private shown = () =>
    this.pairs.map(({ address, meta, type }) => ({ address, name: String(meta.name), type }));

  install(): void {
    const enable = async () => ({
      accounts: {
        get: async () => {
          if (this.broken) throw new Error('Could not establish connection');
          return this.shown();
        },
        subscribe: (listener: (accounts: unknown) => void) => {
          this.listeners.add(listener);
          listener(this.shown());
          return () => this.listeners.delete(listener);
        },
      },
      signer: {
        signRaw: async ({ address, data }: { address: string; data: string }) => {
          const own = this.own(address);
          this.texts.push(hexToString(data));
          return { id: 1, signature: u8aToHex(own.sign(u8aWrapBytes(hexToU8a(data)))) };
        },
        signPayload: async (payload: SignerPayloadJSON) => {
          const own = this.own(payload.address);
          // Its metadata is large.
          const { signPayload } = await import('./fake-substrate.ts');
          return { id: 1, ...signPayload(payload, own) };
        },
      },
    });
    Object.assign(window, { injectedWeb3: { 'subwallet-js': { version: '1.3.0', enable } } });
  }

  uninstall(): void {
    Object.assign(window, { injectedWeb3: {} });
  }

  /** The person shares other accounts from now on. */
  share(...pairs: KeyringPair[]): void {
    this.pairs = pairs;
    for (const listener of this.listeners) listener(this.shown());
  }

  /** The key that signs for this address, if its person agrees. */
  private own(address: string): KeyringPair {
    if (this.refusal) throw this.refusal;
    const own = this.pairs.find(({ publicKey }) => this.sameKey(publicKey, address));
    if (!own) throw new Error('Unable to find keypair');
    return own;
  }

  private sameKey(publicKey: Uint8Array, address: string): boolean {
    return new Keyring().decodeAddress(address).join() === publicKey.join();
  }
}
