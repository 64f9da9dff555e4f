/** Text that people give: names, subjects, messages, descriptions. */

import { once } from './once.ts';

/** Characters that show nothing of their own, apart from the joiners that some scripts and emoji are written with. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;
const JOINERS = /\u200c|\u200d|[\ufe00-\ufe0f]|[\u{e0020}-\u{e007f}]/u;
const CONTROLS = /[\p{Cc}\ufff9-\ufffb]/gu;
/** Embeddings and overrides can make a text read as another; marks and isolates only order it. */
const OVERRIDES = /[\u202a-\u202e]/g;

const graphemes = once(() => new Intl.Segmenter('en', { granularity: 'grapheme' }));

const isVisible = (grapheme: string) => /\S/u.test(grapheme.replace(INVISIBLE, ''));

/** How many characters can be seen in a text: one for an emoji or a letter with its marks, none for a blank. */
export function visibleLength(text: string): number {
  let count = 0;
  for (const { segment } of graphemes().segment(text)) if (isVisible(segment)) count += 1;
  return count;
}

/** Empty if nothing of it can be seen. */
const orEmpty = (text: string) => (isVisible(text) ? text : '');

/** One line as it is stored: in NFC, without control, direction and invisible characters, single spaces between words. */
export const cleanLine = (text: string): string =>
  orEmpty(
    text
      .normalize('NFC')
      .replace(/\s+/g, ' ')
      .replace(CONTROLS, '')
      .replace(INVISIBLE, (mark) => (JOINERS.test(mark) ? mark : ''))
      .trim(),
  );

/** A text of several lines as it is stored: in NFC, without control characters and what would make it read as another. */
export const cleanText = (text: string): string =>
  orEmpty(
    text
      .normalize('NFC')
      .replace(/\r\n?|[\u2028\u2029]/g, '\n')
      .replace(CONTROLS, (mark) => (mark === '\n' || mark === '\t' ? mark : ''))
      .replace(OVERRIDES, '')
      .trim(),
  );

/** A rule for a text that needs so many characters that can be seen. */
export const atLeast = (least: number) => (text: string) => visibleLength(text) >= least;

/** The beginning of a text, with `…` if something is left off. It never cuts a letter or an emoji apart. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  let kept = '';
  for (const { segment } of graphemes().segment(text)) {
    if (kept.length + segment.length > most - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}
