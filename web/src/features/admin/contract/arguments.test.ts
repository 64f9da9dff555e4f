import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { CALLS } from '#domain/clear-signing/sentences.ts';
import type { PoolCurrency } from '#web/wallet/contract.ts';
import { ACTION_GROUPS, type ContractAction } from './actions.ts';
import { argumentsOf } from './arguments.ts';

const TOKEN = '0x5fbdb2315678afecb367f032d93f642f64180aa3';
const HOLDER = '0x9965507d1a55bcc2695c58ba16fb37d819b0a4dc';
const usdc: PoolCurrency = {
  token: TOKEN,
  symbol: 'USDC',
  decimals: 6,
  balance: 0n,
  owed: 0n,
  minimumReserve: 0n,
  freeCapital: 0n,
  allowance: 0,
  allowanceLeft: 0,
  minPerDollar: 1n,
  maxPerDollar: 1n,
  accepted: true,
  isOffered: true,
};

const ACTIONS = Object.values(ACTION_GROUPS).flat();
const action = (call: string) => ACTIONS.find((one) => one.call === call) as ContractAction;

/** The arguments in a filled form, or what is wrong with its fields. */
function read(call: string, values: Record<string, string>, currency: Partial<PoolCurrency> = {}) {
  const one = { ...usdc, ...currency };
  const chosen = values.token === TOKEN ? one : undefined;
  const { shape } = argumentsOf({ action: action(call), currencies: [one], currency: chosen });
  const empty = Object.fromEntries(Object.keys(shape).map((name) => [name, '']));
  const { data, error } = z.object(shape).safeParse({ ...empty, ...values });
  return data ?? Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path[0], message]));
}

describe('the form of a call', () => {
  it('each action that asks for something has a field for each argument that its descriptor shows', () => {
    for (const one of ACTIONS.filter(({ recovers }) => !recovers)) {
      const { fields } = argumentsOf({ action: one, currencies: [usdc], currency: undefined });
      expect(
        fields.map(({ label }) => label),
        one.call,
      ).toEqual(CALLS[one.call].fields.map(({ label }) => label));
    }
  });

  it('the label of an amount names the chosen currency', () => {
    const { fields } = argumentsOf({ action: action('withdraw'), currencies: [usdc], currency: usdc });
    expect(fields.map(({ label }) => label)).toEqual(['Currency', 'Amount in USDC', 'To']);
  });

  it('a filled form becomes the named arguments of the call', () => {
    expect(read('withdraw', { token: TOKEN, to: HOLDER, amount: '1,250.5' })).toEqual({
      token: TOKEN,
      to: HOLDER,
      amount: 1_250_500_000n,
    });
    expect(read('grantRole', { role: 'guardian', holder: HOLDER })).toEqual({ role: 1, holder: HOLDER });
    expect(read('pause', {})).toEqual({});
  });

  it('each wrong field is named', () => {
    expect(read('withdraw', { token: TOKEN, to: '0x12', amount: 'much' })).toEqual({
      to: 'Please enter an address: 0x and 40 digits.',
      amount: 'Please enter an amount in USDC.',
    });
    expect(read('tightenLimits', { allowance: '10.5' })).toEqual({
      token: 'Please choose a currency.',
      allowance: 'Please enter whole dollars.',
    });
    expect(read('tightenLimits', { token: TOKEN, allowance: '1234567890' })).toEqual({
      allowance: 'Please enter whole dollars.',
    });
  });

  it('a limit left empty keeps the pool’s value', () => {
    const now = { minPerDollar: 900_000n, maxPerDollar: 1_100_000n, minimumReserve: 7n, allowance: 500 };
    expect(read('tightenLimits', { token: TOKEN, maxPerDollar: '1.05', allowance: '400' }, now)).toEqual({
      token: TOKEN,
      ...now,
      maxPerDollar: 1_050_000n,
      allowance: 400,
    });
  });

  it('a new currency needs every limit', () => {
    expect(read('addCurrency', { token: TOKEN })).toMatchObject({
      minPerDollar: 'Please enter an amount in USDC.',
      allowance: 'Please enter whole dollars.',
    });
  });

  it('a role that an action may not touch is refused', () => {
    expect(read('revokeRole', { role: 'guardian' })).toEqual({ role: 'Please choose a role.' });
  });

  it('an amount becomes base units without rounding', () => {
    const amount = (text: string, decimals: number) =>
      read('fund', { token: TOKEN, amount: text }, { decimals }).amount;
    expect(amount('0.000001', 6)).toBe(1n);
    expect(amount('12', 18)).toBe(12_000_000_000_000_000_000n);
    expect(amount('0.0000001', 6)).toBe('Please enter an amount in USDC.');
    expect(amount('-1', 6)).toBe('Please enter an amount in USDC.');
  });
});
