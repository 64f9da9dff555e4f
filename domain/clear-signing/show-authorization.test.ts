import { expect, it } from 'vitest';
import { authorizationTypedData } from '#domain/quote/authorization.ts';
import { quoteId } from '#domain/quote/typed-data.ts';
import { CHAIN_ID, COINS, CONTRACT, TRIP } from './samples.fixture.ts';
import { sentenceOf } from './show.ts';
import { showAuthorization } from './show-authorization.ts';

const ID = '0xID';
const { shown, note, purchase } = showAuthorization(TRIP, { quoteId: ID, contract: CONTRACT, coins: COINS });

it('an authorization says its amount and nonce, and beside them what it buys and when', () => {
  expect(sentenceOf(shown)).toBe('Let the contract take 1,200.5 USDC once, with the nonce 0xID');
  expect(shown.parts.filter(({ compare }) => compare).map(({ text }) => text)).toEqual([
    '1,200.5 USDC',
    '0xID',
  ]);
  expect(note).toMatch(
    /^It buys travel insurance from December 1, 2026 to November 30, 2027, cover \$1,000,000\./,
  );
  expect(sentenceOf(purchase)).toBe(
    'Buy travel insurance with a signed authorization: pay 1,200.5 USDC, cover $1,000,000',
  );
});

it('what an authorization says is what the wallet is asked to sign', () => {
  const id = quoteId(CHAIN_ID, CONTRACT, TRIP);
  const { message } = authorizationTypedData(CHAIN_ID, CONTRACT, TRIP, { name: 'USD Coin', version: '2' });
  const values = showAuthorization(TRIP, { quoteId: id, contract: CONTRACT, coins: COINS }).shown.fields;
  expect(values.map(({ value }) => value)).toEqual([
    '1,200.5 USDC',
    message.nonce,
    message.from,
    message.to,
    '2026-12-09 08:30:01 UTC',
  ]);
  expect(message.validBefore).toBe(1_796_805_001n);
});
