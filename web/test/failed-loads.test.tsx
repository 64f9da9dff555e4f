import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setConnected, setDisconnected, setSignedIn } from '#web/state/wallet-session.ts';
import { mountSite } from './mount.tsx';
import { evmWallet } from './sample-wallet.ts';

const ADDRESS = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
const refusal = { success: false, message: 'Not now.', code: 'test', request_id: 'r' };
const deployment = {
  environment: 'local',
  chains: [
    {
      chain_id: 1337,
      key: 'ganache',
      name: 'Ganache Local',
      rpc_url: 'http://node.test/',
      contract: `0x${'1'.repeat(40)}`,
      currencies: [{ symbol: 'ETH', decimals: 18, token: null }],
    },
  ],
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  // Our server refuses everything, and the chain's node is down.
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const url = String(input);
    if (url === '/deployment.json') return Response.json(deployment);
    if (url.includes('node.test')) throw new TypeError('Failed to fetch');
    return Response.json(refusal, { status: 422 });
  });
  setConnected(evmWallet(ADDRESS));
  setSignedIn({ token: 't', address: ADDRESS, expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
});
afterEach(() => setDisconnected('user'));

const waiting = () => document.querySelectorAll('main .animate-pulse').length;

describe('pages that cannot load', { timeout: 15_000 }, () => {
  it.each([
    '/dashboard',
    '/my-policies',
    '/policy/7?type=home',
    '/my-claims',
    '/claim/7',
    '/submit-claim',
    '/messages',
    '/messages?thread=7',
    '/profile',
    '/support',
    '/api-reference',
    '/find-payment',
    `/verify/0x${'b'.repeat(64)}`,
  ])('%s stops loading and offers to retry when nothing can be loaded @payment-18', async (path) => {
    mountSite(path);
    const main = within(await screen.findByRole('main'));
    // The lookup's networks are a static file, which still loads.
    if (path === '/find-payment') await main.findByRole('button', { name: 'Find my policy' });
    else await main.findAllByRole('button', { name: /Try Again|Retry|Check again/ }, { timeout: 8000 });
    await waitFor(() => expect(waiting()).toBe(0), { timeout: 8000 });
  });
});
