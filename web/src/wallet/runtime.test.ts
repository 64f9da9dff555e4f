import { toHex } from 'viem';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setConnected, walletSession } from '../state/wallet-session.ts';
import type { WalletOption } from './catalogue.ts';
import { openWallet } from './runtime.ts';

const ADA = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
const BOB = '0x976EA74026E726554dB657fA54763abd0C3a0aa9';
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

/** An extension as EIP-1193 and EIP-6963 describe one, at the edge of the page. */
class Extension {
  accounts: string[] = [];
  chainId = 1337;
  /** Answers instead of the usual ones; a function may throw. */
  answers: Record<string, () => unknown> = {};
  private listeners = new Map<string, Set<(payload: unknown) => void>>();

  readonly provider = {
    request: async ({ method }: { method: string }): Promise<unknown> => {
      const own = this.answers[method];
      if (own) return own();
      if (method === 'eth_accounts' || method === 'eth_requestAccounts') return this.accounts;
      if (method === 'eth_chainId') return toHex(this.chainId);
      if (method === 'wallet_requestPermissions') {
        return [{ parentCapability: 'eth_accounts', caveats: [{ type: 'x', value: this.accounts }] }];
      }
      if (method === 'personal_sign') return '0x5161';
      return null;
    },
    on: (event: string, listener: (payload: unknown) => void) => {
      this.listeners.set(event, (this.listeners.get(event) ?? new Set()).add(listener));
    },
    removeListener: (event: string, listener: (payload: unknown) => void) => {
      this.listeners.get(event)?.delete(listener);
    },
  };

  readonly announce = () => {
    const info = {
      uuid: crypto.randomUUID(),
      name: 'MetaMask',
      rdns: 'io.metamask',
      icon: 'data:image/svg+xml,x',
    };
    const detail = Object.freeze({ info, provider: this.provider });
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  };

  install(): void {
    window.addEventListener('eip6963:requestProvider', this.announce);
  }
  uninstall(): void {
    window.removeEventListener('eip6963:requestProvider', this.announce);
  }
  emit(event: string, payload: unknown): void {
    for (const listener of [...(this.listeners.get(event) ?? [])]) listener(payload);
  }
}

let extension: Extension;

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('fetch', async () => Response.json(deployment));
  Object.assign(walletSession, { status: 'disconnected', wallet: null, signIn: null, endedBy: null });
  extension = new Extension();
  extension.accounts = [ADA];
  extension.install();
});
afterEach(() => extension.uninstall());

async function connected() {
  const wallet = await openWallet();
  const option = wallet.options().find(({ type }) => type === 'metamask') as WalletOption;
  await wallet.connect(option);
  return wallet;
}

describe('connecting', () => {
  it('finds an announced extension and keeps its account', async () => {
    await connected();
    expect(walletSession).toMatchObject({
      status: 'connected',
      wallet: { type: 'metamask', name: 'MetaMask', address: ADA, chainId: 1337 },
    });
  });

  it('passes on a refusal, and works the next time', async () => {
    const wallet = await openWallet();
    const option = wallet.options()[0] as WalletOption;
    const denied = () => {
      throw Object.assign(new Error('User denied'), { code: 4001 });
    };
    extension.answers = { wallet_requestPermissions: denied };
    await expect(wallet.connect(option)).rejects.toThrow('User rejected the request');
    expect(walletSession.status).toBe('disconnected');
    extension.answers = {};
    await wallet.connect(option);
    expect(walletSession.status).toBe('connected');
  });

  it('says when a wallet shares no account', async () => {
    extension.accounts = [];
    const wallet = await openWallet();
    await expect(wallet.connect(wallet.options()[0] as WalletOption)).rejects.toThrow(
      'No accounts found in MetaMask',
    );
    expect(walletSession.wallet).toBeNull();
  });

  it('says what is missing when the extension is not there', async () => {
    extension.uninstall();
    const wallet = await openWallet();
    const option = wallet.options().find(({ type }) => type === 'metamask') as WalletOption;
    await expect(wallet.connect(option)).rejects.toThrow(
      'MetaMask not installed. Please install MetaMask extension.',
    );
  });
});

describe('a connected wallet', () => {
  it('is followed to another account and another chain', async () => {
    await connected();
    extension.emit('accountsChanged', [BOB]);
    await vi.waitFor(() => expect(walletSession.wallet?.address).toBe(BOB));
    extension.emit('chainChanged', '0x1');
    await vi.waitFor(() => expect(walletSession.wallet?.chainId).toBe(1));
  });

  it('that shares no account any more is disconnected', async () => {
    await connected();
    extension.emit('accountsChanged', []);
    await vi.waitFor(() => expect(walletSession.status).toBe('disconnected'));
    expect(walletSession.endedBy).toBe('wallet');
  });

  it('signs with the account that is connected', async () => {
    const wallet = await connected();
    expect(await wallet.signMessage('hello')).toBe('0x5161');
  });

  it('disconnects at the person’s word', async () => {
    const wallet = await connected();
    await wallet.disconnect();
    expect(walletSession).toMatchObject({ status: 'disconnected', endedBy: 'user' });
    extension.emit('accountsChanged', [ADA]);
    await Promise.resolve();
    expect(walletSession.wallet).toBeNull();
  });
});

describe('the wallet of the last visit', () => {
  const stored = { type: 'metamask', name: 'MetaMask', address: ADA, chainId: 1337 };

  it('is asked without a prompt and stays', async () => {
    setConnected(stored);
    const wallet = await openWallet();
    extension.answers = { wallet_requestPermissions: () => expect.unreachable() };
    await wallet.revive(stored);
    expect(walletSession).toMatchObject({ status: 'connected', wallet: { address: ADA } });
  });

  it('is gone when it shares no account', async () => {
    setConnected(stored);
    extension.accounts = [];
    await (await openWallet()).revive(stored);
    expect(walletSession).toMatchObject({ status: 'disconnected', endedBy: 'wallet' });
  });

  it('is waited for when it announces itself late', async () => {
    extension.uninstall();
    setConnected(stored);
    const reviving = (await openWallet()).revive(stored);
    extension.announce();
    await reviving;
    expect(walletSession.status).toBe('connected');
  });

  it('is another account’s when that was changed meanwhile', async () => {
    setConnected(stored);
    extension.accounts = [BOB];
    await (await openWallet()).revive(stored);
    expect(walletSession.wallet?.address).toBe(BOB);
  });

  it('is followed also when the account changes in the middle of it', async () => {
    setConnected(stored);
    const wallet = await openWallet();
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
