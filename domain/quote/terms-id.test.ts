import { expect, test } from 'vitest';
import { type PaidTerms, paymentId, termsId } from './terms-id.ts';

const GENESIS = `0x${'45'.repeat(32)}`;
const terms: PaidTerms = {
  recipient: `0x${'01'.repeat(32)}`,
  holder: `0x${'02'.repeat(32)}`,
  amount: 6_000_000_000_000n,
  productCode: 1,
  coverageUsd: 500_000,
  startDay: 20_800,
  endDay: 21_164,
  validUntil: 1_797_000_000,
  detailsHash: `0x${'03'.repeat(32)}`,
};

test('the id of a quote commits to each of its terms and to its chain', () => {
  const id = termsId(GENESIS, terms);
  expect(id).toBe('0xfa5b8f05ce74901a5924248b088c754cd16bd3c74c4d6f76e3ee4feca51a26bc');
  const others: Partial<PaidTerms>[] = [
    { recipient: `0x${'04'.repeat(32)}` },
    { holder: `0x${'04'.repeat(32)}` },
    { amount: terms.amount + 1n },
    { productCode: 2 },
    { coverageUsd: 500_001 },
    { startDay: 20_801 },
    { endDay: 21_165 },
    { validUntil: 1_797_000_001 },
    { detailsHash: `0x${'04'.repeat(32)}` },
  ];
  const ids = [
    id,
    termsId(`0x${'46'.repeat(32)}`, terms),
    ...others.map((change) => termsId(GENESIS, { ...terms, ...change })),
  ];
  expect(new Set(ids).size).toBe(11);
  expect(termsId(GENESIS, { ...terms, holder: terms.holder.toUpperCase() })).toBe(id);
});

test('the id of a payment is its own: two transfers of a transaction have two', () => {
  const hash = `0x${'aa'.repeat(32)}`;
  expect(paymentId(GENESIS, hash, 3)).toBe(
    '0x31c902879ccd34d7926f077f51fcc48dacc1d7244394bd90e72ee59ab06fc460',
  );
  expect(paymentId(GENESIS, hash, 4)).not.toBe(paymentId(GENESIS, hash, 3));
});
