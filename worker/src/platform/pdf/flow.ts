import type { FontBook } from './fonts/book.ts';
import type { Weight } from './fonts/coverage.ts';
import { INK, MUTED, PAGE, type Paper, TEAL } from './paper.ts';
import { type Line, layOutLine, type Paragraph, paragraph } from './text/line.ts';

export const MARGIN = 56;
export const WIDTH = PAGE.width - 2 * MARGIN;
export const RIGHT = PAGE.width - MARGIN;
/** Lower edge of what a page holds above its footer. */
const BOTTOM = PAGE.height - 66;
const LABEL_WIDTH = 112;
/** Space above a fact, and from the end of a section to the next heading's baseline. */
const ROW_GAP = 2.6;
const HEADING = 25;

export interface Style {
  size: number;
  leading: number;
  weight: Weight;
  color: string;
}

export const BODY: Style = { size: 9, leading: 13, weight: 400, color: INK };
export const QUIET: Style = { ...BODY, color: MUTED };
export const STRONG: Style = { ...BODY, weight: 600 };
export const SMALL: Style = { size: 7.5, leading: 10.5, weight: 400, color: MUTED };

/** Gap between groups of eight digits: enough for the eye, too small to copy as a space. */
const GROUP = 8;
const GROUP_GAP = 0.09;

/** Sets text down the pages of a document; what doesn't fit continues on the next page. */
export class Flow {
  /** Top of the next block, in points from the page's upper edge. */
  y = MARGIN;

  constructor(
    readonly paper: Paper,
    private readonly book: FontBook,
    private readonly running: string,
  ) {
    paper.addPage();
  }

  get onFirstPage(): boolean {
    return this.paper.pages === 1;
  }

  /** Top of the first page: the issuer and its date, and what the document is and is about. */
  head(date: string, title: string, about: string): void {
    const top = 44;
    this.paper.mark(MARGIN, top, 27);
    this.at('Mooring', MARGIN + 37, top + 19, { ...STRONG, size: 16 });
    this.right(date, RIGHT, top + 17, QUIET);
    this.paper.rule(MARGIN, top + 42, WIDTH);
    this.at(title, MARGIN - 1, top + 83, { ...STRONG, size: 23 });
    this.at(about, MARGIN, top + 105, { ...STRONG, size: 11.5, color: TEAL });
    this.y = top + 115;
  }

  /** Starts another page, with the running head at its top. */
  newPage(): void {
    this.paper.addPage();
    this.paper.mark(MARGIN, MARGIN - 18, 15);
    this.at('Mooring', MARGIN + 21, MARGIN - 7, { ...STRONG, size: 9.5 });
    this.right(this.running, RIGHT, MARGIN - 7, SMALL);
    this.paper.rule(MARGIN, MARGIN + 4, WIDTH);
    this.y = MARGIN + 14;
  }

  /** Starts a new page unless `height` points are left on this one. */
  need(height: number): void {
    if (this.y + height > BOTTOM) this.newPage();
  }

  line(text: string, style: Style): Line {
    const source = paragraph(this.book, text, style.weight);
    return layOutLine(source, 0, source.clusters.length);
  }

  /** One line with its baseline at `y`. For our own short texts. */
  at(text: string, x: number, y: number, style: Style): void {
    this.paper.text(this.line(text, style), x, y, style.size, style.color);
  }

  right(text: string, x: number, y: number, style: Style): void {
    const line = this.line(text, style);
    this.paper.text(line, x - (line.width * style.size) / 1000, y, style.size, style.color);
  }

  center(text: string, x: number, y: number, style: Style): void {
    const line = this.line(text, style);
    this.paper.text(line, x - (line.width * style.size) / 2000, y, style.size, style.color);
  }

  /** Any text, wrapped to `width` points; lines of a right-to-left text are set flush right. */
  block(text: string, x: number, width: number, style: Style, url?: string): void {
    const source = paragraph(this.book, text, style.weight);
    const lines = wrap(source, (width * 1000) / style.size);
    const widest = Math.max(0, ...lines.map((line) => line.width));
    for (const line of lines) {
      this.need(style.leading);
      this.y += style.leading;
      const indent = source.base === 1 ? ((widest - line.width) * style.size) / 1000 : 0;
      this.paper.text(line, x + indent, this.y, style.size, style.color);
      const length = (line.width * style.size) / 1000;
      if (url) this.paper.link(url, x, this.y - style.size, length, style.size + 3);
    }
  }

