import { describe, expect, it } from 'vitest';
import { policy } from '#web/test/sample-policy.ts';
import { coverSentence } from './cover-sentence.ts';

const NOW = Date.parse('2026-11-25T12:00:00Z');
const says = (change: Parameters<typeof policy>[0], now = NOW) => coverSentence(policy(change), now);

describe('the sentence about a policy', () => {
  it('says what is covered and until when', () => {
    expect(says({})).toBe('Your home at 12 Quay Street, Bristol is covered until November 21, 2027.');
    expect(says({ nickname: 'Quay Street', name: 'Quay Street' })).toBe(
      'Quay Street is covered until November 21, 2027.',
    );
  });

  it('says when a policy of the future starts', () => {
    const future = { policy_start_date: '2026-12-01', policy_end_date: '2027-12-01', in_force: false };
    expect(says({ ...future, policy_type: 'car', name: 'Toyota Corolla 2020' })).toBe(
      'Your car (Toyota Corolla 2020) is covered from December 1, 2026 until December 1, 2027.',
    );
  });

  it('says how cover ended, and claims none for a policy that is being checked or was replaced', () => {
    expect(says({ status: 'expired' })).toBe(
      'Your home at 12 Quay Street, Bristol was covered until November 21, 2027.',
    );
    expect(says({ status: 'cancelled', cover_until: '2026-11-24T10:00:00.000Z' })).toBe(
      'Your home at 12 Quay Street, Bristol was covered until November 24, 2026.',
    );
    expect(says({ status: 'rejected', cover_from: null })).toBe(
      'Your home at 12 Quay Street, Bristol was never covered by this policy.',
    );
    expect(says({ status: 'pending' })).toBe(
      'Your home at 12 Quay Street, Bristol is paid for, and we are checking the payment.',
    );
    expect(says({ replaced: true })).toBe(
      'Your home at 12 Quay Street, Bristol is covered by the policy that replaced this one.',
    );
  });
});
