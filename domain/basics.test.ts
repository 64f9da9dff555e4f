import { expect, test } from 'vitest';
import { sameWallet, shortAddress, shortHash, walletKey } from './address.ts';
import {
  chainIdOf,
  chainRefOf,
  fewestConfirmations,
  NETWORKS,
  networkName,
  otherNetworks,
  transactionLink,
} from './chains.ts';
import { currencyNamed, isDollar, REFERENCE_RATES, shownPlaces } from './currencies.ts';
import { AppError, ERROR_STATUS } from './errors.ts';
import { emailField, phoneField } from './fields.ts';
import { decodeCursor, encodeCursor } from './page.ts';
import { PROMISES } from './promises.ts';

test('a wallet address of 20 or 32 bytes is compared without regard to letter case', () => {
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

test('a short address shows the first 6 and last 4 characters, a short hash the first 10 @confirmation-14 @everywhere-3', () => {
  expect(shortAddress('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')).toBe('0x7099…79C8');
  expect(shortHash(`0x${'12'.repeat(32)}`)).toBe('0x12121212…');
});

test('the eight networks carry the specification’s numbers, and local ones have no explorer @wallet-18 @confirmation-13', () => {
  expect(NETWORKS.slice(0, 8).map(({ key, ref }) => [key, ref])).toEqual([
    ['ganache', chainRefOf('0x539')],
    ['hardhat', chainRefOf('0x7a69')],
    ['sepolia', chainRefOf('0xaa36a7')],
    ['goerli', chainRefOf('0x5')],
    ['mumbai', chainRefOf('0x13881')],
    ['polygon', chainRefOf('0x89')],
    ['ethereum', chainRefOf('0x1')],
    ['bsc', chainRefOf('0x38')],
  ]);
  expect(transactionLink(1337, '0xab')).toBeNull();
  expect(transactionLink(1, '0xab')).toBe('https://etherscan.io/tx/0xab');
  expect(transactionLink(NETWORKS.find(({ key }) => key === 'kusama')?.ref ?? '', '0xab')).toBe(
    'https://assethub-kusama.subscan.io/extrinsic/0xab',
  );
  expect(networkName(424242)).toBe('Unknown Network');
});

test('each network has its own coin, and retired networks are known as such @networks-1', () => {
  const coins = NETWORKS.map(({ key, stage, nativeCurrency: { symbol, decimals } }) => [
    key,
    stage,
    symbol,
    decimals,
  ]);
  expect(coins).toEqual([
    ['ganache', 'test', 'ETH', 18],
    ['hardhat', 'test', 'ETH', 18],
    ['sepolia', 'test', 'ETH', 18],
    ['goerli', 'retired', 'ETH', 18],
    ['mumbai', 'retired', 'MATIC', 18],
    ['polygon', 'live', 'POL', 18],
    ['ethereum', 'live', 'ETH', 18],
    ['bsc', 'live', 'BNB', 18],
    ['amoy', 'test', 'POL', 18],
    ['base', 'live', 'ETH', 18],
    ['polkadot', 'live', 'DOT', 10],
    ['kusama', 'live', 'KSM', 12],
    ['westend', 'test', 'WND', 12],
    ['paseo', 'test', 'PAS', 10],
    ['rococo', 'test', 'ROC', 12],
  ]);
  expect(transactionLink(56, '0xab')).toBe('https://bscscan.com/tx/0xab');
  expect(transactionLink(137, '0xab')).toBe('https://polygonscan.com/tx/0xab');
});

test('a network with real money needs two confirmations, and so does one that we do not know', () => {
  expect([1337, 11155111, 80002, 5].map(fewestConfirmations)).toEqual([1, 1, 1, 1]);
  expect([1, 137, 56, 8453, 424242].map(fewestConfirmations)).toEqual([2, 2, 2, 2, 2]);
});

test('networks without a deployment are those that the same wallet could use', () => {
  const others = (offered: (string | number)[]) => otherNetworks(offered).map(({ key }) => key);
  expect(others([1337, 56])).toEqual([
    'hardhat',
    'sepolia',
    'goerli',
    'mumbai',
    'polygon',
    'ethereum',
    'amoy',
    'base',
  ]);
  const westend = NETWORKS.find(({ key }) => key === 'westend')?.ref ?? '';
  expect(others([westend])).toEqual(['polkadot', 'kusama', 'paseo', 'rococo']);
  expect(others([])).toEqual([]);
});

test('a chain has one id in our code, whatever a wallet or a client calls it', () => {
  const genesis = `0x${'Ab'.repeat(32)}`;
  expect([1337, '1337', '0x539', ' 0X539 '].map(chainRefOf)).toEqual(['1337', '1337', '1337', '1337']);
  expect(chainRefOf(genesis)).toBe(genesis.toLowerCase());
  expect([chainIdOf('1337'), chainIdOf(chainRefOf(genesis))]).toEqual([1337, genesis.toLowerCase()]);
});

test('a renamed coin is found under its former symbol, but never instead of one that still has it', () => {
  const [pol, matic, usdc] = [{ symbol: 'POL' }, { symbol: 'MATIC' }, { symbol: 'USDC' }] as const;
  expect(currencyNamed([pol, usdc], ' matic ')).toBe(pol);
  expect(currencyNamed([pol, usdc], 'POL')).toBe(pol);
  expect(currencyNamed([pol, matic], 'MATIC')).toBe(matic);
  expect(currencyNamed([matic], 'POL')).toBeNull();
  expect(currencyNamed([usdc], 'MATIC')).toBeNull();
});

test('reference rates match the specification, read in the direction that makes sense @payment-10', () => {
  const usd = (symbol: string) => Number(REFERENCE_RATES[symbol]);
  expect(usd('ETH')).toBe(100 * usd('DOT'));
  expect(usd('ETH')).toBe(20 * usd('KSM'));
  expect(usd('MATIC')).toBeCloseTo(0.0008 * usd('ETH'));
  expect(usd('BNB')).toBeCloseTo(0.17 * usd('ETH'));
  expect([usd('USDC'), usd('USDT')]).toEqual([1, 1]);
  expect([usd('POL'), usd('ROC')]).toEqual([usd('MATIC'), usd('DOT')]);
  expect([usd('WND'), usd('PAS')]).toEqual([Number.NaN, Number.NaN]);
  expect([shownPlaces('ETH'), shownPlaces('USDC')]).toEqual([4, 2]);
});

test('an AppError has the HTTP status of its code', () => {
  expect(new AppError('chain_unreachable', 'x').status).toBe(503);
  for (const status of Object.values(ERROR_STATUS)) expect(status).toBeGreaterThanOrEqual(400);
});

test('a page cursor decodes to what was encoded, and other text is refused', () => {
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

test('coins are shown with four decimals and other currencies with two @payment-9', () => {
  const places = ['ETH', 'DOT', 'KSM', 'MATIC', 'USDC', 'USDT', 'BNB'].map(shownPlaces);
  expect(places).toEqual([4, 4, 4, 4, 2, 2, 2]);
  expect(['POL', 'ROC', 'WND', 'PAS'].map(shownPlaces)).toEqual([4, 4, 4, 4]);
  expect(['USDC', 'USDT', 'ETH', 'BNB'].map(isDollar)).toEqual([true, true, false, false]);
});

test('the promised times are the specification’s @everywhere-4', () => {
  expect(PROMISES).toMatchObject({ replyHours: 24, emailReplyHours: 4, claimReviewHours: 48 });
});

test('an invalid email address or phone number is refused with a sentence @quote-5', () => {
  expect(emailField.safeParse('ada@').error?.issues[0]?.message).toBe('Please enter a valid email address');
  for (const phone of ['123456789', 'call me maybe', '1'.repeat(33)]) {
    expect(phoneField.safeParse(phone).error?.issues[0]?.message).toBe('Please enter a valid phone number');
  }
  expect(phoneField.parse('+44 20 7946 0018')).toBe('+44 20 7946 0018');
});

test('wallets are the same by their bytes, and SS58 addresses by their letters', () => {
  const [evm, key] = ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', `0x${'Ab'.repeat(32)}`];
  const [ss58, other] = [
    'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F',
    'FoQJpPyadYccjavVdTWxpxU7rUEaYhfLCPwXgkfD6Zat9QP',
  ];
  expect(sameWallet(evm, ` ${evm.toLowerCase()}`)).toBe(true);
  expect(sameWallet(key, key.toLowerCase())).toBe(true);
  expect(sameWallet(ss58, ss58)).toBe(true);
  expect(sameWallet(ss58, other)).toBe(false);
  expect(sameWallet(ss58, ss58.toLowerCase())).toBe(false);
  expect(sameWallet(evm, key)).toBe(false);
});
