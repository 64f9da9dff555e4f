// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Config } from 'wagmi';
import type { QuoteAnswer } from '#domain/quote/schema.ts';
import { setDisconnected, walletSession } from '#web/state/wallet-session.ts';
import { ADA, FakeExtension, localDeployment } from '#web/test/fake-extension.ts';
import type { WalletOption } from '#web/wallet/catalog.ts';
import { openWallet } from '#web/wallet/runtime.ts';
import { walletProvider } from './network.ts';
import type { CheckedCall } from './verify-payment.ts';

/** An extension that takes a transaction and answers what the test says. */
const extension = new FakeExtension();

beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string) =>
    url === '/deployment.json' ? Response.json(localDeployment) : new Response(null, { status: 503 }),
  );
  setDisconnected('user');
  extension.install();
});
afterEach(() => extension.uninstall());

describe('checks of the wallet code', () => {
  it('connecting rejects an unknown kind of wallet, a missing wallet and an unsupported network @wallet-12', async () => {
    const wallet = await openWallet();
    await wallet.discover();
    const unknown: WalletOption = {
      id: 'braavos',
      type: 'braavos',
      name: 'Braavos',
      icon: null,
      state: 'installed',
      note: null,
    };
    await expect(wallet.connect(unknown)).rejects.toThrow('Unsupported wallet type');
    await expect(wallet.signMessage('hello')).rejects.toThrow('Wallet not connected');
    await expect(wallet.switchNetwork('1337')).rejects.toThrow('Wallet not connected');
    await expect(wallet.switchNetwork('99')).rejects.toThrow('Network not found');
  });

  it('a wallet that only sets window.ethereum is offered when no other announces itself @wallet-1', async () => {
    Object.assign(window, { ethereum: extension.provider });
    const first = await openWallet();
    await first.discover();
    const both = first.options();
    expect(both.map(({ name, state }) => [name, state]).slice(0, 2)).toEqual([
      ['MetaMask', 'installed'],
      ['Coinbase Wallet', 'not_installed'],
    ]);
    extension.uninstall();
    const wallet = await openWallet();
    await wallet.discover();
    const [legacy, ...others] = wallet.options();
    expect(legacy).toMatchObject({ name: 'Browser Wallet', state: 'installed' });
    expect(others.map(({ type }) => type)).toContain('metamask');
    await wallet.connect(legacy as WalletOption);
    expect(walletSession).toMatchObject({ status: 'connected', wallet: { name: 'Browser Wallet' } });
    Reflect.deleteProperty(window, 'ethereum');
  });

  it('a wallet whose extension is gone is reported as not detected @wallet-11', async () => {
    const connector = { id: 'io.metamask', uid: 'a', name: 'MetaMask', getProvider: async () => undefined };
    const connections = new Map([['a', { accounts: [ADA], chainId: 1337, connector }]]);
    const state = { current: 'a', status: 'connected', connections };
    const config = { chains: [], state } as unknown as Config;
    await expect(walletProvider(config)).rejects.toThrow('MetaMask not detected');
  });

  it('a payment for another kind of chain is rejected @payment-22', async () => {
    const { payments } = await openWallet();
    const answer = { payment: { kind: 'substrate' } } as QuoteAnswer;
    const expected = {} as Parameters<typeof payments.check>[1];
    await expect(payments.check(answer, expected)).rejects.toThrow('Payments not supported for this wallet');
  });

  it.each([
    [null, 'Payment failed - no transaction hash returned'],
    ['', 'Payment failed - no transaction hash returned'],
    ['ok', "Your wallet's answer is not a transaction hash"],
    [`0x${'a'.repeat(63)}`, "Your wallet's answer is not a transaction hash"],
    [`0x${'g'.repeat(64)}`, "Your wallet's answer is not a transaction hash"],
    [{ hash: `0x${'a'.repeat(64)}` }, "Your wallet's answer is not a transaction hash"],
  ])(
    'a payment is never called sent when the wallet answers %j instead of a hash @payment-21',
    {
      timeout: 15_000,
    },
    async (answer, sentence) => {
      extension.answers = { eth_sendTransaction: () => answer };
      const wallet = await openWallet();
      await wallet.discover();
      await wallet.connect(wallet.options().find(({ type }) => type === 'metamask') as WalletOption);
      const payment: Partial<CheckedCall> = {
        chain: '1337',
        chainId: 1337,
        to: ADA,
        data: '0x',
        value: 1n,
        token: null,
        amount: 1n,
      };
      await expect(
        wallet.payments.purchase(payment as CheckedCall, async () => undefined),
      ).rejects.toMatchObject({ code: 'other', message: expect.stringContaining(sentence) });
    },
  );
});
