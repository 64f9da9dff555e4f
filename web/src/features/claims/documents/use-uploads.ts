import { useEffect, useRef, useState } from 'react';
import * as claimsApi from '#domain/claims/api.ts';
import { DOCUMENT_TYPES, MAX_DOCUMENT_BYTES, MAX_DOCUMENTS_PER_CLAIM, SKIPPED_FILES } from '#domain/files.ts';
import { api } from '#web/lib/api/api.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { files, type KeptKey, keptFor, vault, write, writing } from '#web/lib/kept/kept.ts';
import { loadPart } from '#web/lib/load-part.ts';
import type { SendState } from '#web/ui/file-row.tsx';

/** The files that were chosen and not sent, by their ids. */
async function keptFiles(key: KeptKey): Promise<[string, File][]> {
  const owner = keptFor(key);
  const stored = async () => (owner === null ? [] : (await vault()).readFiles(owner, key));
  await writing;
  return [...new Map([...(await stored().catch(() => [])), ...(files.get(key) ?? [])])];
}

/** Keeps a chosen file under its id, or with null not anymore. */
function keepFile(key: KeptKey, id: string, file: File | null): void {
  const chosen = files.get(key) ?? new Map<string, File>();
  if (file === null) chosen.delete(id);
  else chosen.set(id, file);
  files.set(key, chosen);
  void write(key, ({ writeFile }, owner) => writeFile(owner, key, id, file));
}

export interface UploadEntry {
  key: string;
  file: File;
  state: SendState;
  /** Share (0 to 1) that has been sent. */
  share: number;
  error: string | null;
}

const entryOf = (file: File): UploadEntry => ({
  key: crypto.randomUUID(),
  file,
  state: 'ready',
  share: 0,
  error: null,
});

/** A file of an earlier visit, beside which the way to try again stands. */
const LEFT = { state: 'failed', error: 'Not uploaded yet.' } as const;

/** Where the files of a claim are kept until they have arrived; null for the claim that is being made. */
const keyOf = (claimId: number | null): KeptKey =>
  claimId === null ? 'mine/claim-files' : `mine/claim/${claimId}/files`;

/** The uploads of a claim. Leaving the page cancels them, and whoever comes back finds the files again. */
export function useUploads(claimId: number | null) {
  const [entries, setEntries] = useState<readonly UploadEntry[]>([]);
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => {
    const page = new AbortController();
    leaving.current = page;
    void keptFiles(keyOf(claimId)).then((kept) => {
      if (page.signal.aborted) return;
      setEntries((list) => {
        const others = kept.filter(([id]) => list.every(({ key }) => key !== id));
        return [
          ...others.map(([key, file]) => ({ ...entryOf(file), key, ...(claimId === null ? {} : LEFT) })),
          ...list,
        ];
      });
    });
    return () => page.abort();
  }, [claimId]);

  const change = (key: string, part: Partial<UploadEntry>) =>
    setEntries((list) => list.map((entry) => (entry.key === key ? { ...entry, ...part } : entry)));

  async function sendOne(claimId: number, { key, file }: UploadEntry): Promise<boolean> {
    change(key, { state: 'sending', share: 0, error: null });
    try {
      const signal = leaving.current?.signal;
      const onProgress = (share: number) => change(key, { share });
      await api.upload(claimsApi.addDocuments, { id: claimId }, file, { signal, onProgress });
      keepFile(keyOf(claimId), key, null);
      change(key, { state: 'sent', share: 1 });
      return true;
    } catch (error) {
      change(key, { state: 'failed', error: messageOf(error, 'The file could not be uploaded.') });
      return false;
    }
  }
  return {
    entries,
    add: (files: readonly File[]): readonly UploadEntry[] => {
      const added = files.map(entryOf);
      setEntries((list) => [...list, ...added]);
      for (const { key, file } of added) keepFile(keyOf(claimId), key, file);
      return added;
    },
    /** Puts another file in the place of one that was not sent yet. */
    replace: (key: string, file: File) => {
      keepFile(keyOf(claimId), key, file);
      change(key, { file });
    },
    remove: (key: string) => {
      keepFile(keyOf(claimId), key, null);
      setEntries((list) => list.filter((entry) => entry.key !== key));
    },
    /** Uploads these one after another. A failed file is kept, and the next one starts. Returns the uploaded ones. */
    send: async (to: number, wanted: readonly UploadEntry[]): Promise<readonly UploadEntry[]> => {
      for (const { key, file } of wanted) {
        if (claimId !== to) {
          // From here on they belong to the claim that was made.
          keepFile(keyOf(claimId), key, null);
          keepFile(keyOf(to), key, file);
        }
        change(key, { state: 'waiting', error: null });
      }
      const sent: UploadEntry[] = [];
      for (const entry of wanted) if (await sendOne(to, entry)) sent.push(entry);
      return sent;
    },
  };
}

export type Uploads = ReturnType<typeof useUploads>;

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
