import { encodeFunctionData } from 'viem';
import { expect, test } from 'vitest';
import { insurancePaymentAbi as abi } from '#domain/abi/insurance-payment.ts';
import { announcedData, announcedPayout } from './announced.ts';

const payout = {
  quoteId: `0x${'6c'.repeat(32)}`,
  holder: `0x${'7e'.repeat(20)}`,
  claimNumber: 2,
  incidentAt: 253_402_300_799,
  usd: 20_000,
};

test('an announced payout is read from the bytes that announce it, and nothing else is one', () => {
  const data = announcedData(payout);
  expect(data).toHaveLength(2 + 2 * 164);
  expect(announcedPayout(data)).toEqual(payout);
  expect(announcedPayout(`0x${'00'.repeat(164)}`)).toBeNull();
  const args = [`0x${'7e'.repeat(20)}`, `0x${'6c'.repeat(20)}`, 1n] as const;
  expect(announcedPayout(encodeFunctionData({ abi, functionName: 'withdraw', args }))).toBeNull();
});

test.each([
  'claimNumber',
  'incidentAt',
  'usd',
] as const)('an announcement whose %s is larger than any date is no payout, so that recording it never fails', (field) => {
  expect(announcedPayout(announcedData({ ...payout, [field]: 253_402_300_799 }))).not.toBeNull();
  expect(announcedPayout(announcedData({ ...payout, [field]: 253_402_300_800 }))).toBeNull();
});
