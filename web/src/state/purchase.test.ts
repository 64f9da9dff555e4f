// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sampleTransaction } from '#web/test/sample-payment.ts';
import {
  forgetAttempt,
  forgetQuote,
  giveUpTransaction,
  isBatchGivenUp,
  isSent,
  readQuote,
  readTransaction,
  type StoredQuote,
  writeTransaction,
} from './purchase.ts';

const batch = { ...sampleTransaction, txHash: null, batchId: 'batch-1' };
const quote = { quoteId: 'QUOTE-1' } as StoredQuote;

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

it('a stored quote without a draft is removed and counts as no quote', () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const details = {
    startDate: '2026-11-21T00:00:00.000Z',
    endDate: '2027-11-21T00:00:00.000Z',
    duration: 365,
    originalPrice: 1200,
    deductible: 2500,
    insuranceTypeKey: 'home',
  };
  const complete = {
    quoteId: 'QUOTE-1',
    type: 'Home Insurance',
    premium: '0.6000',
    coverage: 500_000,
    details,
    currency: 'ETH',
    draftId: 'draft_1',
  };
  localStorage.setItem('quoteData', JSON.stringify(complete));
  expect(readQuote()).toEqual(complete);
  localStorage.setItem('quoteData', JSON.stringify({ ...complete, draftId: undefined }));
  expect(readQuote()).toBeNull();
  expect(localStorage.getItem('quoteData')).toBeNull();
});

describe('payments sent as a batch', () => {
  it('a batch payment is stored under the batch’s id until its transaction is known @payment-36', () => {
    writeTransaction(batch);
    expect(readTransaction()).toEqual(batch);
    expect(isSent(quote)).toBe(true);
    expect(isBatchGivenUp(quote)).toBe(false);
  });

  it('a payment with neither a batch id nor a hash is malformed', () => {
    sessionStorage.setItem('transactionData', JSON.stringify({ ...batch, batchId: undefined }));
    expect(readTransaction()).toBe('malformed');
  });

  it('an abandoned batch is paid step by step next time, and only for the same quote', () => {
    writeTransaction(batch);
    giveUpTransaction({ txHash: null, batchId: 'batch-2' });
    expect(isSent(quote)).toBe(true);
    giveUpTransaction(batch);
    expect(isSent(quote)).toBe(false);
    expect(isBatchGivenUp(quote)).toBe(true);
    expect(isBatchGivenUp({ ...quote, quoteId: 'QUOTE-2' })).toBe(false);
  });
});

describe('another tab that buys something else', () => {
  const other = { quoteId: `0x${'e'.repeat(64)}`, storedQuoteId: 'QUOTE-2', chainId: '1337' };
  const guard = { ...other, validUntil: '2026-12-01T10:00:00.000Z', address: sampleTransaction.address };
  const keys = {
    quoteData: { quoteId: 'QUOTE-2' },
    transactionMetadata: {},
    paymentAttempt: guard,
    sentPayment: other,
  };
  const write = () => {
    for (const [key, value] of Object.entries(keys)) localStorage.setItem(key, JSON.stringify(value));
  };

  it('keeps its quote, the guard of its payment and its sent payment when this one has its policy', () => {
    write();
    forgetQuote('QUOTE-1');
    forgetAttempt(`0x${'d'.repeat(64)}`);
    expect(Object.keys({ ...localStorage }).sort()).toEqual(Object.keys(keys).sort());
  });

  it('leaves nothing once its own quote has become a policy', () => {
    write();
    forgetQuote('QUOTE-2');
    expect({ ...localStorage }).toEqual({});
  });
});

it('an abandoned single transaction does not rule out a batch', () => {
  writeTransaction(sampleTransaction);
  giveUpTransaction(sampleTransaction);
  expect(isSent(quote)).toBe(false);
  expect(isBatchGivenUp(quote)).toBe(false);
});
