import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { KeyMark } from '#web/features/admin/parts/cells.tsx';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { useKeys } from '#web/features/admin/use-keys.ts';
import { useNow } from '#web/lib/hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { of, offered, type RecordAction, type Who } from './actions.ts';
import { Conflict } from './conflict.tsx';
import type { Change } from './use-change.ts';

/** What can be done with the open record, by name. */
interface NamedAction {
  label: string;
  run: () => void;
}

let named: readonly NamedAction[] = [];

/** What the open record offers now, for the command palette. */
export const recordActions = (): readonly NamedAction[] => named;

/** Offers the record's actions while it is open. */
function useRecordActions(actions: readonly NamedAction[]): void {
  useEffect(() => {
    named = actions;
    return () => {
      if (named === actions) named = [];
    };
  }, [actions]);
}

/** What somebody else changed meanwhile, or what failed. */
export const ChangeNotices = ({
  change,
}: {
  change: Pick<Change<never>, 'problem' | 'conflict' | 'clear' | 'busy'>;
}) => (
  <>
    <Conflict change={change} />
    {change.problem && <ErrorState title={change.problem.title}>{change.problem.message}</ErrorState>}
  </>
);

interface Begun<R> {
  record: R;
  change: Change<R>;
  who: Who;
  /** Shows what the action asks. */
  onForm: (key: string) => void;
}

/** Begins an action: does it, or asks before. */
function start<R>({ key, act, told, go }: RecordAction<R>, { record, change, who, onForm }: Begun<R>): void {
  if (go) {
    go();
    return;
  }
  if (change.busy) return;
  change.clear();
  if (act && told) void change.run((seen) => act(seen, who), told(record, who));
  else onForm(key);
}

interface ActionButtonsProps<R> extends Omit<Begun<R>, 'who' | 'onForm'> {
  /** What can be done now. */
  offer: readonly RecordAction<R>[];
  onForm?: Begun<R>['onForm'];
  /** Whether their keys work here; they don't where several records stand in one place. */
  keyed?: boolean;
  /** As links, in the row of a list. */
  inRow?: boolean;
}

/** A button for each action, the next thing to do first. */
export function ActionButtons<R>(props: ActionButtonsProps<R>) {
  const { offer, record, change, onForm = () => undefined, keyed = true, inRow = false } = props;
  const who = useAdmin();
  const [begun, setBegun] = useState<string | null>(null);
  return (
    <div className="flex flex-wrap gap-2">
      {offer.map((action, index) => {
        const { key, label, name, variant = index === 0 ? 'primary' : 'secondary' } = action;
        const shortcut = keyed ? action.shortcut : undefined;
        return (
          <Button
            key={key}
            data-action={key}
            size={inRow ? 'inline' : 'dense'}
            variant={inRow ? 'link' : variant}
            aria-label={keyed ? undefined : name?.(record)}
            aria-keyshortcuts={shortcut}
            busy={change.busy && begun === key}
            onClick={() => {
              setBegun(key);
              start(action, { record, change, who, onForm });
            }}
          >
            {of(label, record)}
            {shortcut && <KeyMark>{shortcut}</KeyMark>}
          </Button>
        );
      })}
    </div>
  );
}

interface ActionBarProps<R> {
  actions: readonly RecordAction<R>[];
  record: R;
  /** Why nothing can be done, in a sentence. */
  waiting?: ((record: R, who: Who) => string | null) | undefined;
  change: Change<R>;
  /** In its place in a card, instead of at the bottom of a panel. */
  inline?: boolean;
}

/** The bar at the bottom of a record: what this person may do with it now, and the form of what they chose. */
export function ActionBar<R>({ actions, record, waiting, change, inline = false }: ActionBarProps<R>) {
  const admin = useAdmin();
  const now = useNow(30_000);
  const offer = offered(actions, record, admin, now);
  const says = waiting?.(record, admin) ?? null;
  const wanted = useRouterState({ select: ({ location }) => location.state.action });
  // The address may be opened again after it was done.
  const [doing, setDoing] = useState(() => offer.find(({ key }) => key === wanted)?.key ?? null);
  const bar = useRef<HTMLElement>(null);
  const opener = useRef<string | null>(null);

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

  const keys = offer.map(({ key }) => key).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newer record may take the focused button away.
  useEffect(() => {
    if (opener.current === null || document.activeElement !== document.body) return;
    opener.current = null;
    bar.current?.focus({ preventScroll: true });
  }, [keys]);

  // What somebody else's change made impossible is no longer offered; the conflict's box says why.
  const isStale = doing !== null && change.conflict !== null && offer.every(({ key }) => key !== doing);
  useEffect(() => {
    if (isStale) setDoing(null);
  }, [isStale]);

  const begin = (action: RecordAction<R>) => start(action, { record, change, who: admin, onForm: setDoing });
  useKeys(
    Object.fromEntries(
      offer.flatMap((action) => (action.shortcut ? [[action.shortcut, () => begin(action)]] : [])),
    ),
    // Whoever was typing when the form went would start something else.
    doing === null && change.conflict === null,
  );
  useRecordActions(
    doing === null
      ? offer.map((action) => ({ label: of(action.label, record), run: () => begin(action) }))
      : [],
  );
  const Form = actions.find(({ key }) => key === doing)?.Form;

  if (offer.length === 0 && says === null && doing === null && change.conflict === null) return null;
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
      className={
        inline
          ? 'mb-3 outline-none'
          : 'sticky bottom-0 z-20 mt-auto max-h-[75dvh] shrink-0 overflow-y-auto border-t border-line bg-surface px-4 py-3 outline-none sm:px-5'
      }
    >
      <div className="flex flex-col gap-3">
        <ChangeNotices change={change} />
        {/* A form stays while its own action finishes, though the record behind it has moved on. */}
        {Form && <Form key={doing} record={record} change={change} onClose={close} />}
        {doing === null && says !== null && <p className="text-[0.8125rem] text-muted">{says}</p>}
        {doing === null && offer.length > 0 && (
          <ActionButtons offer={offer} record={record} change={change} onForm={setDoing} />
        )}
      </div>
    </section>
  );
}
