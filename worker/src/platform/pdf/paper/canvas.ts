import type { Face } from '../fonts/shaping.ts';
import type { Line } from '../text/line.ts';
import type { EmbeddedFont } from './embedded-font.ts';

/** Red, green and blue from 0 to 1. */
export type Color = readonly [number, number, number];

export interface Link {
  url: string;
  /** Left, bottom, right, top in points. */
  area: readonly [number, number, number, number];
}

const rgb = (hex: number): Color => [(hex >> 16) / 255, ((hex >> 8) & 0xff) / 255, (hex & 0xff) / 255];

/** Our colors in print. */
export const INK = rgb(0x14233b);
export const MUTED = rgb(0x566072);
export const TEAL = rgb(0x0d6668);
export const HAIRLINE = rgb(0xd9d8d2);
export const PALE = rgb(0xf6f1e7);
export const SEA = rgb(0x62c6be);

const n = (value: number) => String(Number(value.toFixed(2)));
const fill = (color: Color) => `${color.map(n).join(' ')} rg`;
const stroke = (color: Color) => `${color.map(n).join(' ')} RG`;

/** One page's content. Lengths are points from the page's lower left corner. */
export class Canvas {
  private readonly operators: string[] = [];
  readonly links: Link[] = [];

  constructor(private readonly fontOf: (face: Face) => EmbeddedFont) {}

  get content(): string {
    return this.operators.join('\n');
  }

  /** Draws a line of text with its baseline at `y`. */
  text(line: Line, x: number, y: number, size: number, color: Color): void {
    this.operators.push(`BT ${fill(color)} 1 0 0 1 ${n(x)} ${n(y)} Tm`);
    for (const { face, glyphs } of line.runs) {
      const font = this.fontOf(face);
      this.operators.push(`/${font.name} ${n(size)} Tf`);
      let shown = '';
      let rise = 0;
      const flush = () => {
        if (shown) this.operators.push(`[${shown}] TJ`);
        shown = '';
      };
      for (const glyph of glyphs) {
        if (glyph.yOffset !== rise) {
          flush();
          rise = glyph.yOffset;
          this.operators.push(`${n((rise * size) / 1000)} Ts`);
        }
        const before = glyph.xOffset ? `${n(-glyph.xOffset)} ` : '';
        const after = glyph.width - glyph.advance + glyph.xOffset;
        shown += `${before}<${font.code(glyph)}>${Math.abs(after) > 0.01 ? ` ${n(after)} ` : ''}`;
      }
      flush();
      if (rise !== 0) this.operators.push('0 Ts');
    }
    this.operators.push('ET');
  }

  rule(x: number, y: number, width: number, color: Color = HAIRLINE, thickness = 0.6): void {
    this.operators.push(`${stroke(color)} ${n(thickness)} w ${n(x)} ${n(y)} m ${n(x + width)} ${n(y)} l S`);
  }

  /** Fills all rectangles (left, bottom, width, height) as one shape. */
  rectangles(areas: readonly (readonly [number, number, number, number])[], color: Color): void {
    const shapes = areas.map((area) => `${area.map(n).join(' ')} re`);
    this.operators.push(`${fill(color)} ${shapes.join(' ')} f`);
  }

  /** Draws path operators in their own coordinates: `scale` points per unit, y downward from (`x`, `y`). */
  drawing(operators: readonly string[], x: number, y: number, scale: number): void {
    this.operators.push(`q ${n(scale)} 0 0 ${n(-scale)} ${n(x)} ${n(y)} cm`, ...operators, 'Q');
  }

  link(url: string, area: Link['area']): void {
    this.links.push({ url, area });
  }
}

export const strokeOf = stroke;
export const fillOf = fill;
