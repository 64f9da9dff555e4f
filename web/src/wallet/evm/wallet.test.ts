// @vitest-environment happy-dom
import { toHex } from 'viem';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setConnected, setDisconnected, walletSession } from '#web/state/wallet-session.ts';
import { ADA, BOB, FakeExtension, fault, localDeployment } from '#web/test/fake-extension.ts';
import { evmWallet } from '#web/test/sample-wallet.ts';
import type { WalletOption } from '#web/wallet/catalog.ts';
import { openWallet } from '#web/wallet/runtime.ts';

let extension: FakeExtension;

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('fetch', async () => Response.json(localDeployment));
  Object.assign(walletSession, { status: 'disconnected', wallet: null, signIn: null, endedBy: null });
  extension = new FakeExtension();
  extension.install();
});
afterEach(() => extension.uninstall());

async function connected() {
  const wallet = await openWallet();
  await wallet.discover();
  const option = wallet.options().find(({ type }) => type === 'metamask') as WalletOption;
  await wallet.connect(option);
  return wallet;
}

describe('connecting', () => {
  it('connecting finds an announced extension and keeps its account', async () => {
    await connected();
    expect(walletSession).toMatchObject({
      status: 'connected',
      wallet: { type: 'metamask', name: 'MetaMask', address: ADA, chainId: '1337' },
    });
  });

  it('a rejected connection is reported, and the next attempt works', async () => {
    const wallet = await openWallet();
    await wallet.discover();
    const option = wallet.options()[0] as WalletOption;
    const denied = () => {
      throw fault(4001, 'User denied');
    };
    extension.answers = { wallet_requestPermissions: denied };
    await expect(wallet.connect(option)).rejects.toThrow('User rejected the request');
    expect(walletSession.status).toBe('disconnected');
    extension.answers = {};
    await wallet.connect(option);
    expect(walletSession.status).toBe('connected');
  });

  it('a wallet that shares no account is reported @wallet-10', async () => {
    extension.accounts = [];
    const wallet = await openWallet();
    await wallet.discover();
    await expect(wallet.connect(wallet.options()[0] as WalletOption)).rejects.toThrow(
      'No accounts found in MetaMask',
    );
    expect(walletSession.wallet).toBeNull();
  });

  it('a missing extension is reported', async () => {
    extension.uninstall();
    const wallet = await openWallet();
    await wallet.discover();
    const option = wallet.options().find(({ type }) => type === 'metamask') as WalletOption;
    await expect(wallet.connect(option)).rejects.toThrow(
      'MetaMask not installed. Please install MetaMask extension.',
    );
  });
});

describe('two wallets that announce the same name', () => {
  const impostor = () => new FakeExtension([BOB]);
  const named = (wallet: Awaited<ReturnType<typeof openWallet>>) =>
    wallet.options().filter(({ type }) => type === 'metamask');

  it('each of them is listed and can be chosen', async () => {
    const second = impostor();
    second.install();
    const wallet = await openWallet();
    await wallet.discover();
    second.uninstall();
    const options = named(wallet);
    expect(options.map(({ name, state, note }) => [name, state, note])).toEqual([
      ['MetaMask', 'installed', 'One of 2 wallets here that announce io.metamask'],
      ['MetaMask (2)', 'installed', 'One of 2 wallets here that announce io.metamask'],
    ]);
    await wallet.connect(options[1] as WalletOption);
    expect(walletSession.wallet).toMatchObject({ type: 'metamask', address: BOB });
    expect(extension.asked.filter((method) => method !== 'eth_chainId')).toEqual([]);
    second.emit('chainChanged', '0x1');
    await vi.waitFor(() => expect(walletSession.wallet?.chainId).toBe('1'));
    await wallet.connect(options[0] as WalletOption);
    expect(walletSession.wallet).toMatchObject({ type: 'metamask', address: ADA });
  });

  it('a wallet that was not chosen cannot take over the session', async () => {
    const second = impostor();
    second.install();
    await connected();
    second.uninstall();
    second.emit('accountsChanged', [BOB]);
    await vi.waitFor(() => expect(second.asked).toContain('eth_chainId'));
    await new Promise((resolve) => setTimeout(resolve));
    expect(walletSession.wallet?.address).toBe(ADA);
    extension.emit('chainChanged', '0x1');
    await vi.waitFor(() => expect(walletSession.wallet?.chainId).toBe('1'));
  });

  it('one that announces itself after the list was made is added', async () => {
    const wallet = await openWallet();
    await wallet.discover();
    expect(named(wallet)).toHaveLength(1);
    const second = impostor();
    second.announce();
    second.announce();
    expect(named(wallet)).toHaveLength(2);
  });

  it('the one that shares the account of the last visit is reconnected', async () => {
    const second = impostor();
    second.install();
    setConnected(evmWallet(BOB));
    await (await openWallet()).revive(evmWallet(BOB));
    second.uninstall();
    expect(walletSession).toMatchObject({ status: 'connected', wallet: { address: BOB } });
    expect(extension.isFollowed()).toBe(false);
  });
});

