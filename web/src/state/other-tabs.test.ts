// @vitest-environment happy-dom
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { followOtherTabs } from './other-tabs.ts';
import { KEYS, local } from './storage.ts';
import { setConnected, walletSession } from './wallet-session.ts';

const ADDRESS = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
const wallet = { type: 'metamask', name: 'MetaMask', address: ADDRESS, chainId: 1337 };
const signIn = { token: 't', address: ADDRESS, expiresAt: new Date(Date.now() + 3_600_000).toISOString() };

/** What another tab's write looks like from here. */
function elsewhere(key: string, value: unknown): void {
  if (value === null) local.remove(key);
  else local.write(key, value);
  const newValue = value === null ? null : JSON.stringify(value);
  window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
}

beforeAll(followOtherTabs);
beforeEach(() => {
  localStorage.clear();
  setConnected(wallet);
});

describe('other tabs', () => {
  it('a disconnection in another tab ends the session here', () => {
    elsewhere(KEYS.walletSession, null);
    expect(walletSession).toMatchObject({ status: 'disconnected', wallet: null, signIn: null });
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
