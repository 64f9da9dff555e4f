import { describe, expect, test } from 'vitest';
import { accountOf, cashAccount, cashOf } from './accounts.ts';
import { type BookedRow, linesOf } from './journal.ts';

const cash = { chainId: '1337', contract: '0xc0', token: null };
const CASH = '1000|1337|0xc0|';
/** `5000 +1500.00` for a debit, with base units behind a cash account. */
const booked = (row: BookedRow) =>
  linesOf(row).map(
    ({ account, cents, units }) =>
      `${account} ${cents < 0 ? '' : '+'}${(cents / 100).toFixed(2)}${units === undefined ? '' : ` (${units})`}`,
  );
const moved = { cash, platformFeeCents: 0 };

describe('the journal books', () => {
  test('a premium as written and unearned, with our share of it', () => {
    expect(
      booked({ kind: 'premium', ...moved, cents: 120_000, units: 600n, platformFeeCents: 3000 }),
    ).toEqual([
      `${CASH} +1200.00 (600)`,
      '4000 -1200.00',
      '4100 +1200.00',
      '2000 -1200.00',
      '5200 +30.00',
      '4200 -30.00',
    ]);
  });

  test('a refund as its premium the other way round, so that both together book nothing', () => {
    const refund = { kind: 'refund', ...moved, cents: 40_001, units: 200n, platformFeeCents: -1000 } as const;
    expect(booked(refund)).toEqual([
      '4010 +400.01',
      `${CASH} -400.01 (-200)`,
      '2000 +400.01',
      '4100 -400.01',
      '5200 -10.00',
      '4200 +10.00',
    ]);
    const whole = { ...moved, cents: 120_000, units: 600n };
    const sums = new Map<string, number>();
    for (const { account, cents } of [
      ...linesOf({ kind: 'premium', ...whole }),
      ...linesOf({ kind: 'refund', ...whole }),
    ])
      sums.set(account, (sums.get(account) ?? 0) + cents);
    // What was written and what was refunded stay visible.
    expect(Object.fromEntries(sums)).toEqual({
      [CASH]: 0,
      4000: -120_000,
      4010: 120_000,
      4100: 0,
      2000: 0,
    });
  });

  test.each([
    ['unmatched', [`${CASH} +12.34 (7)`, '2200 -12.34']],
    ['unmatched_refund', ['2200 +12.34', `${CASH} -12.34 (-7)`]],
    ['dust', [`${CASH} +12.34 (7)`, '4400 -12.34']],
    ['claim_paid', ['5000 +12.34', `${CASH} -12.34 (-7)`]],
    ['payment_owed', [`${CASH} +12.34 (7)`, '2300 -12.34']],
    ['owed_paid', ['2300 +12.34', `${CASH} -12.34 (-7)`]],
    ['paid_in_error', ['1300 +12.34', `${CASH} -12.34 (-7)`]],
  ] as const)('%s between cash and one other account', (kind, lines) => {
    expect(booked({ kind, ...moved, cents: 1234, units: 7n })).toEqual(lines);
  });

  test.each([
    [
      { kind: 'claim_paid_other', cents: 200_000 },
      ['1100 +2000.00', '3000 -2000.00', '5000 +2000.00', '1100 -2000.00'],
    ],
    [{ kind: 'reserve', cents: 250_000 }, ['5100 +2500.00', '2100 -2500.00']],
    [{ kind: 'reserve', cents: -250_000 }, ['5100 -2500.00', '2100 +2500.00']],
    [{ kind: 'earned', cents: 9863 }, ['2000 +98.63', '4100 -98.63']],
    [{ kind: 'network_fees', cents: 12 }, ['5300 +0.12', '1200 -0.12']],
    [{ kind: 'revaluation', cents: 30_000, cash }, [`${CASH} +300.00`, '4300 -300.00']],
    [{ kind: 'revaluation', cents: -30_000, cash }, [`${CASH} -300.00`, '4300 +300.00']],
    [{ kind: 'earned', cents: 0 }, []],
  ] satisfies [BookedRow, string[]][])('%o without a movement on a chain', (row, lines) => {
    expect(booked(row)).toEqual(lines);
  });

  test('coins whose value nobody knows as coins alone', () => {
    expect(linesOf({ kind: 'unmatched', ...moved, cents: 0, units: 7n })).toEqual([
      { account: CASH, cents: 0, units: 7n },
      { account: '2200', cents: 0 },
    ]);
  });
});

test('a cash account says which contract holds money in which token', () => {
  const usdc = { ...cash, token: '0xf0' };
  expect(cashOf(cashAccount(usdc))).toEqual(usdc);
  expect(cashOf(cashAccount(cash))).toEqual(cash);
  expect(cashOf('2000')).toBeNull();
  expect(accountOf(cashAccount(usdc)).name).toBe('Cash');
  expect(() => accountOf('9999')).toThrow('Not an account: 9999');
});
