import { expect, test } from 'vitest';
import {
  endedAs,
  formatPremium,
  policyNumber,
  productReference,
  registryStatus,
  STORED_STATUSES,
  statusAt,
  TRANSITIONS,
} from './lifecycle.ts';

const end = Date.parse('2026-12-02T00:00:00Z');

test('an active policy expires at 24:00 UTC on its end day and not before @policy-17', () => {
  expect(statusAt('active', '2026-12-01', end - 1)).toBe('active');
  expect(statusAt('active', '2026-12-01', end)).toBe('expired');
});

test('only an active policy can expire', () => {
  for (const status of STORED_STATUSES.filter((entry) => entry !== 'active')) {
    expect(statusAt(status, '2020-01-01', end)).toBe(status);
  }
});

test('the registry’s rejection makes a policy withdrawn only if its holder withdrew', () => {
  const at = '2026-11-20T15:00:00.000Z';
  expect(endedAs({ withdrawn_at: null }, 'rejected')).toBe('rejected');
  expect(endedAs({ withdrawn_at: at }, 'rejected')).toBe('withdrawn');
  expect(endedAs({ withdrawn_at: at }, 'cancelled')).toBe('cancelled');
  expect(STORED_STATUSES.map(registryStatus)).toEqual([
    'pending',
    'active',
    'rejected',
    'cancelled',
    'rejected',
  ]);
});

test('rejected, withdrawn and canceled policies never change status again @policy-17', () => {
  expect(TRANSITIONS.rejected).toEqual([]);
  expect(TRANSITIONS.withdrawn).toEqual([]);
  expect(TRANSITIONS.cancelled).toEqual([]);
});

test('policy numbers, product references and premiums are written as specified @policies-12', () => {
  expect(policyNumber(7)).toBe('POL-007');
  expect(policyNumber(12_345)).toBe('POL-12345');
  expect(productReference('home', 12)).toBe('HI-12');
  expect(formatPremium(1200, 365)).toBe('$1,200/year');
  expect(formatPremium(25, 30)).toBe('$25 for 30 days');
  expect(formatPremium(1, 1)).toBe('$1 for 1 day');
});
