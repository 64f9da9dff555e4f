import { describe, expect, it } from 'vitest';
import type { PoolCurrency } from '#web/wallet/contract.ts';
import { baseUnits, callOf } from './action-values.ts';
import { ACTION_GROUPS, type ContractAction } from './actions.ts';

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

const action = (name: string) =>
  ACTION_GROUPS.flatMap(({ actions }) => actions).find((one) => one.name === name) as ContractAction;

describe('callOf', () => {
  it('a filled form becomes the call with its arguments in the contract’s order', () => {
    expect(callOf(action('withdraw'), { token: TOKEN, to: HOLDER, amount: '1,250.5' }, [usdc])).toEqual({
      call: { name: 'withdraw', args: [TOKEN, HOLDER, 1_250_500_000n] },
    });
    expect(callOf(action('grantRole'), { role: 'guardian', holder: HOLDER }, [usdc])).toEqual({
      call: { name: 'grantRole', args: [1, HOLDER] },
    });
    expect(callOf(action('pause'), {}, [usdc])).toEqual({ call: { name: 'pause' } });
  });

  it('each wrong field is named', () => {
    expect(callOf(action('withdraw'), { token: TOKEN, to: '0x12', amount: 'much' }, [usdc])).toEqual({
      problems: {
        to: 'Please enter an address: 0x and 40 digits.',
        amount: 'Please enter an amount in USDC.',
      },
    });
    expect(callOf(action('tightenLimits'), { dollars: '10.5' }, [usdc])).toEqual({
      problems: { token: 'Please choose a currency.', dollars: 'Please enter whole dollars.' },
    });
  });

  it('a limit that is left empty stays as the pool has it', () => {
    const now = { minPerDollar: 900_000n, maxPerDollar: 1_100_000n, minimumReserve: 7n, allowance: 500 };
    const values = { token: TOKEN, most: '1.05', dollars: '400' };
    expect(callOf(action('tightenLimits'), values, [{ ...usdc, ...now }])).toEqual({
      call: {
        name: 'tightenLimits',
        args: [{ token: TOKEN, ...now, maxPerDollar: 1_050_000n, allowance: 400 }],
      },
    });
  });

  it('a role that an action may not touch is refused', () => {
    expect(callOf(action('revokeRole'), { role: 'guardian' }, [usdc])).toEqual({
      problems: { role: 'Please choose a role.' },
    });
  });
});

describe('baseUnits', () => {
  it('an amount becomes base units without rounding', () => {
    expect(baseUnits('0.000001', 6)).toBe(1n);
    expect(baseUnits('12', 18)).toBe(12_000_000_000_000_000_000n);
    expect(baseUnits('0.0000001', 6)).toBeNull();
    expect(baseUnits('-1', 6)).toBeNull();
  });
});
