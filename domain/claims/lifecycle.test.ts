import { describe, expect, test } from 'vitest';
import { CLAIM_LABELS, CLAIM_STATUSES, claimStages, progressOf } from './lifecycle.ts';

describe('the stages of a claim', () => {
  test.each([
    ['pending', 'Pending', 50],
    ['under_review', 'Under Review', 50],
    ['approved', 'Approved', 75],
    ['processing_payment', 'Processing Payment', 90],
    ['paid', 'Paid', 100],
    ['rejected', 'Rejected', 100],
  ] as const)('a claim that is %s stands at %s, %i percent @claims-31', (status, label, at) => {
    expect(claimStages(status)).toContainEqual({ label, at });
    expect(claimStages(status)[0]).toEqual({ label: 'Submitted', at: 25 });
  });

  test('exactly one stage of a claim has the name of its badge, and the percentages only rise', () => {
    for (const status of CLAIM_STATUSES) {
      const stages = claimStages(status);
      expect(stages.filter(({ label }) => label === CLAIM_LABELS[status])).toHaveLength(1);
      const at = stages.map((stage) => stage.at);
      expect(at).toEqual(at.toSorted((a, b) => a - b));
    }
  });

  test('a claim is at 25 percent until somebody opens it, and at 50 from then on', () => {
    const at = (status: 'pending' | 'under_review', opened_at: string | null) =>
      progressOf({ status, opened_at });
    expect(at('pending', null)).toBe(25);
    expect(at('pending', '2026-11-30T09:00:00.000Z')).toBe(50);
    expect(at('under_review', null)).toBe(50);
  });
});
