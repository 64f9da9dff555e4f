import { type ReactNode, useEffect, useRef, useState } from 'react';
import { KeyMark } from '#web/features/admin/parts/cells.tsx';
import { useKeys } from '#web/features/admin/use-keys.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { Conflict } from './conflict.tsx';
import type { Change } from './use-change.ts';

/** What can be done with the open record. */
interface RecordAction {
  label: string;
  run: () => void;
}

let offered: readonly RecordAction[] = [];

/** What the open record offers now, for the command palette. */
export const recordActions = (): readonly RecordAction[] => offered;

/** Offers the record's actions while it is open. */
function useRecordActions(actions: readonly RecordAction[]): void {
  const latest = useRef(actions);
  latest.current = actions;
  const labels = actions.map(({ label }) => label).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions are new with every render, their labels are not.
  useEffect(() => {
    const own = latest.current.map(({ label }, index) => ({
      label,
      run: () => latest.current[index]?.run(),
    }));
    offered = own;
    return () => {
      if (offered === own) offered = [];
    };
  }, [labels]);
}

interface BarAction<Key extends string> {
  key: Key;
  label: string;
  variant: 'primary' | 'secondary' | 'danger';
  /** The key that does the same. */
  shortcut?: string | undefined;
}

/** What can be done without a form. */
export interface BarExtra {
  label: string;
  shortcut: string;
  run: () => void;
}

interface ActionBarProps<Key extends string> {
  /** What this person may do now, the next thing to do first. */
  actions: readonly BarAction<Key>[];
  extras?: readonly BarExtra[];
  /** Why nothing can be done, in a sentence. */
  waiting: string | null;
  change: Pick<Change<never>, 'problem' | 'conflict' | 'clear' | 'busy'>;
  form: (key: Key, onClose: () => void) => ReactNode;
}

const NO_EXTRAS: readonly BarExtra[] = [];

/** The bar at the bottom of a record: its actions, and the form of the one that was chosen. */
export function ActionBar<Key extends string>({
  actions,
  extras = NO_EXTRAS,
  waiting,
  change,
  form,
}: ActionBarProps<Key>) {
  const [doing, setDoing] = useState<Key | null>(null);
  const bar = useRef<HTMLElement>(null);
  const opener = useRef<Key | null>(null);

  function close() {
    opener.current = doing;
    setDoing(null);
    change.clear();
    const panel = bar.current?.parentElement?.closest<HTMLElement>('[tabindex="-1"]');
    // Back to the button that opened it. A record with nothing left to do has no bar.
    requestAnimationFrame(() => {
      const button = bar.current?.querySelector<HTMLElement>(`[data-action="${opener.current}"]`);
      (button ?? bar.current ?? panel)?.focus();
    });
  }

  const offered = actions.map(({ key }) => key).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newer record may take the focused button away.
  useEffect(() => {
    if (opener.current === null || document.activeElement !== document.body) return;
    opener.current = null;
    bar.current?.focus({ preventScroll: true });
  }, [offered]);

  // What somebody else's change made impossible is no longer offered; the conflict's box says why.
  const isStale = doing !== null && change.conflict !== null && actions.every(({ key }) => key !== doing);
  useEffect(() => {
    if (isStale) setDoing(null);
  }, [isStale]);

  const begin = (key: Key) => {
    change.clear();
    setDoing(key);
  };
  const offer: readonly (RecordAction & { shortcut?: string | undefined })[] = [
    ...actions.map(({ key, label, shortcut }) => ({ label, shortcut, run: () => begin(key) })),
    ...extras,
  ];
  useKeys(
    Object.fromEntries(offer.flatMap(({ shortcut, run }) => (shortcut ? [[shortcut, run]] : []))),
    // Whoever was typing when the form went would start something else.
    doing === null && change.conflict === null,
  );
  useRecordActions(doing === null ? offer : NO_EXTRAS);

  if (actions.length === 0 && extras.length === 0 && waiting === null && doing === null) return null;
  return (
    <section
      ref={bar}
      tabIndex={-1}
      aria-label="Actions"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || doing === null || event.defaultPrevented) return;
        event.preventDefault();
        close();
      }}
      className="sticky bottom-0 z-20 mt-auto max-h-[75dvh] shrink-0 overflow-y-auto border-t border-line bg-surface px-4 py-3 outline-none sm:px-5"
    >
      <div className="flex flex-col gap-3">
        <Conflict change={change} />
        {change.problem && <ErrorState title={change.problem.title}>{change.problem.message}</ErrorState>}
        {/* A form stays while its own action finishes, though the record behind it has moved on. */}
        {doing !== null && form(doing, close)}
        {doing === null && waiting !== null && <p className="text-[0.8125rem] text-muted">{waiting}</p>}
        {doing === null && offer.length > 0 && (
          <div className="flex flex-wrap gap-2">
            {actions.map(({ key, label, variant, shortcut }) => (
              <Button
                key={key}
                data-action={key}
                size="dense"
                variant={variant}
                aria-keyshortcuts={shortcut}
                onClick={() => begin(key)}
              >
                {label}
                {shortcut && <KeyMark>{shortcut}</KeyMark>}
              </Button>
            ))}
            {extras.map(({ label, shortcut, run }) => (
              <Button key={label} size="dense" variant="quiet" aria-keyshortcuts={shortcut} onClick={run}>
                {label}
                <KeyMark>{shortcut}</KeyMark>
              </Button>
            ))}
          </div>
        )}
      </div>
    </section>
  );
}
