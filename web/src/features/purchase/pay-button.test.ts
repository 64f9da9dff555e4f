import { describe, expect, it } from 'vitest';
import { type PayInput, payButton } from './pay-words.ts';

const ready: PayInput = {
  connected: true,
  signedIn: true,
  network: 'Ganache Local',
  onNetwork: true,
  hasEmail: true,
  accepted: true,
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

  it('the pay button asks for the acceptance of the network’s terms last', () => {
    const unaccepted = { ...ready, accepted: false };
    expect(payButton(unaccepted)).toEqual({ label: 'Pay $1,200 (0.6 ETH)', action: 'accept' });
    expect(payButton({ ...unaccepted, hasEmail: false }).action).toBe('email');
    expect(payButton({ ...unaccepted, blocked: true }).action).toBe('none');
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
      { accepted: false },
    ]) {
      expect(payButton({ ...ready, ...change }).action).not.toBe('pay');
    }
  });
});
