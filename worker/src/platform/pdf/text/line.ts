import bidiFactory, { type BidiCharTypeName } from 'bidi-js';
import { type FontBook, REPLACEMENT } from '#worker/platform/pdf/fonts/book.ts';
import { hanFamily, type Weight } from '#worker/platform/pdf/fonts/coverage.ts';
import { clean, codesOf, type Direction, type Face } from '#worker/platform/pdf/fonts/face.ts';

/** Characters drawn together, in one font and direction. */
interface Piece {
  text: string;
  face: Face;
  level: number;
}

/** A text ready for line breaking: its grapheme clusters in reading order, each with what draws it. */
export interface Paragraph {
  clusters: readonly string[];
  pieces: readonly (readonly Piece[])[];
  base: 0 | 1;
}

/** A text in one font and direction; its width in thousandths of the font size. */
interface Run {
  face: Face;
  text: string;
  direction: Direction;
  width: number;
}

/** A line as drawn from left to right; its width in thousandths of the font size. */
export interface Line {
  runs: readonly Run[];
  width: number;
}

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });
const JOINER = /[\u200c\u200d]/u;

/**
 * What draws one cluster: one font if it has all of it, otherwise its parts and one sign for what is
 * missing.
 */
function drawnBy(book: FontBook, cluster: string, weight: Weight, han: string, before: Face | null) {
  const wanted = codesOf(cluster);
  if (cluster === ' ' && before?.has(0x20)) return [{ text: ' ', face: before }];
  const found: { text: string; face: Face }[] = [];
  let missing = false;
  let face = book.faceOf(wanted[0] ?? REPLACEMENT, weight, han);
  if (!face) return [{ text: String.fromCodePoint(REPLACEMENT), face: book.latin(weight) }];
  for (const code of wanted) {
    const char = String.fromCodePoint(code);
    const next: Face | null = face?.has(code) ? face : book.faceOf(code, weight, han);
    const last = found.at(-1);
    if (!next) missing ||= !JOINER.test(char);
    else if (last?.face === next) last.text += char;
    else if (!JOINER.test(char)) found.push({ text: char, face: next });
    face = next ?? face;
  }
  if (missing) found.push({ text: String.fromCodePoint(REPLACEMENT), face: book.latin(weight) });
  return found;
}

/** Prepares any text. Never throws. */
export function paragraph(book: FontBook, text: string, weight: Weight): Paragraph {
  const cleaned = clean(text);
  const han = hanFamily(cleaned);
  const clusters = Array.from(GRAPHEMES.segment(cleaned), ({ segment }) => segment);
  const { base, levels } = bidiLevels(clusters);
  let before: Face | null = null;
  const pieces = clusters.map((cluster, index) => {
    const level = levels[index] ?? base;
    const reflected = level % 2 === 1 ? mirrored(cluster) : cluster;
    // If no font has a rare sign's counterpart, the sign itself is better than a replacement character.
    const sign = book.faceOf(reflected.codePointAt(0) ?? REPLACEMENT, weight, han) ? reflected : cluster;
    const drawn = drawnBy(book, sign, weight, han, before);
    before = drawn.at(-1)?.face ?? before;
    return drawn.map((piece) => ({ ...piece, level }));
  });
  return { clusters, pieces, base };
}

/** Lays out the clusters from `start` to `end` (exclusive) as one line. */
export function layOutLine({ clusters, pieces, base }: Paragraph, start: number, end: number): Line {
  let last = end;
  while (last > start && clusters[last - 1] === ' ') last--;
  const merged: Piece[] = [];
  for (const piece of pieces.slice(start, last).flat()) {
    const open = merged.at(-1);
    if (open && open.face === piece.face && open.level === piece.level) open.text += piece.text;
    else merged.push({ ...piece, level: Math.max(piece.level, base) });
  }
  const runs = visualOrder(merged).map(({ face, text, level }): Run => {
    const direction = level % 2 === 1 ? 'rtl' : 'ltr';
    return { face, text, direction, width: face.width(text, direction) };
  });
  return { runs, width: runs.reduce((sum, run) => sum + run.width, 0) };
}

const bidi = bidiFactory();

/**
 * bidi-js reads single UTF-16 units, so a character outside the basic plane is replaced by one of its
 * class.
 */
const STAND_INS: Partial<Record<BidiCharTypeName, string>> = {
  R: '\u05d0',
  AL: '\u0627',
  EN: '0',
  AN: '\u0660',
  ET: '%',
  ON: '!',
  NSM: '\u0300',
};

const unitOf = (cluster: string): string =>
  (cluster.codePointAt(0) ?? 0) > 0xffff
    ? (STAND_INS[bidi.getBidiCharTypeName(cluster)] ?? 'a')
    : cluster.charAt(0);

/**
 * Embedding level of each cluster (UAX #9); odd levels run right to left. A cluster takes the level of its
 * first character.
 * @returns also the paragraph's level: 1 if its first letter runs right to left
 */
export function bidiLevels(clusters: readonly string[]): { base: 0 | 1; levels: number[] } {
  const { levels, paragraphs } = bidi.getEmbeddingLevels(clusters.map(unitOf).join(''));
  return { base: paragraphs[0]?.level === 1 ? 1 : 0, levels: [...levels] };
}

/** The items of a line in drawing order (rule L2). */
export function visualOrder<Item extends { level: number }>(items: readonly Item[]): Item[] {
  const line = {
    levels: Uint8Array.from(items, ({ level }) => level),
    paragraphs: [{ start: 0, end: items.length - 1, level: 0 }],
  };
  // Only levels count here; the letters keep bidi-js from treating an item as trailing space.
  return bidi.getReorderedIndices('a'.repeat(items.length), line).flatMap((index) => items[index] ?? []);
}

/** A bracket or other paired sign, mirrored for right-to-left text (rule L4). */
export function mirrored(cluster: string): string {
  return bidi.getMirroredCharacter(cluster) ?? cluster;
}
