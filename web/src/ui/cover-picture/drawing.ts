import type { ReactNode } from 'react';

/** Width and height of every drawing, in its own units. Labels take a quarter of the width on each side. */
export const SIZE = { width: 400, height: 250, label: 100 } as const;

/** Where a part's label is, as one of four rows on either side, and what its line points at. */
interface Place {
  side: 'left' | 'right';
  row: 0 | 1 | 2 | 3;
  at: readonly [x: number, y: number];
  lines: ReactNode;
}

/** What is insured as a line drawing, with places for the form's `parts` by their ids. */
export interface Drawing {
  outline: ReactNode;
  parts: Readonly<Record<string, Place>>;
}

/** Height of a label's middle, in the drawing's units. */
export const rowAt = (row: number): number => 30 + row * 62.5;
