import { expect, test } from 'vitest';
import { type Complaint, type Decision, outcomesOf, percentile } from './outcomes.ts';

test.each([
  [[], 50, null],
  [[7], 90, 7],
  // The lower of two in the middle.
  [[4, 1, 3, 2], 50, 2],
  [[5, 5, 5, 5], 90, 5],
  [[10, 1, 9, 2, 8, 3, 7, 4, 6, 5], 90, 9],
  [[10, 1, 9, 2, 8, 3, 7, 4, 6, 5, 11], 90, 10],
  [[3, 1, 2], 0, 1],
])('of %j the value that %i %% are at or below is %j', (values, percent, expected) => {
  expect(percentile(values, percent)).toBe(expected);
});

const decision = (claim: number, more: Partial<Decision> = {}): Decision => ({
  claim,
  product: 'home',
  cause: 'fire',
  handler: 'Hedy',
  outcome: 'approved',
  hours: claim,
  look: 'first',
  clause: null,
  stands: 1,
  payout: 100,
  suggested: 100,
  one_person: 0,
  deactivated: 0,
  no_documents: 0,
  ...more,
});
const rejected = { outcome: 'rejected', payout: null, suggested: null, clause: 'Not covered: Rot.' } as const;

test('a claim counts once by its first decision, and its second look apart', () => {
  const found = outcomesOf(
    [
      decision(1, { ...rejected, stands: 0 }),
      decision(2, { handler: 'Grace', cause: null }),
      decision(3, { product: 'car', cause: null }),
      decision(1, { look: 'second', handler: 'Grace', hours: 40 }),
      decision(2, { look: 'again', hours: 900, handler: 'Ada' }),
      // Nobody decided it.
      decision(8, { outcome: 'given_up', payout: null, suggested: null }),
    ],
    [],
  );
  expect(found.causes).toEqual([
    { product: 'home', label: 'Fire or smoke', approved: [], rejected: [1], median: 1, p90: 1 },
    { product: 'home', label: 'Not named', approved: [2], rejected: [], median: 2, p90: 2 },
    { product: 'car', label: 'Not named', approved: [3], rejected: [], median: 3, p90: 3 },
  ]);
  expect(found.handlers).toEqual([
    { product: null, label: 'Hedy', approved: [3], rejected: [1], median: 1, p90: 3 },
    { product: null, label: 'Grace', approved: [2], rejected: [], median: 2, p90: 2 },
  ]);
  expect(found.clauses).toEqual([
    { product: 'home', label: 'Not covered: Rot.', approved: [], rejected: [1], median: 1, p90: 1 },
  ]);
  expect(found.second_looks).toEqual([
    { product: 'home', label: 'Grace', approved: [1], rejected: [], median: 40, p90: 40 },
  ]);
});

test('what deserves a look is looked for among the decisions that stand', () => {
  const { checks } = outcomesOf(
    [
      decision(1, { payout: 90 }),
      decision(2, { payout: 90, stands: 0 }),
      decision(3, { one_person: 1, suggested: 100 }),
      decision(4, { deactivated: 1 }),
      decision(5, { ...rejected, deactivated: 1, no_documents: 1 }),
      decision(6, { no_documents: 1 }),
      decision(7, { payout: 110, look: 'second' }),
    ],
    [],
  );
  expect(checks).toEqual({ differs: [1, 7], one_person: [3], deactivated: [4], no_documents: [5] });
});

test('complaints count by their cause and outcome, the open ones apart', () => {
  const complaint = (id: number, more: Partial<Complaint>): Complaint => ({
    id,
    cause: 'payment',
    outcome: 'upheld',
    days: id,
    ...more,
  });
  const { complaints } = outcomesOf(
    [],
    [
      complaint(1, {}),
      complaint(9, {}),
      complaint(3, { outcome: null, days: null }),
      complaint(4, { cause: 'policy', outcome: 'withdrawn' }),
    ],
  );
  expect(complaints.find(({ cause }) => cause === 'payment')).toEqual({
    cause: 'payment',
    open: [3],
    outcomes: { upheld: [1, 9], partly_upheld: [], not_upheld: [], withdrawn: [] },
    median: 1,
    p90: 9,
  });
  expect(complaints.find(({ cause }) => cause === 'policy')).toMatchObject({ open: [], median: 4 });
  expect(complaints).toHaveLength(6);
});
