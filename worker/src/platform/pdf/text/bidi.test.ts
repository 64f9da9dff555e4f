import { describe, expect, it } from 'vitest';
import { bidiLevels, mirrored, visualOrder } from './line.ts';

/** The text as drawn from left to right. */
function drawn(text: string): string {
  const clusters = [...text];
  const { levels } = bidiLevels(clusters);
  const items = clusters.map((cluster, index) => ({ cluster, level: levels[index] ?? 0 }));
  return visualOrder(items)
    .map(({ cluster, level }) => (level % 2 === 1 ? mirrored(cluster) : cluster))
    .join('');
}

describe('bidi', () => {
  it.each([
    ['plain Latin', 'Ada (Lovelace) 12', 'Ada (Lovelace) 12'],
    ['Hebrew', 'אבג', 'גבא'],
    ['Hebrew in Latin', 'Name אבג here', 'Name גבא here'],
    ['Latin in Hebrew', 'אב Main גד', 'דג Main בא'],
    ['a number in Hebrew', 'אב 123 גד', 'דג 123 בא'],
    ['a price in Hebrew', 'אב $12.50 גד', 'דג $12.50 בא'],
    ['brackets in Hebrew', 'אב (גד)', '(דג) בא'],
    ['Arabic with a comma and a number', 'اب، 12,5 جد', 'دج 12,5 ،با'],
    ['a date with slashes after Arabic', 'اب 1/2', '1/2 با'],
    ['a range in Hebrew', 'אב 1-2', '1-2 בא'],
    ['a range in Arabic, whose numbers run with it', 'اب 1-2', '2-1 با'],
    ['an emoji between Hebrew words', 'Name אב 😀 גד', 'Name דג 😀 בא'],
    ['letters outside the basic plane', 'Name 𞤀𞤁', 'Name 𞤁𞤀'],
    ['Latin in brackets after Hebrew', 'Name אב (Main)', 'Name בא (Main)'],
    ['a comparison in Hebrew', 'אב ≤ 5', '5 ≥ בא'],
    ['a full stop at the end', 'Name אבג.', 'Name גבא.'],
  ])('orders %s', (_what, text, expected) => {
    expect(drawn(text)).toBe(expected);
  });

  it('takes the direction of a paragraph from its first letter', () => {
    expect(bidiLevels([...'12 אב']).base).toBe(1);
    expect(bidiLevels([...'12 ab אב']).base).toBe(0);
  });
});
