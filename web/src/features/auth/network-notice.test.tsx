import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { changeChain, setDisconnected, walletSession } from '#web/state/wallet-session.ts';
import { connectExtension } from '#web/test/connect.ts';
import { mount } from '#web/test/mount.tsx';
import { type ToastCall, takeDelivery } from '#web/ui/toast.ts';
import { loadWallet } from '#web/wallet/load.ts';
import NetworkNotice from './network-notice.tsx';

const ADA = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
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

let switching: () => Promise<null>;
const provider = {
  request: async ({ method }: { method: string }): Promise<unknown> => {
    if (method === 'wallet_switchEthereumChain') return switching();
    if (method === 'wallet_requestPermissions') {
      return [{ parentCapability: 'eth_accounts', caveats: [{ type: 'x', value: [ADA] }] }];
    }
    if (method === 'eth_accounts' || method === 'eth_requestAccounts') return [ADA];
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

beforeEach(async () => {
  toasts = [];
  takeDelivery((call) => toasts.push(call));
  vi.stubGlobal('fetch', async () => Response.json(deployment));
  switching = async () => null;
  window.addEventListener('eip6963:requestProvider', announce);
  await connectExtension();
  changeChain('1');
}, 20_000);
afterEach(() => {
  window.removeEventListener('eip6963:requestProvider', announce);
  setDisconnected('user');
});

const button = (name: string) => screen.findByRole('button', { name });

it('the network notice names the unsupported network, keeps the page readable and offers Switch and Disconnect @wallet-22', async () => {
  mount(<NetworkNotice />);
  await button('Switch to Ganache Local');
  expect(screen.getByText(/Your wallet is on Ethereum Mainnet, which we do not support\./)).toBeDefined();
  fireEvent.click(await button('Disconnect'));
  await waitFor(() => expect(walletSession.status).toBe('disconnected'));
});

it('the network notice says when the wallet is on a network that closed down, or on an unknown one @wallet-18', async () => {
  changeChain('5');
  mount(<NetworkNotice />);
  await button('Switch to Ganache Local');
  expect(
    screen.getByText(/^Your wallet is on Goerli Testnet, which has closed down\. You can read/),
  ).toBeDefined();
  act(() => changeChain('80001'));
  expect(await screen.findByText(/^Your wallet is on Mumbai Testnet, which has closed down\./)).toBeDefined();
  act(() => changeChain('424242'));
  expect(
    await screen.findByText(/^Your wallet is on Unknown Network, which we do not support\./),
  ).toBeDefined();
});

it('the network notice confirms a switch @wallet-21', async () => {
  mount(<NetworkNotice />);
  fireEvent.click(await button('Switch to Ganache Local'));
  await waitFor(() =>
    expect(toasts).toEqual([
      expect.objectContaining({ kind: 'success', message: 'Switched to Ganache Local' }),
    ]),
  );
});

it('the network notice says when switching failed @wallet-20', async () => {
  switching = async () => {
    throw Object.assign(new Error('busy'), { code: -32603 });
  };
  mount(<NetworkNotice />);
  fireEvent.click(await button('Switch to Ganache Local'));
  await waitFor(() =>
    expect(toasts).toEqual([
      expect.objectContaining({ kind: 'error', message: 'Failed to switch to Ganache Local' }),
    ]),
  );
});

it('no network notice is shown on a supported network', async () => {
  changeChain('1337');
  const { container } = mount(<NetworkNotice />);
  await loadWallet();
  expect(container.textContent).toBe('');
});
