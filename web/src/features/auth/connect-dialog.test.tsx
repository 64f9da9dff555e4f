import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeConnectDialog, openConnectDialog } from '#web/state/connect-dialog.ts';
import { setDisconnected, walletSession } from '#web/state/wallet-session.ts';
import { localDeployment } from '#web/test/fake-extension.ts';
import { FakePolkadot, pairOf } from '#web/test/fake-polkadot.ts';
import { mountSite } from '#web/test/mount.tsx';
import { substrateEntry } from '#web/test/sample-substrate.ts';
import { type ToastCall, takeDelivery } from '#web/ui/toast.ts';
import { loadWallet } from '#web/wallet/load.ts';

const ADA = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
const deployment = {
  ...localDeployment,
  substrate: substrateEntry,
  walletconnect: { project_id: '', relay_url: 'ws://127.0.0.1:18645' },
};

let permission: () => Promise<unknown>;
const share = async () => [{ parentCapability: 'eth_accounts', caveats: [{ type: 'x', value: [ADA] }] }];

/** A wallet extension whose user answers with `permission`. */
const provider = {
  request: async ({ method }: { method: string }): Promise<unknown> => {
    if (method === 'wallet_requestPermissions') return permission();
    if (method === 'eth_requestAccounts') return permission().then(() => [ADA]);
    if (method === 'eth_accounts') return [ADA];
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

let toasts: ToastCall[] = [];

beforeEach(() => {
  toasts = [];
  takeDelivery((call) => toasts.push(call));
  permission = share;
  vi.stubGlobal('fetch', async (url: string) =>
    url === '/deployment.json' ? Response.json(deployment) : new Response(null, { status: 404 }),
  );
  setDisconnected('wallet');
  window.addEventListener('eip6963:requestProvider', announce);
});
afterEach(() => {
  closeConnectDialog();
  setDisconnected('user');
  window.removeEventListener('eip6963:requestProvider', announce);
});

async function open() {
  const site = mountSite('/');
  await screen.findByRole('banner');
  openConnectDialog();
  const dialog = within(await screen.findByRole('dialog', { name: 'Connect Your Wallet' }));
  // The wallet code loads with the first dialog.
  await dialog.findByRole('button', { name: /MetaMask/ }, { timeout: 8000 });
  return { ...site, dialog };
}

describe('the Connect Wallet dialog', { timeout: 15_000 }, () => {
  it('the connect dialog lists the four kinds of wallet @wallet-1', async () => {
    const { dialog } = await open();
    for (const name of [/MetaMask/, /Coinbase Wallet/, /SubWallet \/ Polkadot/, /WalletConnect/]) {
      expect(dialog.getByRole('button', { name })).toBeDefined();
    }
  });

  it('the connect dialog says Connecting and where to look while the wallet is open, and lets the customer go back @wallet-3', async () => {
    permission = () => new Promise(() => undefined);
    const { dialog } = await open();
    fireEvent.click(dialog.getByRole('button', { name: /MetaMask/ }));
    const status = await dialog.findByRole('status');
    expect(status.textContent).toContain('Connecting');
    expect(status.textContent).toContain('Confirm in MetaMask.');
    fireEvent.click(dialog.getByRole('button', { name: 'Back' }));
    expect(await dialog.findByRole('button', { name: /Coinbase/ })).toBeDefined();
  });

  it('connecting a wallet shows a message and opens the dashboard @wallet-4 @wallet-16', async () => {
    const { dialog, router } = await open();
    fireEvent.click(dialog.getByRole('button', { name: /MetaMask/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
    expect(toasts).toEqual([
      expect.objectContaining({ kind: 'success', message: 'MetaMask connected successfully!' }),
    ]);
    expect(walletSession.wallet).toMatchObject({ type: 'metamask', address: ADA });
    expect(JSON.parse(localStorage.getItem('walletSession') ?? '')).toMatchObject({
      type: 'metamask',
      address: ADA,
    });
  });

  it('an account of a Polkadot extension is chosen in the dialog, which can be left without one @wallet-1', async () => {
    const extension = new FakePolkadot([await pairOf('//Alice', 'ed25519'), await pairOf('//Bob')]);
    extension.install();
    const { dialog, router } = await open();
    fireEvent.click(dialog.getByRole('button', { name: /Polkadot/ }));
    const alice = await dialog.findByRole('button', { name: /Alice/ }, { timeout: 8000 });
    expect(alice.textContent).toContain('ed25519');
    fireEvent.click(dialog.getByRole('button', { name: 'Back' }));
    expect(toasts).toEqual([expect.objectContaining({ message: 'Connection cancelled by user' })]);
    fireEvent.click(await dialog.findByRole('button', { name: /Polkadot/ }));
    fireEvent.click(await dialog.findByRole('button', { name: /Bob/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
    expect(walletSession.wallet).toMatchObject({
      kind: 'substrate',
      type: 'polkadot',
      name: 'SubWallet',
      address: 'FoQJpPyadYccjavVdTWxpxU7rUEaYhfLCPwXgkfD6Zat9QP',
    });
    extension.uninstall();
  });

  it('connecting from a quote keeps the URL and what was typed @nav-6', async () => {
    const { router } = mountSite('/quote/car');
    fireEvent.change(await screen.findByLabelText('Model'), { target: { value: 'V60' } });
    openConnectDialog();
    const dialog = within(await screen.findByRole('dialog', { name: 'Connect Your Wallet' }));
    fireEvent.click(await dialog.findByRole('button', { name: /MetaMask/ }, { timeout: 8000 }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(walletSession.status).toBe('connected');
    expect(router.state.location.pathname).toBe('/quote/car');
    expect(screen.getByLabelText<HTMLInputElement>('Model').value).toBe('V60');
  });

  it('the connect dialog shows the wallet’s own error and lets the customer try again @wallet-13', async () => {
    permission = async () => {
      throw Object.assign(new Error('User denied'), { code: 4001 });
    };
    const { dialog, router } = await open();
    fireEvent.click(dialog.getByRole('button', { name: /MetaMask/ }));
    expect((await dialog.findByRole('alert')).textContent).toContain('User rejected the request');
    permission = share;
    fireEvent.click(dialog.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  });

  it('the connect dialog says Failed to connect when the wallet gives no reason @wallet-15', async () => {
    permission = async () => {
      throw new Error('');
    };
    const { dialog } = await open();
    fireEvent.click(dialog.getByRole('button', { name: /MetaMask/ }));
    expect((await dialog.findByRole('alert')).textContent).toContain('Failed to connect MetaMask');
  });

  it('choosing a wallet that is not installed opens its install page and says what to do @wallet-14', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const { dialog } = await open();
    fireEvent.click(dialog.getByRole('button', { name: /Coinbase Wallet/ }));
    expect((await dialog.findByRole('alert')).textContent).toContain(
      'Coinbase Wallet not installed. Please install Coinbase Wallet extension.',
    );
    expect(opened).toHaveBeenCalledWith(
      'https://www.coinbase.com/wallet/downloads',
      '_blank',
      'noopener,noreferrer',
    );
    // A browser may have blocked that page.
    expect(dialog.getByRole('link', { name: 'Open the installation page' }).getAttribute('href')).toBe(
      'https://www.coinbase.com/wallet/downloads',
    );
  });

  describe('on a phone', () => {
    beforeEach(() => {
      const fine = window.matchMedia.bind(window);
      vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
        query === '(pointer: coarse)' ? ({ matches: true } as MediaQueryList) : fine(query),
      );
    });
    const linkOf = async (dialog: Awaited<ReturnType<typeof open>>['dialog']) =>
      (await dialog.findByRole('link', { name: /^Open in Coinbase Wallet/ })).getAttribute('href');
    const opens = (path: string) =>
      `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(`${window.location.origin}${path}`)}`;

    it('a wallet that is not in this browser is opened as an app instead of installed', async () => {
      const { dialog } = await open();
      expect(await linkOf(dialog)).toBe(opens('/'));
      expect(dialog.getByRole('button', { name: /^MetaMask/ })).toBeDefined();
      expect(dialog.queryByRole('button', { name: /Coinbase/ })).toBeNull();
    });

    it('the app opens the visitor’s quote with its dates and choices alone, and no other page', async () => {
      vi.useFakeTimers({ now: Date.parse('2027-03-10T15:00:00Z'), toFake: ['Date'] });
      mountSite('/quote/home?email=ada%40example.org');
      fireEvent.change(await screen.findByLabelText('Owner’s full name'), { target: { value: 'Ada Holm' } });
      fireEvent.click(screen.getByRole('radio', { name: '$200,000' }));
      openConnectDialog();
      const dialog = within(await screen.findByRole('dialog', { name: 'Connect Your Wallet' }));
      await dialog.findByRole('button', { name: /MetaMask/ }, { timeout: 8000 });
      expect(await linkOf(dialog)).toBe(
        opens('/quote/home?start=2027-03-10&end=2028-03-10&coverage=200000&deductible=2500&connect=true'),
      );
      vi.useRealTimers();
      cleanup();
      closeConnectDialog();
      mountSite('/verify/0x12');
      await screen.findByRole('banner');
      openConnectDialog();
      const other = within(await screen.findByRole('dialog', { name: 'Connect Your Wallet' }));
      await other.findByRole('button', { name: /MetaMask/ }, { timeout: 8000 });
      expect(await linkOf(other)).toBe(opens('/'));
    });
  });

  it('the connect dialog says what phones lose where WalletConnect is not offered', async () => {
    const lost = /does not offer WalletConnect, so a wallet on your phone can’t connect/;
    const first = await open();
    expect(first.dialog.queryByText(lost)).toBeNull();
    closeConnectDialog();
    cleanup();
    const { deployment: known } = await loadWallet();
    const offer = known.walletconnect;
    known.walletconnect = null;
    const { dialog } = await open();
    expect(dialog.getByText(lost)).toBeDefined();
    known.walletconnect = offer;
  });
});
