import { describe, expect, test } from 'vitest';
import { ENDING_KINDS } from './ending.ts';
import { POLICY_STATUSES, SITUATIONS, type Situation } from './lifecycle.ts';
import { changeProblem, renewalProblem, whatIsPossible } from './possible.ts';
import { type SituationFacts, situationOf } from './situation.ts';

const ENDINGS = [...ENDING_KINDS, null];
/** Every status, ending and successor. */
const ALL = POLICY_STATUSES.flatMap((status) =>
  ENDINGS.flatMap((ending) =>
    [true, false].map((replaced): SituationFacts => ({ status, ending, replaced })),
  ),
);

const STANDS = 'pending active expired';
const ASKED = 'replacement cancellation';
/** Statuses, endings and whether it was replaced, each where it matters. Every combination is in one row. */
const TABLE: readonly [statuses: string, endings: string, replaced: boolean | null, Situation][] = [
  ['withdrawn', 'any', null, 'withdrawn'],
  ['rejected', 'any', null, 'rejected'],
  ['cancelled', 'withdrawal', null, 'withdrawn'],
  ['cancelled', `rejection ${ASKED} null`, null, 'cancelled'],
  [STANDS, 'withdrawal', null, 'withdrawing'],
  [STANDS, 'rejection', null, 'declined'],
  [STANDS, `${ASKED} null`, true, 'replaced'],
  [STANDS, ASKED, false, 'canceling'],
  ['pending', 'null', false, 'in_review'],
  ['active', 'null', false, 'in_force'],
  ['expired', 'null', false, 'expired'],
];
const has = (words: string, word: string | null) =>
  words === 'any' || words.split(' ').includes(String(word));

describe('what a policy is in', () => {
  test('is decided once for each status, ending and successor, in one order', () => {
    for (const facts of ALL) {
      const { status, ending, replaced } = facts;
      const fitting = TABLE.filter(
        ([statuses, endings, wanted]) =>
          has(statuses, status) && has(endings, ending) && (wanted === null || wanted === replaced),
      );
      expect(fitting, JSON.stringify(facts)).toHaveLength(1);
      expect(situationOf(facts), JSON.stringify(facts)).toBe(fitting[0]?.[3]);
    }
  });

  test.each<[Partial<SituationFacts>, Situation]>([
    [{ status: 'pending', needsReview: true }, 'in_review'],
    [{ status: 'pending', needsReview: false }, 'unconfirmed'],
    [{ status: 'pending', needsReview: false, ending: 'cancellation' }, 'canceling'],
    [{ status: 'active', isAhead: true }, 'ahead'],
    [{ status: 'active', isAhead: true, ending: 'withdrawal' }, 'withdrawing'],
    [{ status: 'expired', isAhead: true }, 'expired'],
  ])('of %j is %s', (facts, situation) => {
    expect(situationOf({ status: 'active', ending: null, replaced: false, ...facts })).toBe(situation);
  });
});

describe('what a policy’s holder can do', () => {
  const standing = (situation: Situation, today: string, successor: string | null = null) => ({
    product: 'home' as const,
    situation,
    start_date: '2026-01-01',
    end_date: '2026-12-31',
    successor,
    now: Date.parse(`${today}T12:00:00Z`),
    claims: { open: false, paid: false },
  });

  test.each<[Situation, change: string, renewal: string]>([
    ['withdrawn', 'You withdrew from this policy', 'You withdrew from this policy'],
    ['withdrawing', 'You withdrew from this policy', 'You withdrew from this policy'],
    ['rejected', 'This policy was not accepted', 'This policy was not accepted'],
    ['declined', 'This policy was not accepted', 'This policy was not accepted'],
    ['cancelled', 'This policy is canceled', 'This policy was canceled'],
    ['canceling', 'You have asked to cancel', 'You have asked to cancel'],
    ['unconfirmed', 'This policy is not active yet', 'This policy is still under review'],
    ['in_review', 'This policy is not active yet', 'This policy is still under review'],
  ])('is neither change nor renew one that is %s', (situation, change, renewal) => {
    const policy = standing(situation, '2026-12-20');
    expect(changeProblem(policy)).toMatch(new RegExp(`^${change}`));
    expect(renewalProblem(policy)).toMatch(new RegExp(`^${renewal}`));
    expect(whatIsPossible(policy)).toBeNull();
  });

  test('is renew it from 30 days before its end until 30 days after, while nothing else stands against that @policy-15', () => {
    const days = ['2026-11-30', '2026-12-01', '2026-12-31', '2027-01-01', '2027-01-30', '2027-01-31'];
    const renewableOn = (situation: Situation, product: 'home' | 'travel') =>
      days.filter((day) => renewalProblem({ ...standing(situation, day), product }) === null);
    for (const situation of SITUATIONS) {
      const isRenewed = ['ahead', 'in_force', 'expired'].includes(situation);
      expect(renewableOn(situation, 'home'), situation).toEqual(isRenewed ? days.slice(1, -1) : []);
      expect(renewableOn(situation, 'travel'), situation).toEqual([]);
    }
  });

  test('leads from one that was replaced to its successor, also once its refund was sent', () => {
    const change = 'POL-002 replaced this policy. Please change that one.';
    const replaced = standing('replaced', '2026-12-20', 'POL-002');
    expect(changeProblem(replaced)).toBe(change);
    expect(renewalProblem(replaced)).toBe('POL-002 replaced this policy. Please renew that one.');
    expect(changeProblem(standing('cancelled', '2026-12-20', 'POL-002'))).toBe(change);
  });

  test.each<[Situation, today: string, possible: string | null]>([
    ['in_force', '2026-06-01', 'change its cover, or renew it from December 1, 2026'],
    ['ahead', '2026-06-01', 'change its cover, or renew it from December 1, 2026'],
    ['in_force', '2026-12-01', 'renew it, or change its cover'],
    ['expired', '2027-01-30', 'renew it'],
    ['expired', '2027-01-31', null],
  ])('with one that is %s on %s is: %s', (situation, today, possible) => {
    expect(whatIsPossible(standing(situation, today))).toBe(possible);
  });
});