  /** Points that `block` takes. */
  heightOf(text: string, width: number, style: Style): number {
    const source = paragraph(this.book, text, style.weight);
    return wrap(source, (width * 1000) / style.size).length * style.leading;
  }

  heading(text: string, keep = 3): void {
    this.need(HEADING + keep * (BODY.leading + ROW_GAP));
    this.y += HEADING;
    this.at(text, MARGIN, this.y, { ...STRONG, size: 10, color: TEAL });
    this.paper.rule(MARGIN, this.y + 6.5, WIDTH);
    this.y += 8.5;
  }

  /** Large labeled figures in equal columns between two rules. */
  figures(cells: readonly (readonly [string, string])[], size: number): void {
    const top = this.y + 8;
    this.paper.rule(MARGIN, top, WIDTH, INK, 0.9);
    for (const [index, [label, value]] of cells.entries()) {
      const x = MARGIN + (WIDTH / cells.length) * index;
      this.at(label, x, top + 18, SMALL);
      this.at(value, x, top + 37, { ...STRONG, size });
    }
    this.paper.rule(MARGIN, top + 50, WIDTH);
    this.y = top + 50;
  }

  private row(label: string, draw: (x: number, width: number) => void): void {
    this.need(BODY.leading + ROW_GAP);
    this.y += ROW_GAP;
    this.at(label, MARGIN, this.y + BODY.leading, QUIET);
    draw(MARGIN + LABEL_WIDTH, WIDTH - LABEL_WIDTH);
  }

  /** A labeled fact; an unknown value shows as a dash. */
  fact(label: string, value: string, style: Style = BODY): void {
    this.row(label, (x, width) => this.block(value.trim() || '–', x, width, style));
  }

  linkFact(label: string, url: string): void {
    this.row(label, (x, width) => this.block(url, x, width, { ...BODY, color: TEAL }, url));
  }

  /** A hash or an address in groups of eight digits with alternating tones; it copies as one word. */
  hashFact(label: string, value: string): void {
    this.row(label, (x, width) => {
      const prefix = value.startsWith('0x') ? '0x' : '';
      const digits = value.slice(prefix.length);
      const groups = Array.from({ length: Math.ceil(digits.length / GROUP) }, (_, index) =>
        digits.slice(index * GROUP, (index + 1) * GROUP),
      );
      this.y += BODY.leading;
      let left = x;
      for (const [index, group] of [prefix, ...groups].entries()) {
        const line = this.line(group, BODY);
        const size = (line.width * BODY.size) / 1000;
        if (left + size > x + width) {
          this.need(BODY.leading);
          this.y += BODY.leading;
          left = x;
        }
        this.paper.text(line, left, this.y, BODY.size, index % 2 === 0 ? MUTED : INK);
        left += size + (index === 0 ? 0 : GROUP_GAP * BODY.size);
      }
    });
  }

  bullets(title: string, items: readonly string[]): void {
    this.need(BODY.leading * 3 + 10);
    this.y += 10 + BODY.leading;
    this.at(title, MARGIN, this.y, STRONG);
    for (const item of items) {
      this.need(BODY.leading + 2);
      this.y += 2;
      this.at('•', MARGIN + 2, this.y + BODY.leading, { ...BODY, color: TEAL });
      this.block(item, MARGIN + 14, WIDTH - 14, BODY);
    }
  }
}

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

/**
 * How many clusters from `start` fit in `width`, at least one: a word longer than a line is broken. Its lines are about as
 * long as each other, so `likely` and one more are tried first.
 */
function fitting(source: Paragraph, start: number, end: number, width: number, likely: number): number {
  let low = 1;
  let high = Math.min(end - start, LONGEST);
  const first = [likely, likely + 1];
  while (low < high) {
    const count = Math.min(Math.max(first.shift() ?? Math.ceil((low + high) / 2), low + 1), high);
    if (layOutLine(source, start, start + count).width <= width) low = count;
    else high = count - 1;
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
  /** Clusters on the last line of a broken word. */
  let likely = 1;
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
        likely = fitting(source, start, next, width, likely);
        end = start + likely;
        if (end < next) finish();
        else taken = measure(source, start, end).whole;
      }
    }
  }
  if (end > start) finish();
  return lines;
}
