import { type Line, layOutLine, type Paragraph } from './line.ts';

/** Most clusters per line, so that a word of any length costs only its own letters. */
const LONGEST = 320;

/** Width of Noto Sans's space, in thousandths of the font size; `clean` leaves no double spaces. */
const SPACE = 260;

const WORDS = new Intl.Segmenter('en', { granularity: 'word' });
/** Scripts without spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const CLOSING = /^[\p{Pe}\p{Pf}、。，．：；！？ー々]/u;
const OPENING = /[\p{Ps}\p{Pi}]$/u;
const AFTER = /[-/@,]$/u;
const DIGIT = /^\d/u;

/** Cluster indexes where a line may start. */
function breaks(clusters: readonly string[]): number[] {
  const boundaries = new Set<number>();
  for (const { index } of WORDS.segment(clusters.join(''))) boundaries.add(index);
  const found: number[] = [];
  let offset = 0;
  for (const [index, cluster] of clusters.entries()) {
    const before = clusters[index - 1] ?? '';
    const unspaced = UNSPACED.test(cluster) && UNSPACED.test(before) && boundaries.has(offset);
    const isAmount = before === ',' && DIGIT.test(cluster);
    const allowed = before === ' ' || (AFTER.test(before) && !isAmount) || unspaced;
    if (index > 0 && cluster !== ' ' && allowed && !CLOSING.test(cluster) && !OPENING.test(before))
      found.push(index);
    offset += cluster.length;
  }
  return [...found, clusters.length];
}

/** How many clusters from `start` fit in `width`, at least one: a word longer than a line is broken. */
function fitting(source: Paragraph, start: number, end: number, width: number): number {
  let low = start + 1;
  let high = Math.min(end, start + LONGEST);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (layOutLine(source, start, middle).width <= width) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A word's width without and with its trailing spaces. */
function measure(source: Paragraph, start: number, end: number): { bare: number; whole: number } {
  let last = end;
  while (last > start && source.clusters[last - 1] === ' ') last--;
  const bare = layOutLine(source, start, last).width;
  return { bare, whole: last < end ? bare + SPACE : bare };
}

/**
 * Breaks a paragraph into lines.
 * @param width in thousandths of the font size
 */
export function wrap(source: Paragraph, width: number): Line[] {
  const { clusters } = source;
  const lines: Line[] = [];
  let start = 0;
  /** Where the line ends so far, and its width including trailing spaces. */
  let end = 0;
  let taken = 0;
  const finish = () => {
    lines.push(layOutLine(source, start, end));
    start = end;
    taken = 0;
  };
  for (const next of breaks(clusters)) {
    while (end < next) {
      const word = next - end > LONGEST ? null : measure(source, end, next);
      if (word && taken + word.bare <= width) {
        end = next;
        taken += word.whole;
      } else if (taken > 0) {
        finish();
      } else {
        end = fitting(source, start, next, width);
        if (end < next) finish();
        else taken = measure(source, start, end).whole;
      }
    }
  }
  if (end > start) finish();
  return lines;
}
