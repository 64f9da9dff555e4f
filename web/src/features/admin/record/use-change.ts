import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../lib/api/errors.ts';
import { toast } from '../../../ui/toast.ts';
import { isConflict } from '../queries.ts';
import { type Difference, differences } from './changed-meanwhile.tsx';

export interface Change {
  /** What failed, for the place of the form. */
  problem: { title: string; message: string } | null;
  conflict: { message: string; lines: Difference[] } | null;
  clear: () => void;
  busy: boolean;
  /** Runs a change of the record; answers whether it worked. */
  run: (change: () => Promise<unknown>, told: { done: string; failed: string }) => Promise<boolean>;
  /** After a refusal outside `run`: compares both versions if somebody else changed the record. */
  explain: (error: unknown) => Promise<void>;
  /** Reads again whatever shows the record. */
  refresh: () => Promise<unknown>;
}

interface Options<Seen> {
  /** The list and the first part of the record's query keys. */
  list: 'claims' | 'policies';
  seen: Seen;
  /** What two people may see differently. */
  versionOf: (record: Seen) => Readonly<Record<string, string>>;
  /** Reads the record again; null if it is gone. */
  read: () => Promise<Seen | null>;
}

/** Changes a record, refreshes what shows it, and after a conflict compares both versions. */
export function useChange<Seen>({ list, seen, versionOf, read }: Options<Seen>): Change {
  const cache = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Change['problem']>(null);
  const [conflict, setConflict] = useState<Change['conflict']>(null);

  const refresh = () =>
    Promise.all([[list], ['list', list], ['queue']].map((queryKey) => cache.invalidateQueries({ queryKey })));

  const clear = () => {
    setProblem(null);
    setConflict(null);
  };

  async function run(
    change: () => Promise<unknown>,
    told: { done: string; failed: string },
  ): Promise<boolean> {
    setBusy(true);
    clear();
    try {
      await change();
      toast.success(told.done);
      void refresh();
      return true;
    } catch (error) {
      const message = messageOf(error);
      const now = isConflict(error) ? await read().catch(() => null) : null;
      if (now === null) setProblem({ title: told.failed, message });
      else {
        setConflict({ message, lines: differences(versionOf(seen), versionOf(now)) });
        void refresh();
      }
      return false;
    } finally {
      setBusy(false);
    }
  }

  async function explain(error: unknown): Promise<void> {
    const now = isConflict(error) ? await read().catch(() => null) : null;
    if (now === null) return;
    const lines = differences(versionOf(seen), versionOf(now));
    if (lines.length === 0) return;
    setConflict({ message: messageOf(error), lines });
    void refresh();
  }

  return { problem, conflict, clear, busy, run, explain, refresh };
}
