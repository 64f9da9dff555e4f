import bidiFactory, { type BidiCharTypeName } from 'bidi-js';

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
