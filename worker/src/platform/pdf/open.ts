import { Flow, MARGIN, SMALL, WIDTH } from './flow.ts';
import { FontBook } from './fonts/book.ts';
import type { FontSource } from './fonts/source.ts';
import { PAGE, Paper } from './paper/document.ts';

export interface OpenDocument {
  paper: Paper;
  flow: Flow;
}

/** Every text in the data at any depth, and its field names. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, entry]) => [key, ...textsOf(entry)]);
}

/**
 * A document and its layout, with the fonts that the texts in `data` need.
 * @param strong texts of the data that are set in semibold
 * @param running head of every page after the first
 * @param fonts reads `/fonts/index.json` and the font files next to it
 */
export async function openDocument(
  fonts: FontSource,
  data: unknown,
  strong: readonly string[],
  running: string,
): Promise<OpenDocument> {
  const book = await FontBook.open(fonts, [
    ...textsOf(data).map((text) => ({ text, weight: 400 as const })),
    ...strong.map((text) => ({ text, weight: 600 as const })),
  ]);
  const paper = new Paper();
  return { paper, flow: new Flow(paper, book, running) };
}

/** Draws the footer of every page, once the last one is written. */
export function drawFeet({ paper, flow }: OpenDocument, text: string): void {
  for (const [index, canvas] of paper.pages.entries()) {
    flow.canvas = canvas;
    canvas.rule(MARGIN, 48, WIDTH);
    flow.at(text, MARGIN, 35, SMALL);
    flow.right(`Page ${index + 1} of ${paper.pages.length}`, PAGE.width - MARGIN, 35, SMALL);
  }
}
