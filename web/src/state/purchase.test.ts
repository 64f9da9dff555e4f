// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { sampleTransaction } from '../../test/sample-payment.ts';
import {
  giveUpTransaction,
  isBatchGivenUp,
  isSent,
  readTransaction,
  type StoredQuote,
  writeTransaction,
} from './purchase.ts';

const batch = { ...sampleTransaction, txHash: null, batchId: 'batch-1' };
const quote = { quoteId: 'QUOTE-1' } as StoredQuote;

beforeEach(() => sessionStorage.clear());

describe('a payment that a wallet sent as a batch', () => {
  it('is kept by the batch’s id until its transaction is known @payment-36', () => {
    writeTransaction(batch);
    expect(readTransaction()).toEqual(batch);
    expect(isSent(quote)).toBe(true);
    expect(isBatchGivenUp(quote)).toBe(false);
  });

  it('is none without the id of the batch and without a hash', () => {
    sessionStorage.setItem('transactionData', JSON.stringify({ ...batch, batchId: undefined }));
    expect(readTransaction()).toBe('malformed');
  });

  it('that was given up is paid anew, step by step, and only for the same quote', () => {
    writeTransaction(batch);
    giveUpTransaction({ txHash: null, batchId: 'batch-2' });
    expect(isSent(quote)).toBe(true);
    giveUpTransaction(batch);
    expect(isSent(quote)).toBe(false);
    expect(isBatchGivenUp(quote)).toBe(true);
    expect(isBatchGivenUp({ ...quote, quoteId: 'QUOTE-2' })).toBe(false);
  });
});

it('a single transaction that was given up says nothing against batches', () => {
  writeTransaction(sampleTransaction);
  giveUpTransaction(sampleTransaction);
  expect(isSent(quote)).toBe(false);
  expect(isBatchGivenUp(quote)).toBe(false);
});
