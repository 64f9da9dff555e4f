import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Config } from 'wagmi';
import type { QuoteAnswer } from '../../../domain/quote/schema.ts';
import { setDisconnected } from '../state/wallet-session.ts';
import type { WalletOption } from './catalogue.ts';
import { walletProvider } from './network.ts';
import { openWallet } from './runtime.ts';
import type { CheckedPayment } from './verify-payment.ts';

const deployment = {
  environment: 'local',
  chains: [
    {
      chain_id: 1337,
      key: 'ganache',
      name: 'Ganache Local',
      rpc_url: 'http://127.0.0.1:8545',
      contract: '0x0165878A594ca255338adfa4d48449f69242Eb8F',
      currencies: [{ symbol: 'ETH', decimals: 18, token: null }],
    },
  ],
};

const ADA = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';

/** An extension that takes a transaction and names no hash for it. */
const provider = {
  request: async ({ method }: { method: string }): Promise<unknown> => {
    if (method === 'eth_accounts' || method === 'eth_requestAccounts') return [ADA];
    if (method === 'wallet_requestPermissions') {
      return [{ parentCapability: 'eth_accounts', caveats: [{ type: 'x', value: [ADA] }] }];
    }
    return method === 'eth_chainId' ? '0x539' : null;
  },
  on: () => undefined,
  removeListener: () => undefined,
};
function announce() {
  const info = { uuid: 'c0ffee', name: 'MetaMask', rdns: 'io.metamask', icon: 'data:image/svg+xml,x' };
  const detail = Object.freeze({ info, provider });
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
}

beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string) =>
    url === '/deployment.json' ? Response.json(deployment) : new Response(null, { status: 503 }),
  );
  setDisconnected('user');
  window.addEventListener('eip6963:requestProvider', announce);
});
afterEach(() => window.removeEventListener('eip6963:requestProvider', announce));

describe('what the wallet code refuses by itself', () => {
  it('names a wallet of no known kind, a missing wallet and a network that is not on offer', async () => {
    const wallet = await openWallet();
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
    await expect(wallet.switchNetwork(1337)).rejects.toThrow('Wallet not connected');
    await expect(wallet.switchNetwork(99)).rejects.toThrow('Network not found');
  });

  it('says that a wallet is not detected when its extension has gone', async () => {
    const connector = { id: 'io.metamask', uid: 'a', name: 'MetaMask', getProvider: async () => undefined };
    const connections = new Map([['a', { accounts: [ADA], chainId: 1337, connector }]]);
    const state = { current: 'a', status: 'connected', connections };
    const config = { chains: [], state } as unknown as Config;
    await expect(walletProvider(config)).rejects.toThrow('MetaMask not detected');
  });

  it('takes a payment of another kind of chain for none of its own', async () => {
    const { payments } = await openWallet();
    const answer = { payment: { kind: 'substrate' } } as QuoteAnswer;
    const expected = {} as Parameters<typeof payments.check>[1];
    expect(() => payments.check(answer, expected)).toThrow('Payments not supported for this wallet');
  });

  it('never calls a payment sent without the hash of its transaction', { timeout: 15_000 }, async () => {
    const wallet = await openWallet();
    await wallet.connect(wallet.options().find(({ type }) => type === 'metamask') as WalletOption);
    const payment: Partial<CheckedPayment> = {
      chainId: 1337,
      to: ADA,
      data: '0x',
      value: 1n,
      token: null,
      amount: 1n,
    };
    await expect(wallet.payments.purchase(payment as CheckedPayment)).rejects.toThrow(
      'Payment failed - no transaction hash returned',
    );
  });
});
