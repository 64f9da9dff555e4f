import { describe, expect, it } from 'vitest';
import { authorizationAt } from './pay.ts';
import { beforehand, type PayInput, payButton, paySteps } from './pay-words.ts';

const steps = (...[stage, way]: [Parameters<typeof paySteps>[0], Parameters<typeof paySteps>[1]]) =>
  paySteps(stage, way, 'MetaMask', '960 USDC').map(({ label, state, note }) => [label, state, note ?? null]);

describe('the steps of a payment', () => {
  it('the payment shows the same steps as the confirmation, and the first says what the wallet asks', () => {
    expect(steps('pay_in_wallet', 'none')).toEqual([
      ['Pay in your wallet', 'current', 'Confirm in MetaMask'],
      ['Sent to the network', 'waiting', null],
      ['Confirming on chain', 'waiting', null],
      ['Policy active', 'waiting', null],
    ]);
  });

  it.each([
    [
      'sign_in_wallet',
      'signature',
      'Sign in your wallet',
      'MetaMask asks for one free signature. It lets the contract take exactly 960 USDC, once, for this quote. You pay after it.',
    ],
    [
      'sign_in_wallet',
      'relay',
      'Sign in your wallet',
      'MetaMask asks for one free signature. It lets the contract take exactly 960 USDC, once, for this quote.',
    ],
    ['approve_in_wallet', 'transaction', 'Allow the amount', 'Confirm in MetaMask'],
    ['approve_on_chain', 'transaction', 'Wait for the network', null],
    ['pay_in_wallet', 'transaction', 'Pay in your wallet', 'Confirm in MetaMask'],
    [
      'pay_in_wallet',
      'batch',
      'Pay in your wallet',
      'Confirm in MetaMask. It lets the contract take exactly 960 USDC and pays, both or neither.',
    ],
    [
      'pay_in_wallet',
      'upgrade',
      'Pay in your wallet',
      'Confirm in MetaMask. It lets the contract take exactly 960 USDC and pays, both or neither.',
    ],
  ] as const)('at %s by %s the first step reads "%s"', (stage, way, label, note) => {
    expect(steps(stage, way)[0]).toEqual([label, 'current', note]);
  });

  it('what the wallet has signed for us is done, and we send it', () => {
    expect(steps('relaying', 'relay').slice(0, 2)).toEqual([
      ['Sign in your wallet', 'done', null],
      ['Sent to the network', 'current', 'We send it and pay the network fee.'],
    ]);
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
