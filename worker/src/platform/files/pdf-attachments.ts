import { contentOf, type PdfStream } from './pdf-streams.ts';

/** Much more than a certificate's proof needs. */
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
 * Whether the document embeds a file (ISO 32000-1 §7.11.4) that isn't plain data. Our certificate attaches
 * its proof as JSON; anything else could be a program.
 * @param texts everything that can hold objects: the raw document and its unpacked object streams
 */
export function bringsFiles(texts: readonly string[], streams: readonly PdfStream[]): boolean {
  const total = count(texts, /\/EmbeddedFile(?!s)/g);
  const named = count(texts, /\/EF(?![\w.-])/g);
  if (total === 0 && named === 0) return false;

  const targets = texts.flatMap((text) => [...text.matchAll(/\/EF[\0\s]*<<([^<>]*)>>/g)]);
  // A file list in another object can't be followed reliably.
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

  // Every embedded file must be one of these, and nothing else may share their numbers.
  if (total !== files.filter(({ dict }) => /\/EmbeddedFile(?!s)/.test(dict)).length) return true;
  const [document = ''] = texts;
  return [...wanted].some((number) => {
    const defined = count([document], new RegExp(`(?<!\\d)${number}[\\0\\s]+\\d+[\\0\\s]+obj`, 'g'));
    return defined === 0 || defined !== files.filter((file) => file.number === number).length;
  });
}
