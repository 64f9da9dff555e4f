import { describe, expect, test } from 'vitest';
import {
  CLOSED_AS,
  ENDING_KINDS,
  type Ending,
  type EndingFacts,
  type EndingState,
  holds,
  stateOf,
} from './ending.ts';

const NOW = '2026-11-30T12:00:00.000Z';
const LATER = '2026-11-30T12:00:01.000Z';

/** Every combination of facts, each as the letters of those that hold: r(ejectable), u(nder way), p(aid out), c(laimed), s(ucceeded). */
const ALL = Array.from({ length: 32 }, (_, bits) =>
  [...'rupcs'].filter((_letter, place) => bits & (1 << place)).join(''),
);
const factsOf = (letters: string): EndingFacts => ({
  rejectable: letters.includes('r'),
  underWay: letters.includes('u'),
  paidOut: letters.includes('p'),
  claimed: letters.includes('c'),
  replaced: letters.includes('s'),
});

const owed = (kind: Ending['kind'], consent_until: string | null): Ending => ({
  kind,
  due_from: '2026-11-20T00:00:00.000Z',
  consent_until,
  closed_as: null,
});

/** In how many of all combinations an ending has each state. */
function counted(ending: Ending): Partial<Record<EndingState, number>> {
  const counts: Partial<Record<EndingState, number>> = {};
  for (const letters of ALL) {
    const state = stateOf(ending, factsOf(letters), NOW);
    counts[state] = (counts[state] ?? 0) + 1;
  }
  return counts;
}

/** Each fact as `1`, `0`, or `-` where it doesn't matter, in the order rupcs; all 32 combinations are in one row each. */
type Row = readonly [what: string, ending: Ending, rows: readonly (readonly [string, EndingState])[]];
const TABLE: readonly Row[] = [
  [
    'a withdrawal with a consent that holds',
    owed('withdrawal', LATER),
    [
      ['-01--', 'person'],
      ['-1---', 'under_way'],
      ['-00--', 'owed'],
    ],
  ],
  [
    'a withdrawal without a consent',
    owed('withdrawal', null),
    [
      ['-01--', 'person'],
      ['000--', 'consent'],
      ['01---', 'consent'],
      ['11---', 'under_way'],
      ['100--', 'owed'],
    ],
  ],
  [
    'a withdrawal whose consent has just lapsed',
    owed('withdrawal', NOW),
    [
      ['-01--', 'person'],
      ['000--', 'consent'],
      ['01---', 'consent'],
      ['11---', 'under_way'],
      ['100--', 'owed'],
    ],
  ],
  ...[null, LATER].map(
    (until): Row => [
      `a rejection, with a consent until ${until}`,
      owed('rejection', until),
      [
        ['-1---', 'under_way'],
        ['000--', 'person'],
        ['101--', 'person'],
        ['001--', 'person'],
        ['1000-', 'owed'],
        ['1001-', 'person'],
      ],
    ],
  ),
  ...(['replacement', 'cancellation'] as const).flatMap((kind) => [
    [
      `a ${kind} with a consent that holds`,
      owed(kind, LATER),
      [
        ['-1---', 'under_way'],
        ['-0-10', 'claimed'],
        ['-0-11', 'owed'],
        ['-0-0-', 'owed'],
      ],
    ] as const,
    [
      `a ${kind} whose consent has just lapsed`,
      owed(kind, NOW),
      [
        ['-1---', 'under_way'],
        ['-0-10', 'claimed'],
        ['-0-11', 'lapsed'],
        ['-0-0-', 'lapsed'],
      ],
    ] as const,
  ]),
];

const isOf = (pattern: string, letters: string): boolean =>
  [...'rupcs'].every((letter, place) => {
    const wanted = pattern[place];
    return wanted === '-' || (wanted === '1') === letters.includes(letter);
  });

describe('where an ending stands', () => {
  test.each(TABLE)('%s is decided by each combination of facts once', (_what, ending, rows) => {
    for (const letters of ALL) {
      const fitting = rows.filter(([pattern]) => isOf(pattern, letters));
      expect(fitting, letters).toHaveLength(1);
      expect(stateOf(ending, factsOf(letters), NOW), letters).toBe(fitting[0]?.[1]);
    }
  });

  test('one that is not owed waits, whatever else is true', () => {
    expect(counted({ ...owed('withdrawal', null), due_from: null })).toEqual({ confirmation: 32 });
    expect(counted({ ...owed('replacement', LATER), due_from: null })).toEqual({ successor: 32 });
    expect(counted({ ...owed('replacement', NOW), due_from: null })).toEqual({ successor: 32 });
  });

  test.each(CLOSED_AS)('one that was closed as %s stays so, whatever else is true', (closed_as) => {
    const state = closed_as === 'sent' || closed_as === 'person' ? closed_as : 'closed';
    for (const kind of ENDING_KINDS)
      for (const due_from of [null, '2026-11-20T00:00:00.000Z'])
        for (const consent_until of [null, NOW, LATER])
          expect(counted({ kind, due_from, consent_until, closed_as })).toEqual({ [state]: 32 });
  });
});

test('a consent holds until its last second has come', () => {
  expect([null, NOW, LATER].map((consent_until) => holds({ consent_until }, NOW))).toEqual([
    false,
    false,
    true,
  ]);
});
