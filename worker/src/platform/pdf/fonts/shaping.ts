import { create } from 'fontkit';
import { type Table, writeSfnt } from './sfnt.ts';
import { readWoff } from './woff.ts';

interface LibraryGlyph {
  id: number;
  codePoints: number[];
  advanceWidth: number;
}

interface LibraryPosition {
  xAdvance: number;
  xOffset: number;
  yOffset: number;
}

/** The font library's font, with what its published types omit. */
export interface LibraryFont {
  postscriptName: string;
  unitsPerEm: number;
  ascent: number;
  descent: number;
  capHeight: number;
  xHeight: number;
  bbox: { minX: number; minY: number; maxX: number; maxY: number };
  /** The library's glyph cache, each glyph with the characters of its first use. */
  _glyphs: Record<number, unknown>;
  hasGlyphForCodePoint(code: number): boolean;
  layout(
    text: string,
    features: Record<string, boolean>,
    script: string | undefined,
    language: string | undefined,
    direction: 'ltr' | 'rtl',
  ): { glyphs: LibraryGlyph[]; positions: LibraryPosition[] };
}

/** One placed glyph; lengths in thousandths of the font size. */
export interface Glyph {
  id: number;
  /** The characters it represents; empty for the second glyph of a character that takes two. */
  text: string;
  /** Its width in the font, and its advance, which kerning and marks change. */
  width: number;
  advance: number;
  xOffset: number;
  yOffset: number;
}

/** An opened font file. */
export interface Face {
  tables: readonly Table[];
  font: LibraryFont;
}

/** Opens a WOFF file. Throws if it isn't one. */
export async function openFace(file: ArrayBuffer): Promise<Face> {
  const tables = await readWoff(file);
  return { tables, font: create(writeSfnt(tables) as Buffer) as unknown as LibraryFont };
}

const HIDDEN = /^[\u200c\u200d]+$/;

const ASCII = /^[ -~]*$/;
/** Thai and Lao AM after tone marks. Its circle belongs below them, which this library misses. */
const AM = /([\u0e48-\u0e4b]*)\u0e33|([\u0ec8-\u0ecb]*)\u0eb3/g;
const parted = (_am: string, thai: string | undefined, lao: string | undefined) =>
  thai === undefined ? `\u0ecd${lao}\u0eb2` : `\u0e4d${thai}\u0e32`;

/** The glyphs of one word, or of a text without reordered letters. */
function shapeWord(font: LibraryFont, text: string, direction: 'ltr' | 'rtl'): Glyph[] {
  // A cached glyph keeps the characters of its first use, which would corrupt later copied text.
  if (!ASCII.test(text)) font._glyphs = {};
  const scale = 1000 / font.unitsPerEm;
  const { glyphs, positions } = font.layout(text.replace(AM, parted), {}, undefined, undefined, direction);
  const placed = glyphs.map((glyph, index) => ({
    id: glyph.id,
    text: String.fromCodePoint(...glyph.codePoints),
    // A mark has no advance, whatever width its font gives it; a reader that skips it must not lose its
    // position.
    width: positions[index]?.xAdvance ? glyph.advanceWidth * scale : 0,
    advance: (positions[index]?.xAdvance ?? 0) * scale,
    xOffset: (positions[index]?.xOffset ?? 0) * scale,
    yOffset: (positions[index]?.yOffset ?? 0) * scale,
  }));
  // Joiners are no longer needed, and the library shows them as zero-width spaces.
  return placed.filter((glyph) => !HIDDEN.test(glyph.text) && !(glyph.text === ' ' && glyph.advance === 0));
}

/** Glyphs in drawing order, for a text in one direction that this font covers. */
export function shape(font: LibraryFont, text: string, direction: 'ltr' | 'rtl'): Glyph[] {
  if (direction === 'rtl' || ASCII.test(text)) return shapeWord(font, text, direction);
  return text.split(/(?<= )/).flatMap((word) => {
    const glyphs = shapeWord(font, word, direction);
    // If a script reorders or substitutes letters, the first glyph carries the whole word for copying.
    if (glyphs.map((glyph) => glyph.text).join('') === word) return glyphs;
    return glyphs.map((glyph, index) => ({ ...glyph, text: index === 0 ? word : '' }));
  });
}
