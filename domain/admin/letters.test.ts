import { expect, test } from 'vitest';
import { deliveryOf, deliveryProblem } from './letters-schema.ts';

test.each([
  ['awaiting_confirmation', 0, null, 'awaiting_confirmation'],
  ['queued', 0, null, 'queued'],
  ['queued', 2, 'E_UNKNOWN', 'retrying'],
  ['sent', 3, null, 'sent'],
  ['failed', 1, 'E_RECIPIENT_SUPPRESSED', 'bounced'],
  ['failed', 1, 'unwanted', 'failed'],
] as const)('a letter that is %s after %d attempts with error %s shows as %s', (state, attempts, lastError, shown) => {
  expect(deliveryOf({ state, attempts, lastError })).toBe(shown);
});

test('an unknown error of the provider has a sentence, and a letter without error has none', () => {
  expect(deliveryProblem('E_UNKNOWN')).toBe('Our email provider had a problem.');
  expect(deliveryProblem('unwanted')).toBe('The customer turned these emails off.');
  expect(deliveryProblem(null)).toBeNull();
});
