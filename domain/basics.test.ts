import { expect, test } from 'vitest';
import { shortAddress, shortHash, walletKey } from './address.ts';
import { NETWORKS, networkName, transactionLink } from './chains.ts';
import { REFERENCE_RATES, shownPlaces } from './currencies.ts';
import { AppError, ERROR_STATUS } from './errors.ts';
import { decodeCursor, encodeCursor } from './page.ts';

test('a wallet is compared as bytes, whatever its letters’ case, and may be 20 or 32 of them', () => {
  expect(walletKey('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')).toBe(
    '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  );
  expect(walletKey(`0x${'AB'.repeat(32)}`)).toBe(`0x${'ab'.repeat(32)}`);
  for (const text of [
    '',
    '0x',
    '0x123',
    '70997970C51812dc3A010C7d01b50e0d17dc79C8',
    `0x${'ab'.repeat(21)}`,
    'ada.eth',
  ]) {
    expect(walletKey(text), text).toBeNull();
  }
});

test('addresses show their first 6 and last 4 characters, hashes their first 10 @confirmation-14 @everywhere-3', () => {
  expect(shortAddress('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')).toBe('0x7099…79C8');
  expect(shortHash(`0x${'12'.repeat(32)}`)).toBe('0x12121212…');
});

test('the eight networks carry the specification’s numbers, and local ones have no explorer @wallet-18 @confirmation-13', () => {
  expect(NETWORKS.map(({ key, chainIdHex }) => [key, chainIdHex])).toEqual([
    ['ganache', '0x539'],
    ['hardhat', '0x7a69'],
    ['sepolia', '0xaa36a7'],
    ['goerli', '0x5'],
    ['mumbai', '0x13881'],
    ['polygon', '0x89'],
    ['ethereum', '0x1'],
    ['bsc', '0x38'],
  ]);
  expect(transactionLink(1337, '0xab')).toBeNull();
  expect(transactionLink(1, '0xab')).toBe('https://etherscan.io/tx/0xab');
  expect(networkName(424242)).toBe('Unknown Network');
});

test('reference rates agree with the specification read in the direction that makes sense @payment-10', () => {
  const usd = (symbol: string) => Number(REFERENCE_RATES[symbol]);
  expect(usd('ETH')).toBe(100 * usd('DOT'));
  expect(usd('ETH')).toBe(20 * usd('KSM'));
  expect(usd('MATIC')).toBeCloseTo(0.0008 * usd('ETH'));
  expect(usd('BNB')).toBeCloseTo(0.17 * usd('ETH'));
  expect([shownPlaces('ETH'), shownPlaces('USDC')]).toEqual([4, 2]);
});

test('an error carries the status of its code', () => {
  expect(new AppError('chain_unreachable', 'x').status).toBe(503);
  for (const status of Object.values(ERROR_STATUS)) expect(status).toBeGreaterThanOrEqual(400);
});

test('a cursor survives its trip, and anything else is refused', () => {
  for (const cursor of [
    { back: false, at: '2026-11-21T09:00:00.000Z', id: 12 },
    { back: true, at: null, id: 9_007_199_254_740_991 },
    { back: false, at: '2026-11-21T09:00:00.000Z', id: '0a1b' },
  ]) {
    expect(decodeCursor(encodeCursor(cursor))).toEqual(cursor);
  }
  const others = [
    'nonsense',
    '[]',
    '[0,null,0]',
    '[2,null,1]',
    '[0,1,1]',
    '[0,null,1.5]',
    '[0,null,""]',
    '{}',
  ];
  for (const text of ['', 'x', ...others.map(btoa)]) expect(decodeCursor(text), text).toBeNull();
});
