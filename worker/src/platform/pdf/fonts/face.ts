import { inflateSync } from 'node:zlib';
import { create, type Font, type GlyphPosition, type GlyphRun, type Glyph as LibraryGlyph } from 'fontkit';

const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]/gu;
const CONTROLS = /\p{Cc}/gu;
const LONE_SURROGATES = /\p{Cs}/gu;
/** Format characters that only control layout, including all that can change the reading order. */
const STEERING =
  /(?![\u200c\u200d])[\p{Default_Ignorable_Code_Point}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const SPACES = /\p{Zs}+/gu;

/**
 * Text ready for layout: composed (NFC), on one line, without invisible controls. Characters without a
 * glyph become a visible replacement character.
 */
export function clean(text: string): string {
  return text
    .replace(LONE_SURROGATES, '\ufffd')
    .normalize('NFC')
    .replace(BREAKS, ' ')
    .replace(CONTROLS, '\ufffd')
    .replace(STEERING, '')
    .replace(SPACES, ' ')
    .trim();
}

export function codesOf(text: string): number[] {
  return Array.from(text, (char) => char.codePointAt(0) ?? 0);
}

export type Direction = 'ltr' | 'rtl';

interface Stream {
  pos: number;
}

/** A subset under construction: glyph ids in order, and the place of each key. */
interface Subset {
  glyphs: number[];
  mapping: Record<string, number>;
  includeGlyph(key: string | number): number;
  encode(): Uint8Array;
}

/** The font library's font, with what its published types omit. */
interface LibraryFont extends Omit<Font, 'createSubset'> {
  stream: { constructor: new (bytes: Uint8Array) => Stream };
  directory: { tables: Record<string, { offset: number; length: number; compLength: number }> };
  /** Its glyph cache. */
  _glyphs: Record<number, LibraryGlyph>;
  _getTableStream(tag: string): Stream | null;
  createSubset(): Subset;
}

/** What pdfkit needs of a font. It takes `rtla` among the features as the direction. */
interface PdfFont extends Omit<LibraryFont, 'layout'> {
  layout(
    text: string,
    features: readonly string[],
  ): Pick<GlyphRun, 'positions' | 'advanceWidth'> & {
    glyphs: { id: string; codePoints: number[]; advanceWidth: number }[];
  };
}

/** One placed glyph; lengths in the font's units. */
interface Glyph {
  id: number;
  /** The characters it represents; empty for the second glyph of a character that takes two. */
  text: string;
  /** A mark has none, whatever its font says: a reader that skips it must not lose its position. */
  width: number;
  position: GlyphPosition;
}

/** An opened font file. */
export interface Face {
  /** Its path. */
  name: string;
  font: PdfFont;
  has(code: number): boolean;
  /** In thousandths of the font size. */
  width(text: string, direction: Direction): number;
}

const HIDDEN = /^[\u200c\u200d]+$/;
/** WORD JOINER, for a glyph that is only part of a letter. Some readers need a text for every glyph. */
const NOTHING = '\u2060';

const ASCII = /^[ -~]*$/;
/** Thai and Lao AM after tone marks. Its circle belongs below them, which this library misses. */
const AM = /([\u0e48-\u0e4b]*)\u0e33|([\u0ec8-\u0ecb]*)\u0eb3/g;
const parted = (_am: string, thai: string | undefined, lao: string | undefined) =>
  thai === undefined ? `\u0ecd${lao}\u0eb2` : `\u0e4d${thai}\u0e32`;

/** The glyphs of one word, or of a text without reordered letters. */
function shapeWord(font: LibraryFont, text: string, direction: Direction): Glyph[] {
  const { glyphs, positions } = font.layout(text.replace(AM, parted), {}, undefined, undefined, direction);
  return positions.flatMap((position, index) => {
    const { id, codePoints, advanceWidth } = glyphs[index] ?? font.getGlyph(0);
    const chars = String.fromCodePoint(...codePoints);
    // Joiners are no longer needed, and the library shows them as zero-width spaces.
    if (HIDDEN.test(chars) || (chars === ' ' && !position.xAdvance)) return [];
    return [{ id, text: chars, width: position.xAdvance ? advanceWidth : 0, position }];
  });
}

/** Glyphs in drawing order, for a text in one direction that this font covers. */
function shape(font: LibraryFont, text: string, direction: Direction): Glyph[] {
  if (direction === 'rtl' || ASCII.test(text)) return shapeWord(font, text, direction);
  return text.split(/(?<= )/).flatMap((word) => {
    const glyphs = shapeWord(font, word, direction);
    // If a script reorders or substitutes letters, the first glyph carries the whole word for copying.
    if (glyphs.map((glyph) => glyph.text).join('') === word) return glyphs;
    return glyphs.map((glyph, index) => ({ ...glyph, text: index === 0 ? word : '' }));
  });
}

const advance = (positions: readonly GlyphPosition[]) =>
  positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);

/** Unpacks each table once, by zlib. The library does it for every glyph, and its inflate fails on some tables. */
function unpackByZlib(font: LibraryFont, file: Uint8Array): void {
  const TableStream = font.stream.constructor;
  const unpacked = new Map<string, Stream>();
  font._getTableStream = (tag) => {
    const table = font.directory.tables[tag];
    if (!table) return null;
    const { offset, length, compLength } = table;
    const packed = file.subarray(offset, offset + compLength);
    const stream = unpacked.get(tag) ?? new TableStream(compLength < length ? inflateSync(packed) : packed);
    unpacked.set(tag, stream);
    stream.pos = 0;
    return stream;
  };
}

/** A cached glyph keeps the characters of its first use, which would corrupt copied text. */
function forgetGlyphs(font: LibraryFont): void {
  const open = font.getGlyph.bind(font);
  font.getGlyph = (id, codePoints) => {
    const cached = font._glyphs[id];
    if (codePoints && String(cached?.codePoints) !== String(codePoints)) delete font._glyphs[id];
    return open(id, codePoints);
  };
}

/**
 * Gives pdfkit each pair of glyph and text as a glyph with its own code, so copied text is what was written
 * even where a script shares glyphs between letters. The font file repeats such a glyph.
 */
function pdfFont(font: LibraryFont): PdfFont {
  const changes: Pick<PdfFont, 'layout' | 'createSubset'> = {
    layout(text, features) {
      const shaped = shape(font, text, features.includes('rtla') ? 'rtl' : 'ltr');
      const positions = shaped.map(({ position }) => position);
      const glyphs = shaped.map(({ id, text: chars, width }) => ({
        id: `${id} ${width} ${chars}`,
        codePoints: codesOf(chars || NOTHING),
        advanceWidth: width,
      }));
      return { glyphs, positions, advanceWidth: advance(positions) };
    },
    createSubset() {
      const subset = font.createSubset();
      subset.includeGlyph = (key) =>
        (subset.mapping[key] ??= subset.glyphs.push(Number.parseInt(String(key), 10)) - 1);
      return subset;
    },
  };
  return Object.assign(Object.create(font), changes);
}

/** Opens a WOFF file. Throws if it isn't one. */
export function openFace(name: string, file: ArrayBuffer): Face {
  const bytes = new Uint8Array(file);
  const font = create(bytes as Buffer) as unknown as LibraryFont;
  unpackByZlib(font, bytes);
  forgetGlyphs(font);
  return {
    name,
    font: pdfFont(font),
    has: (code) => font.hasGlyphForCodePoint(code),
    width: (text, direction) =>
      (advance(shape(font, text, direction).map(({ position }) => position)) * 1000) / font.unitsPerEm,
  };
}
