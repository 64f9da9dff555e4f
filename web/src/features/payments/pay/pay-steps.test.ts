import { describe, expect, it } from 'vitest';
import { authorizationAt, beforehand, paySteps } from './pay-steps.ts';

const steps = (...[stage, way]: [Parameters<typeof paySteps>[0], Parameters<typeof paySteps>[1]]) =>
  paySteps(stage, way, 'MetaMask', '960 USDC').map(({ label, state, note }) => [label, state, note ?? null]);

describe('the steps of a payment', () => {
  it('the permit step says what the first signature does and that it moves no money', () => {
    expect(steps('permit_in_wallet', 'signature').slice(0, 2)).toEqual([
      [
        'Confirm in your wallet',
        'current',
        'MetaMask asks for a signature first. It lets the contract take exactly 960 USDC, once, and that alone moves nothing.',
      ],
      ['Pay in your wallet', 'waiting', null],
    ]);
    expect(steps('pay_in_wallet', 'signature').slice(0, 2)).toEqual([
      ['Confirm in your wallet', 'done', null],
      ['Pay in your wallet', 'current', 'Confirm in MetaMask'],
    ]);
  });

  it('the steps include an approval transaction when the token or the wallet has no permit', () => {
    expect(steps('approve_on_chain', 'transaction').slice(0, 3)).toEqual([
      ['Allow the amount', 'done', null],
      ['Wait for the network', 'current', null],
      ['Pay in your wallet', 'waiting', null],
    ]);
  });

  it('the steps start with the payment when no approval is needed, and all wait until the wallet is asked', () => {
    expect(steps('pay_in_wallet', 'none').map(([label]) => label)).toEqual([
      'Pay in your wallet',
      'Sent to the network',
      'Policy active',
    ]);
    for (const [, state] of steps('preparing', 'signature')) expect(state).toBe('waiting');
  });

  it('the steps of a batch start with the payment and say what its one confirmation does', () => {
    for (const way of ['batch', 'upgrade'] as const) {
      expect(steps('pay_in_wallet', way)).toEqual([
        [
          'Pay in your wallet',
          'current',
          'Confirm in MetaMask. It lets the contract take exactly 960 USDC and pays, both or neither.',
        ],
        ['Sent to the network', 'waiting', null],
        ['Policy active', 'waiting', null],
      ]);
    }
  });

  it('the steps follow the authorization that was really used', () => {
    expect(authorizationAt('permit_in_wallet')).toBe('signature');
    expect(authorizationAt('approve_in_wallet')).toBe('transaction');
    expect(authorizationAt('approve_on_chain')).toBe('transaction');
  });
});

describe('announcement before the button is pressed', () => {
  it('the form says how many confirmations and transactions are coming @payment-35', () => {
    expect(beforehand('none', 'ETH')).toBeNull();
    expect(beforehand('signature', 'USDC')).toMatch(
      /one transaction: first a free signature .* of USDC, once/,
    );
    expect(beforehand('transaction', 'USDT')).toMatch(/^Two confirmations: first you allow .* of USDT/);
    expect(beforehand('batch', 'USDT')).toBe(
      'One confirmation, one transaction: you allow the contract to take exactly this amount of USDT, and pay.',
    );
    expect(beforehand('upgrade', 'USDT')).toMatch(/^One confirmation, .* upgrade your account .* takes two/);
  });
});
