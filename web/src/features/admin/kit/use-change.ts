import { useMutation } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { readAgain } from '#web/features/admin/queries.ts';
import { isConflict, messageOf } from '#web/lib/api/errors.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { type ToastAction, toast } from '#web/ui/toast.ts';

/**
 * What a screen does once its open record was changed here: the work queue opens the next one, and then tells what was done,
 * which the closed record can show no longer.
 */
export const AfterChangeContext = createContext<(tell?: () => void) => unknown>(() => undefined);

type Row = readonly [label: string, first: string, second: string];

/** Two versions of a record: what somebody saw and how it is now, or how it is now and what they wanted. */
interface Conflicting {
  message: string;
  columns: readonly [string, string];
  rows: readonly Row[];
  /** Writes what they wanted over the newer version. */
  keepMine?: () => void;
  takeTheirs?: () => void;
}

export interface Told<Seen> {
  done?: string;
  /** What takes it back at once. */
  undo?: (seen: Seen) => Promise<unknown>;
  failed: string;
  /** What both changed: how it is now, and what this administrator wanted. The box then offers to keep either. */
  mine?: (now: Seen) => readonly Row[];
  onTheirs?: (now: Seen) => void;
  /** A second step follows in the same form, so the record stays open. */
  stays?: boolean;
}

export interface Change<Seen> {
  /** What failed, for the place of the form. */
  problem: { title: string; message: string } | null;
  conflict: Conflicting | null;
  clear: () => void;
  busy: boolean;
  /** Writes on top of the version that was seen, then calls `onDone`; answers whether it worked. */
  run: (
    write: (seen: Seen) => Promise<unknown>,
    told: Told<Seen>,
    onDone?: () => unknown,
  ) => Promise<boolean>;
  /** After a refusal outside `run`: compares both versions if somebody else changed the record. */
  explain: (error: unknown) => Promise<void>;
  /** Reads again whatever shows the record, and what waits. */
  refresh: () => Promise<unknown>;
  /** After a step outside `run` that took effect, such as a payment. */
  finish: (done: string | null) => Promise<unknown>;
}

interface Options<Seen> {
  seen: Seen;
  /** Reads the record again; null if it is gone. */
  read: () => Promise<Seen | null>;
  /** The parts of the desk that show the record (`readAgain`). */
  of: readonly string[];
  /** What a toast calls the record, as a link to it. */
  name?: ReactNode;
  /** What two people may see differently. */
  versionOf?: (record: Seen) => Readonly<Record<string, string>>;
  /** Where it says what failed: in `problem` by default, in a toast, or nowhere, for a form that says so itself. */
  failure?: 'toast' | 'thrown';
}

/** Changes a record, refreshes what shows it, and shows both versions if somebody else was faster. */
export function useChange<Seen>({
  seen,
  read,
  of,
  name,
  versionOf = () => ({}),
  failure,
}: Options<Seen>): Change<Seen> {
  const afterChange = useContext(AfterChangeContext);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Change<Seen>['problem']>(null);
  const [conflict, setConflict] = useState<Conflicting | null>(null);

  const refresh = () => readAgain(...of);
  const clear = () => {
    setProblem(null);
    setConflict(null);
  };
  const newer = async (error: unknown) => (isConflict(error) ? read().catch(() => null) : null);
  const differences = (now: Seen): Row[] => {
    const before = versionOf(seen);
    return Object.entries(versionOf(now))
      .filter(([label, value]) => before[label] !== value)
      .map(([label, value]) => [label, before[label] ?? '–', value]);
  };
  const showBoth = (error: unknown, rows: readonly Row[]) => {
    setConflict({ message: messageOf(error), columns: ['You saw', 'Now'], rows });
    void refresh();
  };

  async function attempt(base: Seen, ...[write, told, onDone]: Parameters<Change<Seen>['run']>) {
    setBusy(true);
    setProblem(null);
    try {
      await write(base);
      setConflict(null);
      if (told.done) toast.success(told.done, name, undoOf(base, told));
      void refresh().then(() => (told.stays ? undefined : afterChange()));
      onDone?.();
      return true;
    } catch (error) {
      const now = await newer(error);
      if (now === null) {
        setConflict(null);
        if (failure === 'thrown' && base === seen) throw error;
        if (failure === 'toast') toast.error(told.failed, messageOf(error));
        else setProblem({ title: told.failed, message: messageOf(error) });
      } else if (told.mine) {
        setConflict({
          message: 'Someone changed this while you were working on it.',
          columns: ['Now', 'Yours'],
          rows: told.mine(now),
          keepMine: () => void attempt(now, write, told, onDone),
          takeTheirs: () => told.onTheirs?.(now),
        });
      } else showBoth(error, differences(now));
      return false;
    } finally {
      setBusy(false);
    }
  }

  const undoOf = (base: Seen, { undo }: Told<Seen>): ToastAction | undefined =>
    undo && {
      label: 'Undo',
      run: () =>
        void undo(base)
          .then(
            () => toast.success('Undone. Nobody was told.', name),
            (error: unknown) => toast.error('Failed to undo it', messageOf(error)),
          )
          .then(refresh),
    };

  async function explain(error: unknown): Promise<void> {
    const now = await newer(error);
    const rows = now === null ? [] : differences(now);
    if (rows.length > 0) showBoth(error, rows);
  }
  return {
    problem,
    conflict,
    clear,
    busy,
    run: (write, told, onDone) => {
      clear();
      return attempt(seen, write, told, onDone);
    },
    explain,
    refresh,
    finish: (done) =>
      refresh().then(() => afterChange(done === null ? undefined : () => toast.success(done, name))),
  };
}

/** A change at one click: what failed is a toast, and what shows these parts of the desk is read again. */
export const useAct = <Input = void>(failed: string, act: (input: Input) => Promise<unknown>, part: string) =>
  useMutation({
    mutationFn: act,
    onError: (error) => toast.error(failed, messageOf(error)),
    onSettled: () => readAgain(part),
  });

/** A file that is saved at one click. */
export const useDownload = <Input>(download: (input: Input) => Promise<Parameters<typeof saveFile>[0]>) =>
  useMutation({
    mutationFn: download,
    onSuccess: saveFile,
    onError: (error) => toast.error('The export failed', messageOf(error)),
  });
