import {
  DOCUMENT_TYPES,
  MAX_DOCUMENT_BYTES,
  MAX_DOCUMENTS_PER_CLAIM,
  SKIPPED_FILES,
} from '../../../../../domain/files.ts';

/** What came of choosing files: those that are taken, and why others are not, in sentences. */
export interface Picked {
  taken: File[];
  problems: { sentence: string; names: string[] }[];
}

/** Some systems name no type: then the ending of the name decides, and the server looks at the content anyway. */
const isTaken = ({ type, name, size }: File) =>
  size <= MAX_DOCUMENT_BYTES &&
  (type === ''
    ? /\.(jpe?g|png|pdf)$/i.test(name)
    : DOCUMENT_TYPES.some((allowed) => allowed === type.toLowerCase()));

const same = (a: File, b: File) =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;

/**
 * Sorts chosen files. One that is there already is passed over without a word.
 * @param held files that were chosen before
 * @param room how many more the claim can take, beside `held`
 */
export function pickFiles(files: readonly File[], held: readonly File[], room: number): Picked {
  const picked: Picked = { taken: [], problems: [] };
  const skipped: string[] = [];
  const tooMany: string[] = [];
  for (const file of files) {
    if ([...held, ...picked.taken].some((other) => same(other, file))) continue;
    if (!isTaken(file)) skipped.push(file.name);
    else if (file.size === 0)
      picked.problems.push({ sentence: 'An empty file was skipped.', names: [file.name] });
    else if (picked.taken.length < room) picked.taken.push(file);
    else tooMany.push(file.name);
  }
  if (skipped.length > 0) picked.problems.push({ sentence: SKIPPED_FILES, names: skipped });
  if (tooMany.length > 0) {
    const sentence = `A claim takes ${MAX_DOCUMENTS_PER_CLAIM} documents at most, so some were left out.`;
    picked.problems.push({ sentence, names: tooMany });
  }
  return picked;
}
