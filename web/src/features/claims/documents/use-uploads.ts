import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../lib/api/errors.ts';
import type { SendState } from '../../../ui/file-row.tsx';
import { uploadDocument } from '../queries.ts';

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

/** The uploads of a claim. Leaving the page cancels them. */
export function useUploads() {
  const [entries, setEntries] = useState<readonly UploadEntry[]>([]);
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => {
    const page = new AbortController();
    leaving.current = page;
    return () => page.abort();
  }, []);

  const change = (key: string, part: Partial<UploadEntry>) =>
    setEntries((list) => list.map((entry) => (entry.key === key ? { ...entry, ...part } : entry)));

  async function sendOne(claimId: number, { key, file }: UploadEntry): Promise<boolean> {
    change(key, { state: 'sending', share: 0, error: null });
    try {
      const signal = leaving.current?.signal;
      await uploadDocument(claimId, file, { signal, onProgress: (share) => change(key, { share }) });
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
      return added;
    },
    /** Puts another file in the place of one that was not sent yet. */
    replace: (key: string, file: File) => change(key, { file }),
    remove: (key: string) => setEntries((list) => list.filter((entry) => entry.key !== key)),
    /** Uploads these one after another. A failed file is kept, and the next one starts. Returns the uploaded ones. */
    send: async (claimId: number, wanted: readonly UploadEntry[]): Promise<readonly UploadEntry[]> => {
      for (const { key } of wanted) change(key, { state: 'waiting', error: null });
      const sent: UploadEntry[] = [];
      for (const entry of wanted) if (await sendOne(claimId, entry)) sent.push(entry);
      return sent;
    },
  };
}

export type Uploads = ReturnType<typeof useUploads>;
