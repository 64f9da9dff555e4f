// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type ConnectedWallet, walletSession } from '#web/state/wallet-session.ts';
import { localDeployment } from '#web/test/fake-extension.ts';
import { substrateEntry } from '#web/test/sample-substrate.ts';
import { openWallet } from './runtime.ts';

const both = { ...localDeployment, substrate: substrateEntry };

const POLKADOT: ConnectedWallet = {
  kind: 'substrate',
  type: 'polkadot',
  name: 'SubWallet',
  address: 'FoQJpPyadYccjavVdTWxpxU7rUEaYhfLCPwXgkfD6Zat9QP',
  key: `0x${'1'.repeat(64)}`,
  chainId: substrateEntry.genesis_hash,
};

/** The runtime of a site with this static file, which is read once per page. */
async function openOn(deployment: unknown) {
  vi.resetModules();
  vi.stubGlobal('fetch', async () => Response.json(deployment));
  return (await import('./runtime.ts')).openWallet();
}

beforeEach(() => {
  localStorage.clear();
  Object.assign(walletSession, { status: 'disconnected', wallet: null, signIn: null, endedBy: null });
});

// e2e/polkadot.spec.ts and e2e/walletconnect.spec.ts check which code a page loads.
describe('the wallet runtime', () => {
  it('lists wallets of every family before one is looked for', async () => {
    const wallet = await openOn(both);
    expect(wallet.options().map(({ type, state }) => [type, state])).toEqual([
      ['metamask', 'not_installed'],
      ['coinbase', 'not_installed'],
      ['polkadot', 'not_installed'],
    ]);
  });

  it('leaves Polkadot out where the site has no such chain', async () => {
    const wallet = await openOn(localDeployment);
    expect(wallet.options().map(({ type }) => type)).toEqual(['metamask', 'coinbase']);
  });

  it('nothing is signed without a connected wallet', async () => {
    vi.stubGlobal('fetch', async () => Response.json(both));
    const wallet = await openWallet();
    await expect(wallet.signMessage('hello')).rejects.toThrow('Wallet not connected');
    await expect(wallet.switchNetwork('424242')).rejects.toThrow('Network not found');
  });

  it('a stored Polkadot session ends where the site no longer has its chain', async () => {
    const wallet = await openOn(localDeployment);
    const session = await import('#web/state/wallet-session.ts');
    session.setConnected(POLKADOT);
    await wallet.revive(POLKADOT);
    expect(session.walletSession).toMatchObject({ status: 'disconnected', endedBy: 'wallet' });
  });
});
