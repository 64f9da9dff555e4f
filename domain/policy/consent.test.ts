import { expect, test } from 'vitest';
import { consentText } from './consent.ts';

test('a consent is signed as a text that names policy, refund, validity and chain', () => {
  const text = consentText({
    quoteId: `0x${'ab'.repeat(32)}`,
    refund: 1_250_000_000_000n,
    validUntil: 1_797_000_000,
    genesisHash: `0x${'45'.repeat(32)}`,
    symbol: 'ROC',
    decimals: 12,
  });
  expect(text).toBe(
    [
      'I agree that Mooring cancels my policy for this refund.',
      '',
      `Policy: 0x${'ab'.repeat(32)}`,
      'Refund: 1.25 ROC (1250000000000 base units)',
      'Valid until: 2026-12-11T14:40:00.000Z',
      `Chain: 0x${'45'.repeat(32)}`,
    ].join('\n'),
  );
});
