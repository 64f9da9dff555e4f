import { describe, expect, it } from 'vitest';
import { beforehand, confirmation, isInWallet, type PayInput, payButton, paySteps } from './pay-words.ts';

const steps = (stage: Parameters<typeof paySteps>[0]) =>
  paySteps(stage).map(({ label, state, note }) => [label, state, note ?? null]);

describe('the steps of a payment', () => {
  it('the payment shows the same steps as the confirmation, and the first says what the wallet asks', () => {
    expect(steps('pay_in_wallet')).toEqual([
      ['Pay in your wallet', 'current', null],
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
      ': one free signature. It lets the contract take exactly 960 USDC, once, for this quote. You pay after it.',
    ],
    [
      'sign_in_wallet',
      'relay',
      'Sign in your wallet',
      ': one free signature. It lets the contract take exactly 960 USDC, once, for this quote.',
    ],
    ['approve_in_wallet', 'transaction', 'Allow the amount', '.'],
    ['pay_in_wallet', 'transaction', 'Pay in your wallet', '.'],
    [
      'pay_in_wallet',
      'batch',
      'Pay in your wallet',
      '. It lets the contract take exactly 960 USDC and pays, both or neither.',
    ],
    [
      'pay_in_wallet',
      'upgrade',
      'Pay in your wallet',
      '. It lets the contract take exactly 960 USDC and pays, both or neither.',
    ],
  ] as const)('at %s by %s the first step reads "%s", and "Confirm in MetaMask" continues', (stage, way, label, then) => {
    expect(steps(stage)[0]).toEqual([label, 'current', null]);
    expect(isInWallet(stage)).toBe(true);
    expect(confirmation(stage, way, '960 USDC')).toBe(then);
  });

  it('while the network is waited for, nothing is to be confirmed in the wallet', () => {
    expect(steps('approve_on_chain')[0]).toEqual(['Wait for the network', 'current', null]);
    expect(isInWallet('approve_on_chain')).toBe(false);
  });

  it('what the wallet has signed for us is done, and we send it', () => {
    expect(steps('relaying').slice(0, 2)).toEqual([
      ['Sign in your wallet', 'done', null],
      ['Sent to the network', 'current', 'We send it and pay the network fee.'],
    ]);
    expect(isInWallet('relaying')).toBe(false);
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
