// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { evmWallet } from '#web/test/sample-wallet.ts';
import { KEYS, local, session } from './storage.ts';
import {
  changeAccount,
  changeChain,
  endSignIn,
  RESTORE_DELAY_MS,
  recentWallet,
  restoreWalletSession,
  setConnected,
  setDisconnected,
  setSignedIn,
  storedSignIn,
  walletSession,
} from './wallet-session.ts';

const ADDRESS = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
const OTHER = '0x976EA74026E726554dB657fA54763abd0C3a0aa9';
const wallet = evmWallet(ADDRESS);
const [ASKED, QUOTED] = [`${KEYS.purchase}QUOTE-1`, `${KEYS.purchase}QUOTE-2`];
const later = () => new Date(Date.now() + 3_600_000).toISOString();

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  Object.assign(walletSession, { status: 'restoring', wallet: null, signIn: null, endedBy: null });
});

describe('restoring after a page load', () => {
  it('a browser without a stored wallet is disconnected immediately', () => {
    restoreWalletSession(() => expect.unreachable());
    expect(walletSession.status).toBe('disconnected');
  });

  it('the stored wallet and its sign-in are restored after 100 ms @wallet-5', () => {
    vi.useFakeTimers();
    setConnected(wallet);
    setSignedIn({ token: 't', address: ADDRESS, expiresAt: later() });
    Object.assign(walletSession, { status: 'restoring', wallet: null, signIn: null });
    const revive = vi.fn();
    restoreWalletSession(revive);
    vi.advanceTimersByTime(RESTORE_DELAY_MS - 1);
    expect(walletSession.status).toBe('restoring');
    vi.advanceTimersByTime(1);
    expect(walletSession.status).toBe('connected');
    expect(walletSession.signIn?.token).toBe('t');
    expect(revive).toHaveBeenCalledExactlyOnceWith(wallet);
    vi.useRealTimers();
  });

  it.each([
    ['{not json'],
    ['{"type":"metamask"}'],
    ['{"type":"m","name":"M","address":"nobody"}'],
    ['null'],
  ])('%s in storage is not a wallet', (text) => {
    localStorage.setItem(KEYS.walletSession, text);
    restoreWalletSession(() => expect.unreachable());
    expect(walletSession.status).toBe('disconnected');
  });
});

describe('a stored sign-in', () => {
  it('a stored sign-in is valid only for its own address and until it expires', () => {
    const now = Date.parse('2026-11-21T10:00:00Z');
    local.write(KEYS.walletToken, { token: 't', address: ADDRESS, expiresAt: '2026-11-21T10:00:01Z' });
    expect(storedSignIn(ADDRESS.toLowerCase(), now)?.token).toBe('t');
    expect(storedSignIn(OTHER, now)).toBeNull();
    expect(storedSignIn(ADDRESS, now + 1_000)).toBeNull();
    local.write(KEYS.walletToken, { token: 't', address: ADDRESS, expiresAt: 'never' });
    expect(storedSignIn(ADDRESS, now)).toBeNull();
  });

  it('a sign-in ends without the wallet, and a late 401 for an older token ends nothing', () => {
    setConnected(wallet);
    setSignedIn({ token: 'new', address: ADDRESS, expiresAt: later() });
    endSignIn('old');
    expect(walletSession.signIn?.token).toBe('new');
    endSignIn('new');
    expect(walletSession.signIn).toBeNull();
    expect(walletSession.status).toBe('connected');
    expect(local.has(KEYS.walletToken)).toBe(false);
  });
});

describe('an expired sign-in', () => {
  it('a sign-in that the server refused or that ran out counts as expired until the next one', () => {
    setConnected(wallet);
    expect(walletSession.expired).toBe(false);
    setSignedIn({ token: 'old', address: ADDRESS, expiresAt: later() });
    endSignIn('old');
    expect(walletSession.expired).toBe(true);
    setSignedIn({ token: 'new', address: ADDRESS, expiresAt: later() });
    expect(walletSession.expired).toBe(false);
    local.write(KEYS.walletToken, { token: 't', address: ADDRESS, expiresAt: '2020-01-01T00:00:00Z' });
    setConnected(wallet);
    expect(walletSession.expired).toBe(true);
    setDisconnected('user');
    expect(walletSession.expired).toBe(false);
  });
});

describe('switching accounts', () => {
  it('another account ends the previous account’s session and purchase @wallet-8', () => {
    setConnected(wallet);
    setSignedIn({ token: 't', address: ADDRESS, expiresAt: later() });
    local.write(KEYS.quoteData, {});
    session.write(KEYS.transactionData, {});
    expect(changeAccount(OTHER)).toBe(true);
    expect(walletSession.wallet?.address).toBe(OTHER);
    expect(walletSession.signIn).toBeNull();
    for (const key of [KEYS.walletToken, KEYS.quoteData]) expect(local.has(key)).toBe(false);
    expect(session.has(KEYS.transactionData)).toBe(false);
    expect(local.read(KEYS.walletSession)).toMatchObject({ address: OTHER });
  });

  it('the same address in another case is the same account', () => {
    setConnected(wallet);
    setSignedIn({ token: 't', address: ADDRESS, expiresAt: later() });
    expect(changeAccount(ADDRESS.toLowerCase())).toBe(false);
    expect(walletSession.signIn?.token).toBe('t');
  });
});

describe('a disconnection', () => {
  it('disconnecting removes everything but the wallet’s kind @wallet-6', () => {
    setConnected(wallet);
    setSignedIn({ token: 't', address: ADDRESS, expiresAt: later() });
    local.write(KEYS.quoteData, {});
    setDisconnected('user');
    expect(walletSession).toMatchObject({
      status: 'disconnected',
      wallet: null,
      signIn: null,
      endedBy: 'user',
    });
    for (const key of [KEYS.walletSession, KEYS.walletToken, KEYS.quoteData])
      expect(local.has(key)).toBe(false);
    expect(recentWallet()).toBe('metamask');
  });

  it('a disconnection keeps what the wallet was asked to pay, and nothing else of any purchase', () => {
    setConnected(wallet);
    local.write(KEYS.transactionMetadata, {});
    session.write(KEYS.transactionData, {});
    const payment = { quoteId: '0x1' };
    local.write(ASKED, { id: 'QUOTE-1', state: 'asked', open: 1, quote: { type: 'Home' }, payment });
    local.write(QUOTED, { id: 'QUOTE-2', state: 'quoted', open: 0, quote: { type: 'Car' }, payment: null });
    setDisconnected('user');
    expect(local.read(ASKED)).toEqual({ id: 'QUOTE-1', state: 'unknown', open: 1, quote: null, payment });
    for (const key of [QUOTED, KEYS.transactionMetadata]) expect(local.has(key)).toBe(false);
    expect(session.has(KEYS.transactionData)).toBe(false);
  });

  it('a wallet that disconnects on its own keeps a purchase that may be in progress @wallet-7', () => {
    setConnected(wallet);
    local.write(ASKED, { quote: {}, open: 0 });
    setDisconnected('wallet');
    expect(local.read(ASKED)).toEqual({ quote: {}, open: 0 });
    expect(local.has(KEYS.walletSession)).toBe(false);
  });
});

describe('a change of chain', () => {
  it('a change of chain is stored for the next visit @wallet-9', () => {
    setConnected(wallet);
    changeChain('1');
    expect(walletSession.wallet?.chainId).toBe('1');
    expect(local.read(KEYS.walletSession)).toMatchObject({ chainId: '1' });
  });
});
