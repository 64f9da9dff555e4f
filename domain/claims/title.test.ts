import { expect, test } from 'vitest';
import { claimTitle } from './title.ts';

test.each([
  ['Roof leak. The rain came in all night.', 'Roof leak'],
  ['roof leak', 'Roof leak'],
  ['  Hail broke\n two windows!', 'Hail broke two windows'],
  ['A pipe burst in the kitchen and ruined the new floor.', 'A pipe burst in the kitchen and ruined…'],
  ['A storm took slates off the roof, and water ran into the attic.', 'A storm took slates off the roof…'],
  ['The car cost $12.50 to wash', 'The car cost $12.50 to wash'],
  [`${'x'.repeat(60)} y`, `X${'x'.repeat(39)}…`],
  ['   ', 'Claim'],
])('the claim “%s” is called “%s”', (description, title) => {
  expect(claimTitle(description)).toBe(title);
});
