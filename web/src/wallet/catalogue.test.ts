import { describe, expect, it } from 'vitest';
import { connectorIdOf, DEMO_ID, installHint, walletOptions } from './catalogue.ts';

const metamask = { id: 'io.metamask', name: 'MetaMask', icon: 'data:image/svg+xml;base64,AAAA' };
const rabby = { id: 'io.rabby', name: 'Rabby Wallet' };

describe('the list of wallets', () => {
  it('the four kinds of wallet are listed when none is installed @wallet-1 @wallet-2', () => {
    const list = walletOptions([], false);
    expect(list.map(({ type, state }) => [type, state])).toEqual([
      ['metamask', 'not_installed'],
      ['coinbase', 'not_installed'],
      ['polkadot', 'unavailable'],
      ['walletconnect', 'unavailable'],
    ]);
    expect(list.every((option) => option.note)).toBe(true);
  });

  it('installed wallets come first, and other discovered ones after the known ones', () => {
    const list = walletOptions([rabby, metamask], true);
    expect(list.map((option) => option.name)).toEqual([
      'MetaMask',
      'Rabby Wallet',
      'Demo Wallet',
      'Coinbase Wallet',
      'SubWallet / Polkadot',
      'WalletConnect',
    ]);
    expect(list[0]).toMatchObject({ id: 'io.metamask', type: 'metamask', state: 'installed' });
    expect(list[1]).toMatchObject({ id: 'io.rabby', type: 'io.rabby' });
  });

  it('the demo wallet is listed only where the deployment offers it', () => {
    expect(walletOptions([], false).some((option) => option.id === DEMO_ID)).toBe(false);
  });

  it('a wallet icon from a remote address is ignored', () => {
    const icon = (text: string) => walletOptions([{ ...rabby, icon: text }], false)[0]?.icon;
    expect(icon('data:image/png;base64,AAAA')).toBe('data:image/png;base64,AAAA');
    expect(icon('https://example.org/track.png')).toBeNull();
    expect(icon('data:text/html,hi')).toBeNull();
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
    expect(installHint('polkadot')).toBeNull();
  });
});

describe('connectorIdOf', () => {
  it('a stored wallet is found again by its connector', () => {
    expect(connectorIdOf('metamask')).toBe('io.metamask');
    expect(connectorIdOf('demo')).toBe(DEMO_ID);
    expect(connectorIdOf('io.rabby')).toBe('io.rabby');
  });
});
