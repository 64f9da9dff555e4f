import { type Canvas, fillOf, INK, PALE, SEA, strokeOf } from './paper/canvas.ts';

/** Distance of a Bézier curve's handles for a quarter circle, in radii. */
const QUARTER = 0.5523;

function circle(x: number, y: number, radius: number): string {
  const k = radius * QUARTER;
  return [
    `${x - radius} ${y} m`,
    `${x - radius} ${y - k} ${x - k} ${y - radius} ${x} ${y - radius} c`,
    `${x + k} ${y - radius} ${x + radius} ${y - k} ${x + radius} ${y} c`,
    `${x + radius} ${y + k} ${x + k} ${y + radius} ${x} ${y + radius} c`,
    `${x - k} ${y + radius} ${x - radius} ${y + k} ${x - radius} ${y} c s`,
  ].join(' ');
}

function tile(side: number, radius: number): string {
  const far = side - radius;
  const k = radius * (1 - QUARTER);
  return [
    `${radius} 0 m ${far} 0 l ${side - k} 0 ${side} ${k} ${side} ${radius} c`,
    `${side} ${far} l ${side} ${side - k} ${side - k} ${side} ${far} ${side} c`,
    `${radius} ${side} l ${k} ${side} 0 ${side - k} 0 ${far} c`,
    `0 ${radius} l 0 ${k} ${k} 0 ${radius} 0 c f`,
  ].join(' ');
}

/** Our logo, an anchor's ring and stock over the mooring line, with its upper left corner at (`x`, `y`). */
export function drawMark(canvas: Canvas, x: number, y: number, side: number): void {
  canvas.drawing(
    [
      `${fillOf(INK)} ${tile(32, 8)}`,
      `${strokeOf(PALE)} 2.4 w 1 J 1 j`,
      circle(16, 9.5, 3.6),
      '16 13.1 m 16 22 l S 11.5 16.4 m 20.5 16.4 l S',
      `${strokeOf(SEA)} 6.5 18.5 m 6.5 23.2 10.7 26 16 26 c 21.3 26 25.5 23.2 25.5 18.5 c S`,
    ],
    x,
    y,
    side / 32,
  );
}
