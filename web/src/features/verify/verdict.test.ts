import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RegistryPolicy, RegistryReading } from '#web/wallet/registry.ts';
import { currencyOf, parseQuoteId, productName, verdictOf } from './verdict.ts';

const ID = `0x${'0a'.repeat(32)}` as const;
const policy: RegistryPolicy = {
  holder: '0x976EA74026E726554dB657fA54763abd0C3a0aa9',
  token: null,
  product: 1,
  status: 'active',
  start: 1000,
  end: 2000,
  cover: 500_000,
  paidOut: 0,
  claims: 0,
};

describe('verdictOf', () => {
  it('the contract decides whether a policy is in force', () => {
    expect(verdictOf(policy, { inForce: true, time: 1500 })).toEqual({ kind: 'in_force', at: 2000 });
  });

  it('the verdict says when a policy starts or when it ended', () => {
    expect(verdictOf(policy, { inForce: false, time: 999 })).toEqual({ kind: 'starts', at: 1000 });
    expect(verdictOf(policy, { inForce: false, time: 2000 })).toEqual({ kind: 'ended', at: 2000 });
  });

  it('the verdict says that a policy was canceled or rejected, whatever the time', () => {
    for (const status of ['cancelled', 'rejected'] as const) {
      for (const time of [0, 1500, 9999]) {
        expect(verdictOf({ ...policy, status }, { inForce: false, time })).toEqual({
          kind: status,
          at: 2000,
        });
      }
    }
  });

  it('a canceled policy that ends at its start is void, and a rejected one never began', () => {
    const never = { ...policy, end: policy.start };
    for (const time of [0, 1000, 9999]) {
      expect(verdictOf({ ...never, status: 'cancelled' }, { inForce: false, time }).kind).toBe('void');
      expect(verdictOf({ ...never, status: 'rejected' }, { inForce: false, time }).kind).toBe(
        'rejected_before',
      );
    }
  });

  it('the verdict never says in force when the contract does not', () => {
    fc.assert(
      fc.property(fc.nat(3000), fc.constantFrom('active', 'cancelled', 'rejected'), (time, status) => {
        expect(verdictOf({ ...policy, status }, { inForce: false, time }).kind).not.toBe('in_force');
      }),
    );
  });
});

describe('parseQuoteId', () => {
  it('a quote id is found in pasted text', () => {
    for (const text of [
      ID,
      `  ${ID.toUpperCase().replace('0X', '0x')} `,
      ID.slice(2),
      `https://mooring.example/verify/${ID}`,
      `https://mooring.example/verify/${ID}/?from=qr#top`,
      `Registry id: ${ID}.`,
    ]) {
      expect(parseQuoteId(text)).toBe(ID);
    }
  });

  it('no quote id is found where there is none', () => {
    for (const text of ['', 'hello', '0x12', `${ID}0`, `0x${'g'.repeat(64)}`]) {
      expect(parseQuoteId(text)).toBeNull();
    }
    fc.assert(fc.property(fc.string({ maxLength: 63 }), (text) => parseQuoteId(text) === null));
  });
});

describe('names', () => {
  const chain = {
    currencies: [
      { symbol: 'ETH', decimals: 18, token: null },
      { symbol: 'USDC', decimals: 6, token: '0xAbCdef0000000000000000000000000000000001' },
    ],
  };
  const reading = (token: string | null) =>
    ({ chain, policy: { ...policy, token } }) as unknown as RegistryReading;

  it('a currency is named by its token address, however it is written', () => {
    expect(currencyOf(reading(null))).toBe('ETH');
    expect(currencyOf(reading('0xabcdef0000000000000000000000000000000001'))).toBe('USDC');
  });

  it('an unknown token or product is shown as it is', () => {
    expect(currencyOf(reading('0x0000000000000000000000000000000000000009'))).toBe(
      '0x0000000000000000000000000000000000000009',
    );
    expect(productName(2)).toBe('Car Insurance');
    expect(productName(9)).toBe('Product 9');
  });
});
