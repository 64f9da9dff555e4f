import { afterEach, describe, expect, it, vi } from 'vitest';
import { isDeclined } from '#web/lib/message-of.ts';
import { tokenPayment as payment } from '#web/test/sample-payment.ts';
import { WalletError } from '#web/wallet/errors.ts';
import { PayFailure } from './pay.ts';

const wallet = { name: 'MetaMask', address: '0x1' };
const payFailure = (error: unknown, asked: boolean) =>
  new PayFailure(error, asked, wallet, { payment, network: 'Ganache Local' });

afterEach(() => {
  vi.useRealTimers();
});

describe('a failed payment', () => {
  it('nothing was sent when the payment failed before the wallet was asked @payment-25', () => {
    expect(payFailure(new Error('The approval failed on chain.'), false).nothingSent).toBe(true);
  });

  it('nothing was sent when the wallet, the funds or the contract refused', () => {
    for (const code of ['rejected', 'insufficient_funds', 'refused'] as const) {
      expect(payFailure(new WalletError(code, 'no'), true).nothingSent).toBe(true);
    }
  });

  it('a payment may have been sent when the wallet’s answer was lost', () => {
    expect(payFailure(new WalletError('other', 'The connection was lost'), true).nothingSent).toBe(false);
    expect(payFailure(new Error('timeout'), true).nothingSent).toBe(false);
    expect(payFailure('strange', true)).toMatchObject({
      message: 'Payment failed. Please try again.',
      nothingSent: false,
    });
  });

  it('the copied error details help support and contain no email address', () => {
    vi.useFakeTimers({ now: 0, toFake: ['Date'] });
    const { details } = payFailure(new Error('x', { cause: new Error('nonce too low') }), true);
    for (const part of [
      '1970-01-01',
      payment.quoteId,
      'Ganache Local (1337)',
      'MetaMask 0x1',
      'nonce too low',
    ]) {
      expect(details).toContain(part);
    }
  });
});

describe('isDeclined', () => {
  it('a rejection in the wallet is recognized', () => {
    expect(isDeclined(new WalletError('rejected', 'Payment cancelled by user'))).toBe(true);
    expect(isDeclined(new WalletError('other', 'Payment cancelled by user'))).toBe(false);
    expect(isDeclined(null)).toBe(false);
  });
});
