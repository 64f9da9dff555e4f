import { describe, expect, it } from 'vitest';
import { appLink, connectorIdOf, DEMO_ID, installHint, walletOptions } from './catalog.ts';

const metamask = { id: 'io.metamask', name: 'MetaMask', icon: 'data:image/svg+xml;base64,AAAA' };
const rabby = { id: 'io.rabby', name: 'Rabby Wallet' };

const NOTHING = { demo: false, touch: false, walletConnect: false, polkadot: 'none' } as const;

describe('the list of wallets', () => {
  it('the four kinds of wallet are listed when none is installed @wallet-1 @wallet-2', () => {
    const list = walletOptions([], { ...NOTHING, walletConnect: true, polkadot: 'missing' });
    expect(list.map(({ type, state }) => [type, state])).toEqual([
      ['walletconnect', 'remote'],
      ['metamask', 'not_installed'],
      ['coinbase', 'not_installed'],
      ['polkadot', 'not_installed'],
    ]);
    expect(list.every((option) => option.note)).toBe(true);
  });

  it('installed wallets come first, and other discovered ones after the known ones', () => {
    const list = walletOptions([rabby, metamask], {
      ...NOTHING,
      demo: true,
      walletConnect: true,
      polkadot: 'installed',
    });
    expect(list.map((option) => option.name)).toEqual([
      'MetaMask',
      'SubWallet / Polkadot',
      'Rabby Wallet',
      'Demo Wallet',
      'WalletConnect',
      'Coinbase Wallet',
    ]);
    expect(list[0]).toMatchObject({ id: 'io.metamask', type: 'metamask', state: 'installed' });
    expect(list[2]).toMatchObject({ id: 'io.rabby', type: 'io.rabby' });
  });

  it('the demo wallet, WalletConnect and Polkadot are listed only where the deployment offers them', () => {
    const types = walletOptions([], NOTHING).map(({ type }) => type);
    expect(types).toEqual(['metamask', 'coinbase']);
  });

  it('a wallet icon from a remote address is ignored', () => {
    const icon = (text: string) => walletOptions([{ ...rabby, icon: text }], NOTHING)[0]?.icon;
    expect(icon('data:image/png;base64,AAAA')).toBe('data:image/png;base64,AAAA');
    expect(icon('https://example.org/track.png')).toBeNull();
    expect(icon('data:text/html,hi')).toBeNull();
  });
});

describe('wallets on a phone', () => {
  it('a phone lists what its browser has, then wallet apps and WalletConnect, and nothing to install', () => {
    const named = (found: (typeof metamask)[]) =>
      walletOptions(found, {
        ...NOTHING,
        touch: true,
        demo: true,
        walletConnect: true,
        polkadot: 'missing',
      }).map(({ name, state }) => [name, state]);
    expect(named([])).toEqual([
      ['Open in MetaMask', 'app'],
      ['Open in Coinbase Wallet', 'app'],
      ['WalletConnect', 'remote'],
      ['Demo Wallet', 'demo'],
    ]);
    expect(named([metamask])[0]).toEqual(['MetaMask', 'installed']);
  });

  it('the link of an app has the form that its vendor documents, the page’s query and its fragment only where no server sees it', () => {
    const page = 'https://mooring.example/quote/home?coverage=350000&connect=true#name';
    expect(appLink('metamask', page)).toBe(
      'https://link.metamask.io/dapp/mooring.example/quote/home?coverage=350000&connect=true#name',
    );
    expect(appLink('coinbase', page)).toBe(
      'https://go.cb-w.com/dapp?cb_url=https%3A%2F%2Fmooring.example%2Fquote%2Fhome%3Fcoverage%3D350000%26connect%3Dtrue',
    );
    expect(appLink('polkadot', page)).toBeNull();
  });
});

describe('installHint', () => {
  it('a missing wallet has the message and install page of the specification @wallet-14', () => {
    expect(installHint('metamask')?.message).toBe(
      'MetaMask not installed. Please install MetaMask extension.',
    );
    expect(installHint('coinbase')?.message).toBe(
      'Coinbase Wallet not installed. Please install Coinbase Wallet extension.',
    );
    expect(installHint('polkadot')?.message).toBe(
      'SubWallet/Polkadot extension not installed or not authorized',
    );
    expect(installHint('io.rabby')).toBeNull();
  });
});

describe('connectorIdOf', () => {
  it('a stored wallet is found again by its connector', () => {
    expect(connectorIdOf('metamask')).toBe('io.metamask');
    expect(connectorIdOf('demo')).toBe(DEMO_ID);
    expect(connectorIdOf('walletconnect')).toBe('walletConnect');
    expect(connectorIdOf('io.rabby')).toBe('io.rabby');
  });
});
