import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { KEYS, local } from '#web/state/storage.ts';
import { walletOptions } from '#web/wallet/catalog.ts';
import { WalletList } from './wallet-list.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const metamask = { id: 'io.metamask', name: 'MetaMask' };

const PAGE = 'https://mooring.example/';

const offered = { demo: false, touch: false, walletConnect: false, polkadot: 'missing' } as const;

describe('wallet list in the dialog', () => {
  it('the wallet list marks the wallet that was used last', () => {
    local.write(KEYS.recentWallet, 'metamask');
    render(
      <WalletList
        options={walletOptions([metamask], { ...offered, demo: true })}
        page={PAGE}
        onChoose={() => undefined}
      />,
    );
    expect(screen.getByRole('button', { name: /MetaMask/ }).textContent).toContain('Recent');
    expect(screen.getByRole('button', { name: /Demo Wallet/ }).textContent).not.toContain('Recent');
  });

  it('each kind of wallet has its own mark, or the icon that it announced', () => {
    const announced = { ...metamask, icon: 'data:image/png;base64,AAAA' };
    const { container } = render(
      <WalletList
        options={walletOptions([announced], { ...offered, demo: true, walletConnect: true })}
        page={PAGE}
        onChoose={() => undefined}
      />,
    );
    expect(container.querySelector('img')?.getAttribute('src')).toBe('data:image/png;base64,AAAA');
    const names = [/MetaMask/, /Coinbase Wallet/, /Demo Wallet/, /WalletConnect/, /Polkadot/];
    const marks = names.map((name) => screen.getByRole('button', { name }).firstElementChild?.outerHTML);
    expect(new Set(marks).size).toBe(5);
  });

  it('the wallet list returns the chosen wallet and says which others are not installed', () => {
    const choose = vi.fn();
    const options = walletOptions([metamask], offered);
    render(<WalletList options={options} page={PAGE} onChoose={choose} />);
    fireEvent.click(screen.getByRole('button', { name: /MetaMask/ }));
    expect(choose).toHaveBeenCalledWith(options[0]);
    const off = screen.getByRole('button', { name: /Polkadot/ });
    expect(off.textContent).toContain('Install');
    expect(document.getElementById(off.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(
      /^Not installed in this browser$/,
    );
  });
});
