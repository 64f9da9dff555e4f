import { InsufficientFundsError, TransactionExecutionError, UserRejectedRequestError } from 'viem';
import { describe, expect, it } from 'vitest';
import { connectError, hasCode, isRejection, paymentError, shortMessage, WalletError } from './errors.ts';

const rejected = new UserRejectedRequestError(new Error('MetaMask Tx Signature: User denied'));
const request = { account: null, docsPath: '', to: '0x0000000000000000000000000000000000000001' } as const;

describe('a rejection', () => {
  it('a rejection is recognized in every wrapper @wallet-13', () => {
    expect(isRejection(rejected)).toBe(true);
    expect(isRejection(new TransactionExecutionError(rejected, request))).toBe(true);
    expect(isRejection({ code: 4001, message: 'User rejected' })).toBe(true);
    expect(isRejection(new Error('outer', { cause: { code: 4001 } }))).toBe(true);
    expect(isRejection(new Error('no'))).toBe(false);
    expect(isRejection(null)).toBe(false);
  });

  it('a rejection has different words while connecting and while paying @payment-19', () => {
    expect(connectError(rejected, 'MetaMask').message).toBe('User rejected the request');
    expect(paymentError(rejected)).toMatchObject({ code: 'rejected', message: 'Payment cancelled by user' });
    expect(paymentError(new WalletError('rejected', 'User rejected the request')).message).toBe(
      'Payment cancelled by user',
    );
  });
});

describe('paymentError', () => {
  it('missing funds are recognized from viem and from a node’s own words @payment-20', () => {
    const sentence = 'Insufficient funds for this transaction';
    expect(paymentError(new TransactionExecutionError(new InsufficientFundsError(), request)).message).toBe(
      sentence,
    );
    expect(paymentError(new Error('insufficient funds for gas * price + value')).message).toBe(sentence);
    expect(paymentError(new Error('x', { cause: new Error('Insufficient balance') })).message).toBe(sentence);
  });

  it('an unknown payment error shows the wallet’s first line, or a default message @payment-25', () => {
    expect(paymentError(new Error('nonce too low\n\nRequest Arguments: …')).message).toBe('nonce too low');
    expect(paymentError(new Error('')).message).toBe('Payment failed. Please try again.');
  });
});

describe('connectError', () => {
  it('connecting reports that the wallet already has an open request', () => {
    expect(connectError({ code: -32002 }, 'MetaMask').message).toBe(
      'MetaMask has a request open already. Please answer it there, then try again.',
    );
  });

  it('a connect error keeps a complete message and otherwise names the wallet', () => {
    const own = new WalletError('no_accounts', 'No accounts found in MetaMask');
    expect(connectError(own, 'MetaMask')).toBe(own);
    expect(connectError(new Error(''), 'Coinbase Wallet').message).toBe('Failed to connect Coinbase Wallet');
  });
});

describe('hasCode', () => {
  it('an error code is found in the data where a mobile wallet puts it', () => {
    expect(hasCode({ code: -32603, data: { originalError: { code: 4902 } } }, 4902)).toBe(true);
    expect(hasCode({ code: -32603 }, 4902)).toBe(false);
  });

  it('an error that is its own cause does not loop', () => {
    const loop: { cause?: unknown; code: number } = { code: 1 };
    loop.cause = loop;
    expect(hasCode(loop, 4902)).toBe(false);
  });
});

describe('shortMessage', () => {
  it('a library’s appendix is removed from an error message', () => {
    expect(shortMessage(rejected)).not.toContain('Version:');
    expect(shortMessage('nothing')).toBe('');
  });
});
