import { InsufficientFundsError, TransactionExecutionError, UserRejectedRequestError } from 'viem';
import { describe, expect, it } from 'vitest';
import { connectError, hasCode, isRejection, paymentError, shortMessage, WalletError } from './errors.ts';

const rejected = new UserRejectedRequestError(new Error('MetaMask Tx Signature: User denied'));
const request = { account: null, docsPath: '', to: '0x0000000000000000000000000000000000000001' } as const;

describe('a rejection', () => {
  it('is known in every wrapping @wallet-13', () => {
    expect(isRejection(rejected)).toBe(true);
    expect(isRejection(new TransactionExecutionError(rejected, request))).toBe(true);
    expect(isRejection({ code: 4001, message: 'User rejected' })).toBe(true);
    expect(isRejection(new Error('outer', { cause: { code: 4001 } }))).toBe(true);
    expect(isRejection(new Error('no'))).toBe(false);
    expect(isRejection(null)).toBe(false);
  });

  it('reads differently while connecting and while paying @payment-19', () => {
    expect(connectError(rejected, 'MetaMask').message).toBe('User rejected the request');
    expect(paymentError(rejected)).toMatchObject({ code: 'rejected', message: 'Payment cancelled by user' });
    expect(paymentError(new WalletError('rejected', 'User rejected the request')).message).toBe(
      'Payment cancelled by user',
    );
  });
});

describe('paymentError', () => {
  it('knows missing funds from viem and from a node’s own words @payment-20', () => {
    const sentence = 'Insufficient funds for this transaction';
    expect(paymentError(new TransactionExecutionError(new InsufficientFundsError(), request)).message).toBe(
      sentence,
    );
    expect(paymentError(new Error('insufficient funds for gas * price + value')).message).toBe(sentence);
    expect(paymentError(new Error('x', { cause: new Error('Insufficient balance') })).message).toBe(sentence);
  });

  it('falls back to the wallet’s first line, and then to a sentence @payment-25', () => {
    expect(paymentError(new Error('nonce too low\n\nRequest Arguments: …')).message).toBe('nonce too low');
    expect(paymentError(new Error('')).message).toBe('Payment failed. Please try again.');
  });
});

describe('connectError', () => {
  it('says when the wallet already asks something', () => {
    expect(connectError({ code: -32002 }, 'MetaMask').message).toBe(
      'MetaMask has a request open already. Please answer it there, then try again.',
    );
  });

  it('keeps what is a sentence already, and names the wallet when there is none', () => {
    const own = new WalletError('no_accounts', 'No accounts found in MetaMask');
    expect(connectError(own, 'MetaMask')).toBe(own);
    expect(connectError(new Error(''), 'Coinbase Wallet').message).toBe('Failed to connect Coinbase Wallet');
  });
});

describe('hasCode', () => {
  it('finds a code that a mobile wallet hides in its data', () => {
    expect(hasCode({ code: -32603, data: { originalError: { code: 4902 } } }, 4902)).toBe(true);
    expect(hasCode({ code: -32603 }, 4902)).toBe(false);
  });

  it('ends on an error that is its own cause', () => {
    const loop: { cause?: unknown; code: number } = { code: 1 };
    loop.cause = loop;
    expect(hasCode(loop, 4902)).toBe(false);
  });
});

describe('shortMessage', () => {
  it('leaves a library’s appendix out', () => {
    expect(shortMessage(rejected)).not.toContain('Version:');
    expect(shortMessage('nothing')).toBe('');
  });
});
