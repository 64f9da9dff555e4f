import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import type { Change } from './use-change.ts';

interface BarAction<Key extends string> {
  key: Key;
  label: string;
  variant: 'primary' | 'secondary' | 'danger';
}

interface ActionBarProps<Key extends string> {
  /** What this person may do now, the next thing to do first. */
  actions: readonly BarAction<Key>[];
  /** Why nothing can be done, in a sentence. */
  waiting: string | null;
  change: Change;
  form: (key: Key, onClose: () => void) => ReactNode;
}

/** The bar at the bottom of a record: its actions, and the form of the one that was chosen. */
export function ActionBar<Key extends string>({ actions, waiting, change, form }: ActionBarProps<Key>) {
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

  if (actions.length === 0 && waiting === null && doing === null) return null;
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
        {change.conflict && <ChangedMeanwhile {...change.conflict} onClose={change.clear} />}
        {change.problem && <ErrorState title={change.problem.title}>{change.problem.message}</ErrorState>}
        {/* A form stays while its own action finishes, though the record behind it has moved on. */}
        {doing !== null && form(doing, close)}
        {doing === null && waiting !== null && <p className="text-[0.8125rem] text-muted">{waiting}</p>}
        {doing === null && actions.length > 0 && (
          <div className="flex flex-wrap gap-2">
            {actions.map(({ key, label, variant }) => (
              <Button
                key={key}
                data-action={key}
                size="dense"
                variant={variant}
                onClick={() => {
                  change.clear();
                  setDoing(key);
                }}
              >
                {label}
              </Button>
            ))}
          </div>
        )}
      </div>
    </section>
  );
}
