import { Flow, MARGIN, RIGHT, SMALL, WIDTH } from './flow.ts';
import { FontBook } from './fonts/book.ts';
import type { FontSource } from './fonts/source.ts';
import { type Metadata, PAGE, Paper } from './paper.ts';

/** Every text in the data at any depth, and its field names. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, entry]) => [key, ...textsOf(entry)]);
}

/**
 * A document's layout, with the fonts that the texts in `data` need. Its title is the head of every page
 * after the first.
 * @param strong texts of the data that are set in semibold
 * @param fonts reads `/fonts/index.json` and the font files next to it
 */
export async function openDocument(
  fonts: FontSource,
  data: unknown,
  strong: readonly string[],
  metadata: Metadata,
): Promise<Flow> {
  const book = await FontBook.open(fonts, [
    ...textsOf(data).map((text) => ({ text, weight: 400 as const })),
    ...strong.map((text) => ({ text, weight: 600 as const })),
  ]);
  return new Flow(new Paper(metadata), book, metadata.title);
}

/** Draws the footer of every page, once the last one is written. */
export function drawFeet(flow: Flow, text: string): void {
  const { paper } = flow;
  for (let page = 0; page < paper.pages; page++) {
    paper.turnTo(page);
    paper.rule(MARGIN, PAGE.height - 48, WIDTH);
    flow.at(text, MARGIN, PAGE.height - 35, SMALL);
    flow.right(`Page ${page + 1} of ${paper.pages}`, RIGHT, PAGE.height - 35, SMALL);
  }
}
