import {
  InsufficientFundsError,
  TransactionExecutionError,
  UnknownRpcError,
  UserRejectedRequestError,
} from 'viem';
import { describe, expect, it } from 'vitest';
import { connectError, hasCode, isRejection, paymentError, shortMessage, WalletError } from './errors.ts';

/** As viem wraps what a wallet throws. */
const wrapped = (cause: unknown) =>
  new TransactionExecutionError(new UnknownRpcError(Object.assign(new Error('x'), cause)), request);

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

  it.each([
    { code: 'ACTION_REJECTED', message: 'user rejected action' },
    { code: -32603, message: 'MetaMask Tx Signature: User denied transaction signature.' },
    { code: -32603, message: 'Request rejected' },
  ])('a wallet that names a refusal $code has been refused: $message', (thrown) => {
    for (const error of [thrown, wrapped(thrown)]) {
      expect(isRejection(error)).toBe(true);
      expect(paymentError(error)).toMatchObject({ code: 'rejected', message: 'Payment cancelled by user' });
      expect(connectError(error, 'MetaMask').message).toBe('User rejected the request');
    }
  });

  it.each([
    { code: -32603, message: 'Internal JSON-RPC error.' },
    { code: -32603, message: 'transaction rejected: nonce too low' },
    { code: -32603, message: 'execution reverted: transfer denied' },
    { code: -32000, message: 'access denied' },
  ])('an internal error of a node is not a refusal by the customer: $code $message', (thrown) => {
    expect(isRejection(thrown)).toBe(false);
    expect(paymentError(wrapped(thrown)).code).toBe('other');
  });

  it('a rejected transaction with too little funds is missing funds', () => {
    const thrown = { code: -32603, message: 'transaction rejected: insufficient funds for gas' };
    expect(paymentError(wrapped(thrown)).code).toBe('insufficient_funds');
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

describe('an open request', () => {
  it('a payment that the wallet did not show because of an open request is reported as such', () => {
    expect(paymentError(wrapped({ code: -32002, message: 'Already processing' }))).toMatchObject({
      code: 'pending',
      message: 'Your wallet already has an open request. Please answer it there, then try again.',
    });
  });
});

describe('connectError', () => {
  it('connecting reports that the wallet already has an open request', () => {
    expect(connectError({ code: -32002 }, 'MetaMask').message).toBe(
      'MetaMask already has an open request. Please answer it there, then try again.',
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