describe('a connected wallet', () => {
  it('a connected wallet is followed to another account and chain @wallet-8 @wallet-9', async () => {
    await connected();
    extension.emit('accountsChanged', [BOB]);
    await vi.waitFor(() => expect(walletSession.wallet?.address).toBe(BOB));
    extension.emit('chainChanged', '0x1');
    await vi.waitFor(() => expect(walletSession.wallet?.chainId).toBe('1'));
  });

  it('a wallet that stops sharing its account is disconnected @wallet-7', async () => {
    await connected();
    extension.emit('accountsChanged', []);
    await vi.waitFor(() => expect(walletSession.status).toBe('disconnected'));
    expect(walletSession.endedBy).toBe('wallet');
  });

  it('messages are signed by the connected account', async () => {
    const wallet = await connected();
    expect(await wallet.signMessage('hello')).toBe('0x5161');
  });

  it('the customer can disconnect', async () => {
    const wallet = await connected();
    await wallet.disconnect();
    expect(walletSession).toMatchObject({ status: 'disconnected', endedBy: 'user' });
    extension.emit('accountsChanged', [ADA]);
    await Promise.resolve();
    expect(walletSession.wallet).toBeNull();
  });
});

describe('wallet of the last visit', () => {
  const stored = evmWallet(ADA);

  it('the last wallet is reconnected without a prompt', async () => {
    setConnected(stored);
    const wallet = await openWallet();
    await wallet.discover();
    extension.answers = { wallet_requestPermissions: () => expect.unreachable() };
    await wallet.revive(stored);
    expect(walletSession).toMatchObject({ status: 'connected', wallet: { address: ADA } });
  });

  it('the last wallet is disconnected when it shares no account', async () => {
    setConnected(stored);
    extension.accounts = [];
    await (await openWallet()).revive(stored);
    expect(walletSession).toMatchObject({ status: 'disconnected', endedBy: 'wallet' });
  });

  it('the last wallet is awaited when it announces itself late', async () => {
    extension.uninstall();
    setConnected(stored);
    const wallet = await openWallet();
    await wallet.discover();
    const reviving = wallet.revive(stored);
    extension.announce();
    await reviving;
    expect(walletSession.status).toBe('connected');
  });

  it('a customer who disconnects while the last wallet is asked is not connected again', async () => {
    setConnected(stored);
    const wallet = await openWallet();
    await wallet.discover();
    const reviving = wallet.revive(stored);
    setDisconnected('user');
    await reviving;
    expect(walletSession).toMatchObject({ status: 'disconnected', endedBy: 'user' });
    expect(extension.isFollowed()).toBe(false);
  });

  it('the last wallet’s account is updated if it changed in the meantime', async () => {
    setConnected(stored);
    extension.accounts = [BOB];
    await (await openWallet()).revive(stored);
    expect(walletSession.wallet?.address).toBe(BOB);
  });

  it('an account change during reconnection is followed', async () => {
    setConnected(stored);
    const wallet = await openWallet();
    await wallet.discover();
    let asked = 0;
    // The account changes right after wagmi has read it, before it listens.
    extension.answers = {
      eth_chainId: () => {
        if (asked++ === 0) {
          extension.accounts = [BOB];
          extension.emit('accountsChanged', [BOB]);
        }
        return toHex(1337);
      },
    };
    await wallet.revive(stored);
    await vi.waitFor(() => expect(walletSession.wallet?.address).toBe(BOB));
  });
});
