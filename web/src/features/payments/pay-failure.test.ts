import { describe, expect, it } from 'vitest';
import { WalletError } from '../../wallet/errors.ts';
import type { CheckedPayment } from '../../wallet/verify-payment.ts';
import { isRejected, payFailure } from './pay-failure.ts';

const payment: CheckedPayment = {
  quoteId: `0x${'b'.repeat(64)}`,
  chainId: 1337,
  to: '0x0165878A594ca255338adfa4d48449f69242Eb8F',
  data: '0x',
  value: 1n,
  amount: 1n,
  token: null,
  offer: {
    quote: {
      holder: '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
      token: '0x0000000000000000000000000000000000000000',
      premium: 1n,
      product: 1,
      cover: 500_000,
      startDay: 20_778,
      endDay: 21_143,
      validUntil: 1_795_257_000,
      detailsHash: `0x${'a'.repeat(64)}`,
    },
    signature: '0x',
  },
  permit: false,
};
const context = { payment, chain: 'Ganache Local', wallet: 'MetaMask', address: '0x1', now: 0 };

describe('a failed payment', () => {
  it('is certain that nothing was sent before the wallet was asked to pay', () => {
    expect(payFailure(new Error('The approval failed on chain.'), false, context).nothingSent).toBe(true);
  });

  it('is certain when the wallet, the funds or the contract said no', () => {
    for (const code of ['rejected', 'insufficient_funds', 'refused'] as const) {
      expect(payFailure(new WalletError(code, 'no'), true, context).nothingSent).toBe(true);
    }
  });

  it('is not certain when the wallet was asked and its answer was lost', () => {
    expect(payFailure(new WalletError('other', 'The connection was lost'), true, context).nothingSent).toBe(
      false,
    );
    expect(payFailure(new Error('timeout'), true, context).nothingSent).toBe(false);
    expect(payFailure('strange', true, context)).toMatchObject({
      message: 'Payment failed. Please try again.',
      nothingSent: false,
    });
  });

  it('gives support what it needs, and no e-mail address', () => {
    const { details } = payFailure(new Error('x', { cause: new Error('nonce too low') }), true, context);
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

describe('isRejected', () => {
  it('knows the quiet no', () => {
    expect(isRejected(new WalletError('rejected', 'Payment cancelled by user'))).toBe(true);
    expect(isRejected(new WalletError('other', 'Payment cancelled by user'))).toBe(false);
    expect(isRejected(null)).toBe(false);
  });
});
