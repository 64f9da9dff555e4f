import type { ProductKey } from '#domain/products/index.ts';
import car from '#web/ui/pictures/cover/car.svg?picture';
import home from '#web/ui/pictures/cover/home.svg?picture';
import travel from '#web/ui/pictures/cover/travel.svg?picture';

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

/** Such as `<g data-part="theft right 2 254 178">`: id, side, row, and the place that its line points at. */
const PART = /<g data-part="(.+?)">(.*?)<\/g>/g;

function drawingOf([, drawn]: readonly [viewBox: string, drawn: string]): Drawing {
  const parts = [...drawn.matchAll(PART)].map(([, place = '', lines = '']) => {
    const [id = '', side = '', ...[row = 0, x = 0, y = 0]] = place.split(' ');
    return [id, { side, row: Number(row), at: [Number(x), Number(y)], lines }] as const;
  });
  return { outline: drawn.replace(PART, ''), parts: new Map(parts) };
}

/** A product without a drawing has the list alone. */
export const DRAWINGS: Readonly<Partial<Record<ProductKey, Drawing>>> = {
  home: drawingOf(home),
  car: drawingOf(car),
  travel: drawingOf(travel),
};

/** Height of a label's middle, in the drawing's units. */
export const rowAt = (row: number): number => 30 + row * 62.5;
