import { expect, it } from 'vitest';
import { sampleTransaction } from '#web/test/sample-payment.ts';
import { confirmationsQuery, receiptQuery, reportQuery } from './follow.ts';

const batch = { ...sampleTransaction, txHash: null, batchId: 'batch-1' };

it('a payment whose transaction is not known yet is neither reported nor counted, only followed', () => {
  expect(reportQuery(batch, true).enabled).toBe(false);
  expect(confirmationsQuery(batch, true).enabled).toBe(false);
  expect(receiptQuery(batch).enabled).toBeUndefined();
});

it('a payment with a hash is reported and counted, and followed as before', () => {
  const sent = { ...batch, txHash: sampleTransaction.txHash };
  expect(reportQuery(sent, true).enabled).toBe(true);
  expect(reportQuery(sent, false).enabled).toBe(false);
  expect(confirmationsQuery(sent, true).enabled).toBe(true);
  expect(receiptQuery(sent).queryKey).toEqual(receiptQuery(batch).queryKey);
});
