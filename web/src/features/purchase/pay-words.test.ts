import { describe, expect, it } from 'vitest';
import { authorizationAt } from './pay.ts';
import { beforehand, type PayInput, payButton, paySteps } from './pay-words.ts';

const steps = (...[stage, way]: [Parameters<typeof paySteps>[0], Parameters<typeof paySteps>[1]]) =>
  paySteps(stage, way, 'MetaMask', '960 USDC').map(({ label, state, note }) => [label, state, note ?? null]);

describe('the steps of a payment', () => {
  it('the signature step says what the first signature does and that it moves no money', () => {
    expect(steps('sign_in_wallet', 'signature').slice(0, 2)).toEqual([
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

  it('the steps include an approval transaction when the token or the wallet takes no authorization', () => {
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

  it('the steps of a payment that we send are one signature, and what we do with it', () => {
    expect(steps('sign_in_wallet', 'relay')).toEqual([
      [
        'Sign in your wallet',
        'current',
        'MetaMask asks for one free signature. It lets the contract take exactly 960 USDC, once, for this quote.',
      ],
      ['Sent to the network', 'waiting', null],
      ['Policy active', 'waiting', null],
    ]);
    expect(steps('relaying', 'relay').slice(0, 2)).toEqual([
      ['Sign in your wallet', 'done', null],
      ['Sent to the network', 'current', 'We send it and pay the network fee.'],
    ]);
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
    expect(authorizationAt('sign_in_wallet', false)).toBe('signature');
    expect(authorizationAt('sign_in_wallet', true)).toBe('relay');
    expect(authorizationAt('approve_in_wallet', true)).toBe('transaction');
    expect(authorizationAt('approve_on_chain', false)).toBe('transaction');
  });
});

describe('announcement before the button is pressed', () => {
  it('the form says how many confirmations and transactions are coming @payment-35', () => {
    expect(beforehand('none', 'ETH')).toBeNull();
    expect(beforehand('signature', 'USDC')).toMatch(
      /one transaction: first a free signature .* of USDC, once/,
    );
    expect(beforehand('relay', 'USDC')).toBe(
      'One free signature that lets the contract take exactly this amount of USDC, once. We send it and pay the network fee.',
    );
    expect(beforehand('transaction', 'USDT')).toMatch(/^Two confirmations: first you allow .* of USDT/);
    expect(beforehand('batch', 'USDT')).toBe(
      'One confirmation, one transaction: you allow the contract to take exactly this amount of USDT, and pay.',
    );
    expect(beforehand('upgrade', 'USDT')).toMatch(/^One confirmation, .* upgrade your account .* takes two/);
  });
});

const ready: PayInput = {
  connected: true,
  signedIn: true,
  network: 'Ganache Local',
  onNetwork: true,
  hasEmail: true,
  amount: '$1,200 (0.6 ETH)',
  quoting: false,
  processing: false,
  blocked: false,
};

describe('the pay button', () => {
  it('the pay button goes through the labels of the specification in order @quote-13 @payment-4', () => {
    const nothing = {
      ...ready,
      connected: false,
      signedIn: false,
      onNetwork: false,
      hasEmail: false,
      amount: null,
    };
    const labels = [
      payButton(nothing),
      payButton({ ...nothing, connected: true }),
      payButton({ ...nothing, connected: true, signedIn: true }),
      payButton({ ...ready, hasEmail: false, amount: null }),
      payButton({ ...ready, amount: null, quoting: true }),
      payButton(ready),
      payButton({ ...ready, processing: true }),
    ];
    expect(labels.map(({ label }) => label)).toEqual([
      'Connect Wallet to Continue',
      'Sign In to Continue',
      'Switch to Ganache Local to Continue',
      'Enter Email to Continue',
      'Calculating...',
      'Pay $1,200 (0.6 ETH)',
      'Processing Payment...',
    ]);
  });

  it('the pay button says that a change of cover is signed first', () => {
    const change = { ...ready, verb: 'Sign and pay' } as const;
    expect(payButton(change)).toEqual({ label: 'Sign and pay $1,200 (0.6 ETH)', action: 'pay' });
    expect(payButton({ ...change, amount: null }).label).toBe('Sign and pay');
  });

  it('the pay button pays only when everything is ready @payment-4', () => {
    expect(payButton(ready).action).toBe('pay');
    for (const change of [
      { connected: false },
      { signedIn: false },
      { onNetwork: false },
      { hasEmail: false },
      { amount: null },
      { processing: true },
      { blocked: true },
    ]) {
      expect(payButton({ ...ready, ...change }).action).not.toBe('pay');
    }
  });
});
