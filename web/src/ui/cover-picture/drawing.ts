import type { ProductKey } from '#domain/products/index.ts';

/** Width and height of every drawing, in its own units. Labels take a quarter of the width on each side. */
export const SIZE = { width: 400, height: 250, label: 100 } as const;

/** Where a part's label is, as one of four rows on either side, and what its line points at. */
interface Place {
  side: string;
  row: number;
  at: readonly [x: number, y: number];
  lines: string;
}

/** What is insured as a line drawing, with places for the form's `parts` by their ids. */
export interface Drawing {
  outline: string;
  parts: ReadonlyMap<string, Place>;
}

const PART = /<g id="(\w+)" data-side="(left|right)" data-row="([0-3])" data-at="(\d+) (\d+)">(.*?)<\/g>/g;

function drawingOf(drawn: string): Drawing {
  const parts = [...drawn.matchAll(PART)].map(
    ([, id = '', side = '', row, x, y, lines = '']) =>
      [id, { side, row: Number(row), at: [Number(x), Number(y)], lines }] as const,
  );
  return { outline: drawn.replace(PART, ''), parts: new Map(parts) };
}

const files = import.meta.glob<readonly [viewBox: string, drawn: string]>('../pictures/cover/*.svg', {
  query: '?picture',
  import: 'default',
  eager: true,
});

/** The drawing of a product, whose key its file has as its name. A product without one has a list alone. */
export const DRAWINGS = Object.fromEntries(
  Object.entries(files).map(([path, [, drawn]]) => [path.replace(/^.*\/|\.svg$/g, ''), drawingOf(drawn)]),
) as Readonly<Partial<Record<ProductKey, Drawing>>>;

/** Height of a label's middle, in the drawing's units. */
export const rowAt = (row: number): number => 30 + row * 62.5;
