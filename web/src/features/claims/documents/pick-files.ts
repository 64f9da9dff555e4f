import { DOCUMENT_TYPES, MAX_DOCUMENT_BYTES, MAX_DOCUMENTS_PER_CLAIM, SKIPPED_FILES } from '#domain/files.ts';
import { loadPart } from '#web/lib/load-part.ts';

export interface Picked {
  taken: File[];
  problems: { sentence: string; names: string[] }[];
}

/** Some systems report no type. Then the file extension decides, and the server checks the content anyway. */
const isTaken = ({ type, name, size }: File) =>
  size <= MAX_DOCUMENT_BYTES &&
  (type === ''
    ? /\.(jpe?g|png|pdf)$/i.test(name)
    : DOCUMENT_TYPES.some((allowed) => allowed === type.toLowerCase()));

export const isPdf = ({ type, name }: File) => /pdf$/i.test(type || name);

const same = (a: File, b: File) =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;

/**
 * Sorts chosen files. A file that was already chosen is ignored.
 * @param held files chosen before
 * @param capacity how many more files the claim accepts besides `held`
 */
export function pickFiles(files: readonly File[], held: readonly File[], capacity: number): Picked {
  const picked: Picked = { taken: [], problems: [] };
  const skipped: string[] = [];
  const tooMany: string[] = [];
  for (const file of files) {
    if ([...held, ...picked.taken].some((other) => same(other, file))) continue;
    if (!isTaken(file)) skipped.push(file.name);
    else if (file.size === 0)
      picked.problems.push({ sentence: 'An empty file was skipped.', names: [file.name] });
    else if (picked.taken.length < capacity) picked.taken.push(file);
    else tooMany.push(file.name);
  }
  if (skipped.length > 0) picked.problems.push({ sentence: SKIPPED_FILES, names: skipped });
  if (tooMany.length > 0) {
    const sentence = `A claim takes ${MAX_DOCUMENTS_PER_CLAIM} documents at most, so some were left out.`;
    picked.problems.push({ sentence, names: tooMany });
  }
  return picked;
}

/** Those of some PDFs that open only with a password. Where pdf.js can't be loaded none is refused. */
export async function lockedAmong(pdfs: readonly File[]): Promise<File[]> {
  const { needsPassword } = await loadPart(() => import('#web/lib/pdf.ts')).catch(() => ({
    needsPassword: async () => false,
  }));
  const locked = await Promise.all(pdfs.map(needsPassword));
  return pdfs.filter((_, index) => locked[index]);
}

const PHOTO = /^Photo (\d+)\.(jpg|png)$/;

/** Whether a file was photographed here, so that it can be photographed again. */
export const isPhoto = ({ name }: File): boolean => PHOTO.test(name);

/** A photograph under a name of its own, `Photo 2.jpg`. Cameras of phones call each one the same. */
export function asPhoto(photo: File, held: readonly File[]): File {
  const last = Math.max(0, ...held.map(({ name }) => Number(PHOTO.exec(name)?.[1] ?? 0)));
  return named(photo, `Photo ${last + 1}.${photo.type === 'image/png' ? 'png' : 'jpg'}`);
}

/** Another photograph in the place of `before`. */
export const retaken = (photo: File, before: File): File => named(photo, before.name);

const named = (file: File, name: string): File =>
  new File([file], name, { type: file.type, lastModified: file.lastModified });
