// @vitest-environment happy-dom
import type { KeyringPair } from '@polkadot/keyring/types';
import { u8aToHex } from '@polkadot/util';
import { signatureVerify } from '@polkadot/util-crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { consentText } from '#domain/policy/consent.ts';
import { KEYS } from '#web/state/storage.ts';
import { setConnected, setDisconnected, setSignedIn, walletSession } from '#web/state/wallet-session.ts';
import { FakePolkadot, pairOf } from '#web/test/fake-polkadot.ts';
import { localSubstrate as chain } from '#web/test/sample-substrate.ts';
import type { WalletOption } from '#web/wallet/catalog.ts';
import { openPolkadotWallet } from './wallet.ts';

const option: WalletOption = {
  id: 'polkadot',
  type: 'polkadot',
  name: 'SubWallet / Polkadot',
  icon: null,
  state: 'installed',
  note: null,
};
/** Bob with the prefix of the local chain. */
const BOB = 'FoQJpPyadYccjavVdTWxpxU7rUEaYhfLCPwXgkfD6Zat9QP';

let alice: KeyringPair;
let bob: KeyringPair;
let extension: FakePolkadot;

beforeEach(async () => {
  localStorage.clear();
  setDisconnected('user');
  alice = await pairOf('//Alice', 'ed25519');
  bob = await pairOf('//Bob');
  extension = new FakePolkadot([alice, bob]);
  extension.install();
});
afterEach(() => extension.uninstall());

async function connected() {
  const wallet = await openPolkadotWallet(chain, false);
  await wallet.accounts(option, 'customers');
  await wallet.connectAs(option, u8aToHex(bob.publicKey));
  return wallet;
}

describe('connecting a Polkadot account', () => {
  it('the accounts of the extension are listed with their kind of key', async () => {
    const wallet = await openPolkadotWallet(chain, false);
    const listed = await wallet.accounts(option, 'customers');
    expect(listed.map(({ name, note }) => [name, note])).toEqual([
      ['Alice', 'ed25519'],
      ['Bob', 'sr25519'],
    ]);
    expect(listed[1]).toMatchObject({ id: u8aToHex(bob.publicKey), address: BOB, faucet: null });
  });

  it('the chosen account is kept with its public key and the prefix of the chain @polkadot-1', async () => {
    await connected();
    expect(walletSession.wallet).toEqual({
      kind: 'substrate',
      type: 'polkadot',
      name: 'SubWallet',
      address: BOB,
      key: u8aToHex(bob.publicKey),
      chainId: chain.genesis_hash,
    });
    expect(JSON.parse(localStorage.getItem(KEYS.walletSession) ?? '')).toMatchObject({ address: BOB });
  });

  it('a browser without an extension is told so @polkadot-1', async () => {
    extension.uninstall();
    const wallet = await openPolkadotWallet(chain, false);
    await expect(wallet.accounts(option, 'customers')).rejects.toThrow(
      'SubWallet/Polkadot extension not installed or not authorized',
    );
  });

  it('an extension that shares no account is told apart from a missing one @polkadot-1', async () => {
    extension.pairs = [];
    const wallet = await openPolkadotWallet(chain, false);
    await expect(wallet.accounts(option, 'customers')).rejects.toThrow(
      'No accounts found in SubWallet/Polkadot extension',
    );
  });

  it('an extension that fails is told apart from a missing one, and can be tried again @polkadot-1', async () => {
    const wallet = await openPolkadotWallet(chain, false);
    extension.broken = true;
    await expect(wallet.accounts(option, 'customers')).rejects.toThrow(
      'SubWallet/Polkadot connection failed',
    );
    extension.broken = false;
    expect(await wallet.accounts(option, 'customers')).toHaveLength(2);
  });
});

describe('a connected Polkadot account', () => {
  it('signs a text as extensions do, for free', async () => {
    const wallet = await connected();
    const signature = await wallet.signMessage('localhost wants you to sign in');
    expect(extension.texts).toEqual(['localhost wants you to sign in']);
    const signed = '<Bytes>localhost wants you to sign in</Bytes>';
    expect(signatureVerify(signed, signature, bob.address).isValid).toBe(true);
  });

  it('a signature that its owner declines is a rejection', async () => {
    const wallet = await connected();
    extension.refusal = new Error('Rejected by user');
    await expect(wallet.signMessage('hello')).rejects.toMatchObject({
      code: 'rejected',
      message: 'User rejected the request',
    });
  });

  it('consents to the refund on the screen, and to no other', async () => {
    const wallet = await connected();
    const terms = { quoteId: `0x${'b'.repeat(64)}`, refund: 5n, validUntil: 1_797_000_000 };
    const message = consentText({ ...terms, genesisHash: chain.ref, symbol: 'ROC', decimals: 12 });
    const asked = {
      holder: BOB,
      chainId: chain.ref,
      quoteId: terms.quoteId,
      refund: '5',
      validUntil: '2026-12-11T14:40:00.000Z',
      request: { kind: 'substrate' as const, message },
    };
    const signature = await wallet.signConsent(asked);
    expect(signatureVerify(`<Bytes>${message}</Bytes>`, signature, bob.address).isValid).toBe(true);
    await expect(wallet.signConsent({ ...asked, refund: '6' })).rejects.toThrow(/does not match this screen/);
    await expect(wallet.signConsent({ ...asked, holder: alice.address })).rejects.toThrow(
      /Your wallet changed to another account/,
    );
    expect(extension.texts).toHaveLength(1);
  });

  it('an account that is no longer shared ends the session and its sign-in', async () => {
    await connected();
    setSignedIn({ token: 't', address: BOB, expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
    extension.share(alice);
    expect(walletSession).toMatchObject({ status: 'disconnected', endedBy: 'wallet', signIn: null });
    expect(localStorage.getItem(KEYS.walletToken)).toBeNull();
  });

  it('another account that is shared as well changes nothing', async () => {
    await connected();
    extension.share(alice, bob, await pairOf('//Charlie'));
    expect(walletSession.wallet?.address).toBe(BOB);
  });
});

describe('the Polkadot account of the last visit', () => {
  const stored = async () => {
    await connected();
    const wallet = walletSession.wallet;
    if (wallet === null) throw new Error('Not connected');
    const copy = { ...wallet };
    setConnected(copy);
    return copy;
  };

  it('is found again and can sign', async () => {
    const wallet = await stored();
    const again = await openPolkadotWallet(chain, false);
    await again.revive(wallet);
    expect(walletSession.status).toBe('connected');
    await again.signMessage('hello');
    expect(extension.texts).toEqual(['hello']);
  });

  it('is awaited when its extension injects itself late', async () => {
    const wallet = await stored();
    extension.uninstall();
    const again = await openPolkadotWallet(chain, false);
    const reviving = again.revive(wallet);
    extension.install();
    await reviving;
    expect(walletSession.status).toBe('connected');
  });

  it('ends the session when it is no longer shared', async () => {
    const wallet = await stored();
    extension.pairs = [alice];
    await (await openPolkadotWallet(chain, false)).revive(wallet);
    expect(walletSession).toMatchObject({ status: 'disconnected', endedBy: 'wallet' });
  });

  it('ends the session when its extension is gone', async () => {
    const wallet = await stored();
    extension.uninstall();
    vi.useFakeTimers();
    const reviving = (await openPolkadotWallet(chain, false)).revive(wallet);
    await vi.advanceTimersByTimeAsync(2_100);
    vi.useRealTimers();
    await reviving;
    expect(walletSession.status).toBe('disconnected');
  });
});
