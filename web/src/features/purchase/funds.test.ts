import { describe, expect, it } from 'vitest';
import { heldAmount, missingFunds } from './funds.ts';

const ETH = { symbol: 'ETH', decimals: 18, token: null };
const USDC = { symbol: 'USDC', decimals: 6, token: '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512' };
const FEE = 62_000_000_000_001n;
const inEth = { currency: ETH, amount: 6n * 10n ** 17n, coin: ETH, fee: FEE };
const inUsdc = { currency: USDC, amount: 1_200_000_000n, coin: ETH, fee: FEE };

describe('missing funds', () => {
  it('missing native coin includes the fee, to the last base unit @payment-15', () => {
    const enough = inEth.amount + FEE;
    expect(missingFunds(inEth, { ETH: enough })).toEqual([]);
    expect(missingFunds(inEth, { ETH: enough - 1n })).toHaveLength(1);
    expect(missingFunds(inEth, { ETH: 2n * 10n ** 17n })).toEqual([
      'Your wallet has 0.2 ETH. The premium is 0.6 ETH and the network fee about 0.000063 ETH: 0.400063 ETH is missing.',
    ]);
  });

  it('what the network wants to stay in the account is missing as well', () => {
    const ROC = { symbol: 'ROC', decimals: 12, token: null };
    const inRoc = { currency: ROC, amount: 60n * 10n ** 12n, coin: ROC, fee: 7_000_000n, stays: 3_000_000n };
    const enough = inRoc.amount + 10_000_000n;
    expect(missingFunds(inRoc, { ROC: enough })).toEqual([]);
    expect(missingFunds(inRoc, { ROC: enough - 1n })).toHaveLength(1);
    expect(missingFunds(inRoc, { ROC: 60n * 10n ** 12n })).toEqual([
      'Your wallet has 60 ROC. The premium is 60 ROC and the network fee about 0.000007 ROC, and the network wants 0.000003 ROC to stay in the account: 0.00001 ROC is missing.',
    ]);
  });

  it('what is missing is the sum of the fee and the rest as they are shown', () => {
    const ROC = { symbol: 'ROC', decimals: 12, token: null };
    const inRoc = { currency: ROC, amount: 60n * 10n ** 12n, coin: ROC, fee: 7_100_000n, stays: 3_300_000n };
    expect(missingFunds(inRoc, { ROC: 60n * 10n ** 12n })).toEqual([
      'Your wallet has 60 ROC. The premium is 60 ROC and the network fee about 0.000008 ROC, and the network wants 0.000004 ROC to stay in the account: 0.000012 ROC is missing.',
    ]);
  });

  it('only the premium counts until the fee is known', () => {
    expect(missingFunds({ ...inEth, fee: null }, { ETH: 6n * 10n ** 17n })).toEqual([]);
    expect(missingFunds({ ...inEth, fee: null }, { ETH: 0n })).toEqual([
      'Your wallet has 0 ETH. The premium is 0.6 ETH: 0.6 ETH is missing.',
    ]);
  });

  it('a missing token amount is reported apart from the fee, which is paid in the native coin @payment-15', () => {
    expect(missingFunds(inUsdc, { USDC: 1_200_000_000n, ETH: FEE })).toEqual([]);
    expect(missingFunds(inUsdc, { USDC: 1_199_999_999n, ETH: FEE })).toEqual([
      'Your wallet has 1,199.9999 USDC. The premium is 1,200 USDC: 0.000001 USDC is missing.',
    ]);
    expect(missingFunds(inUsdc, { USDC: 100_000_000n, ETH: 0n })).toEqual([
      'Your wallet has 100 USDC. The premium is 1,200 USDC: 1,100 USDC is missing.',
      'The network fee of about 0.000063 ETH is paid in ETH, and your wallet has 0 ETH: 0.000063 ETH is missing.',
    ]);
  });

  it('nothing is reported as missing when the balance is unknown', () => {
    expect(missingFunds(inEth, {})).toEqual([]);
    expect(missingFunds(inUsdc, {})).toEqual([]);
  });

  it('a displayed balance is never rounded up', () => {
    expect(heldAmount(1_999_990_000_000_000_000n, ETH)).toBe('1.9999 ETH');
    expect(heldAmount(5n, ETH)).toBe('0 ETH');
  });
});
