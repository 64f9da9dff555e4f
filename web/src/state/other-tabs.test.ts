// @vitest-environment happy-dom

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { evmWallet } from '#web/test/sample-wallet.ts';
import { followOtherTabs } from './other-tabs.ts';
import { KEYS, local, session } from './storage.ts';
import { setConnected, setDisconnected, walletSession } from './wallet-session.ts';

const ADDRESS = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
const wallet = evmWallet(ADDRESS);
const signIn = { token: 't', address: ADDRESS, expiresAt: new Date(Date.now() + 3_600_000).toISOString() };

/** What this tab's search for a wallet of another tab finds. */
let revive: () => Promise<void> = async () => {};

/** What another tab's write looks like from here. */
function elsewhere(key: string, value: unknown): void {
  if (value === null) local.remove(key);
  else local.write(key, value);
  const newValue = value === null ? null : JSON.stringify(value);
  window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
}

beforeAll(() => followOtherTabs(() => revive()));
beforeEach(() => {
  localStorage.clear();
  setConnected(wallet);
  revive = async () => {};
});

describe('other tabs', () => {
  it('a disconnection in another tab ends the session here', () => {
    elsewhere(KEYS.walletSession, null);
    expect(walletSession).toMatchObject({ status: 'disconnected', wallet: null, signIn: null });
  });

  it('a wallet that ended its session in another tab ends it here, and keeps the purchase in progress @wallet-7', () => {
    session.write(KEYS.transactionData, {});
    local.write(`${KEYS.purchase}QUOTE-1`, { open: 0 });
    elsewhere(KEYS.walletSession, { endedBy: 'wallet' });
    elsewhere(KEYS.walletSession, null);
    expect(walletSession).toMatchObject({ status: 'disconnected', endedBy: 'wallet' });
    expect(session.has(KEYS.transactionData)).toBe(true);
    expect(local.has(`${KEYS.purchase}QUOTE-1`)).toBe(true);
  });

  it('a person who disconnects in another tab leaves no purchase here @wallet-6', () => {
    session.write(KEYS.transactionData, {});
    elsewhere(KEYS.walletSession, { endedBy: 'user' });
    expect(walletSession.endedBy).toBe('user');
    expect(session.has(KEYS.transactionData)).toBe(false);
  });

  it('a session that ends in another tab leaves alone what that tab has stored since', () => {
    const next = { ...wallet, address: `0x${'1'.repeat(40)}` };
    local.write(KEYS.walletSession, next);
    const newValue = JSON.stringify({ endedBy: 'wallet' });
    window.dispatchEvent(Object.assign(new Event('storage'), { key: KEYS.walletSession, newValue }));
    expect(walletSession.status).toBe('disconnected');
    expect(local.read(KEYS.walletSession)).toEqual(next);
  });

  it('a wallet that another tab connects is connected here, and signed in once it is found', async () => {
    setDisconnected('user');
    let found = () => {};
    revive = () =>
      new Promise((resolve) => {
        found = resolve;
      });
    local.write(KEYS.walletToken, signIn);
    elsewhere(KEYS.walletSession, wallet);
    expect(walletSession).toMatchObject({ status: 'connected', wallet, signIn: null });
    found();
    await expect.poll(() => walletSession.signIn?.token).toBe('t');
  });

  it('a wallet that another tab connects and this one cannot find stays connected there', async () => {
    setDisconnected('user');
    revive = async () => setDisconnected('wallet');
    local.write(KEYS.walletToken, signIn);
    elsewhere(KEYS.walletSession, wallet);
    expect(walletSession).toMatchObject({ status: 'disconnected', signIn: null });
    expect(local.read(KEYS.walletSession)).toEqual(wallet);
    expect(local.has(KEYS.walletToken)).toBe(true);
  });

  it('a wallet that another tab connected before it disconnected is not stored again', () => {
    setDisconnected('user');
    const newValue = JSON.stringify(wallet);
    window.dispatchEvent(Object.assign(new Event('storage'), { key: KEYS.walletSession, newValue }));
    expect(local.has(KEYS.walletSession)).toBe(false);
  });

  it('a sign-in or sign-out in another tab applies here', () => {
    elsewhere(KEYS.walletToken, signIn);
    expect(walletSession.signIn?.token).toBe('t');
    elsewhere(KEYS.walletToken, null);
    expect(walletSession.signIn).toBeNull();
  });

  it('a sign-in of another account in another tab changes nothing here', () => {
    elsewhere(KEYS.walletToken, { ...signIn, address: `0x${'1'.repeat(40)}` });
    expect(walletSession.signIn).toBeNull();
  });
});
