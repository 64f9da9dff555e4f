import { contentOf, type PdfStream } from './pdf-streams.ts';

/** Far more than the proof of a certificate. */
const MAX_ATTACHMENT = 1024 * 1024;

/** Data that no program runs: a JSON object or list. */
function isData(stream: PdfStream): boolean {
  try {
    const value: unknown = JSON.parse(contentOf(stream, MAX_ATTACHMENT) ?? '');
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

const count = (texts: readonly string[], pattern: RegExp) =>
  texts.reduce((sum, text) => sum + [...text.matchAll(pattern)].length, 0);

/**
 * Whether the document brings along a file (ISO 32000-1 §7.11.4) that is not plain data. Our own certificate has its proof
 * attached as JSON; anything else is somebody's program for all we know.
 * @param texts all that can hold objects: the document as it stands, and what it keeps packed
 */
export function bringsFiles(texts: readonly string[], streams: readonly PdfStream[]): boolean {
  const said = count(texts, /\/EmbeddedFile(?!s)/g);
  const named = count(texts, /\/EF(?![\w.-])/g);
  if (said === 0 && named === 0) return false;

  const targets = texts.flatMap((text) => [...text.matchAll(/\/EF[\0\s]*<<([^<>]*)>>/g)]);
  // A list of files that stands elsewhere cannot be followed with certainty.
  if (targets.length !== named) return true;
  const wanted = new Set(
    targets
      .flatMap(([, refs = '']) => [...refs.matchAll(/(\d+)[\0\s]+\d+[\0\s]+R/g)])
      .map(([, n]) => Number(n)),
  );
  const files = streams.filter(
    ({ number, dict }) => /\/EmbeddedFile(?!s)/.test(dict) || (number !== null && wanted.has(number)),
  );
  if (!files.every(isData)) return true;

  // Whatever calls itself a file is one of those, and every number that is asked for means them and nothing else.
  if (said !== files.filter(({ dict }) => /\/EmbeddedFile(?!s)/.test(dict)).length) return true;
  const [document = ''] = texts;
  return [...wanted].some((number) => {
    const defined = count([document], new RegExp(`(?<!\\d)${number}[\\0\\s]+\\d+[\\0\\s]+obj`, 'g'));
    return defined === 0 || defined !== files.filter((file) => file.number === number).length;
  });
}
