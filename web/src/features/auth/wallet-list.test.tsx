import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { KEYS, local } from '../../state/storage.ts';
import { walletOptions } from '../../wallet/catalogue.ts';
import { WalletList } from './wallet-list.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const metamask = { id: 'io.metamask', name: 'MetaMask' };

describe('wallet list in the dialog', () => {
  it('the wallet list marks the wallet that was used last', () => {
    local.write(KEYS.recentWallet, 'metamask');
    render(<WalletList options={walletOptions([metamask], true)} onChoose={() => undefined} />);
    expect(screen.getByRole('button', { name: /MetaMask/ }).textContent).toContain('Recent');
    expect(screen.getByRole('button', { name: /Demo Wallet/ }).textContent).not.toContain('Recent');
  });

  it('the wallet list returns the chosen wallet and says why others are unavailable', () => {
    const choose = vi.fn();
    const options = walletOptions([metamask], false);
    render(<WalletList options={options} onChoose={choose} />);
    fireEvent.click(screen.getByRole('button', { name: /MetaMask/ }));
    expect(choose).toHaveBeenCalledWith(options[0]);
    const off = screen.getByRole('button', { name: /WalletConnect/ });
    expect(off.getAttribute('aria-disabled')).toBe('true');
    expect(document.getElementById(off.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(
      /Not available yet/,
    );
  });
});
