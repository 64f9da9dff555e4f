/** A list of the desk and the open record beside it. */
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '#web/features/admin/parts/icon-button.tsx';
import { useKeys } from '#web/features/admin/use-keys.ts';
import { CopyButton } from '#web/ui/copy.tsx';

/** The element of a row, to focus it or scroll to it. */
export const rowElement = (list: HTMLElement | null, id: string): HTMLElement | null =>
  list?.querySelector<HTMLElement>(`[data-row-id="${CSS.escape(id)}"]`) ?? null;

/** The id before or after one of a list; the first if it is in none. The ends stay. */
export function stepped(ids: readonly string[], from: string | null, by: 1 | -1): string | undefined {
  const at = ids.indexOf(from ?? '');
  return ids[at === -1 ? 0 : Math.min(ids.length - 1, Math.max(0, at + by))];
}

/** From here the panel stands beside the list; below, it covers it. */
const BESIDE = '(min-width: 64rem)';

/**
 * Keeps the list's place while a panel is open: the open row stays in view, and closing returns the focus and the
 * scroll position. Answers whether the panel covers the list.
 */
function useReturn(
  scroller: RefObject<HTMLDivElement | null>,
  open: string | null,
  active: string | null,
): boolean {
  const before = useRef<{ open: string | null; top: number }>({ open: null, top: 0 });
  const [covered, setCovered] = useState(false);
  useLayoutEffect(() => {
    const was = before.current;
    const element = scroller.current;
    if (was.open === open || !element) return;
    if (was.open === null) before.current = { open, top: element.scrollTop };
    else before.current.open = open;
    setCovered(open !== null && !window.matchMedia(BESIDE).matches);
    if (open !== null) rowElement(element, open)?.scrollIntoView?.({ block: 'nearest' });
    else element.scrollTop = was.top;
  }, [open, scroller]);
  const closed = useRef(open);
  useEffect(() => {
    const last = closed.current;
    closed.current = open;
    if (last !== null && open === null)
      rowElement(scroller.current, active ?? last)?.focus({ preventScroll: true });
  }, [open, active, scroller]);
  return covered;
}

interface SidePanelProps {
  id: string;
  /** What is shown, such as `Customer`. */
  label: string;
  onClose: () => void;
  onMove: (by: 1 | -1) => void;
  tools: ReactNode;
  children: ReactNode;
}

/** The open record beside its list; on small screens it covers the list. It has its own address. */
function SidePanel({ id, label, onClose, onMove, tools, children }: SidePanelProps) {
  const panel = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another record starts at its top, with the focus.
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
    panel.current?.scrollTo?.({ top: 0 });
  }, [id]);
  return (
    <section
      ref={panel}
      aria-label={label}
      tabIndex={-1}
      className="@container fixed inset-0 z-40 flex flex-col scroll-pt-12 scroll-pb-28 overflow-y-auto bg-surface outline-none lg:static lg:z-auto lg:w-[52%] lg:max-w-[52rem] lg:shrink-0 lg:border-l lg:border-line"
    >
      <div className="sticky top-0 z-30 flex h-12 shrink-0 items-center gap-1 border-b border-line bg-surface px-3">
        <IconButton icon={X} label="Close (Esc)" onClick={onClose} />
        <span className="min-w-0 truncate px-1 text-muted">{label}</span>
        <span className="ml-auto flex items-center gap-1">
          {tools}
          <CopyButton text={window.location.href} label="Copy the link to this page" />
          <IconButton icon={ChevronUp} label="Previous (k)" onClick={() => onMove(-1)} />
          <IconButton icon={ChevronDown} label="Next (j)" onClick={() => onMove(1)} />
        </span>
      </div>
      {children}
    </section>
  );
}

interface BesideProps {
  scroller: RefObject<HTMLDivElement | null>;
  /** The open record, and the row that was last. */
  open: string | null;
  active: string | null;
  move: (by: 1 | -1) => void;
  close: () => void;
  /** What is open, such as `Customer`. */
  label: string;
  /** Null for an address that names no record. */
  panel: ReactNode;
  /** In the bar above it. */
  tools?: ReactNode;
  children: ReactNode;
}

/** A list that scrolls, with the open record beside it or over it, and the keys of both. */
export function Beside(props: BesideProps) {
  const { scroller, open, active, move, close, label, panel, tools, children } = props;
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    f: () => scroller.current?.querySelector<HTMLElement>('[data-filters] button')?.focus(),
    Escape: ({ target }) => {
      const field = target instanceof HTMLElement && target.closest<HTMLElement>('input, textarea');
      // The first Esc only leaves the field, so that a half-written reply stays.
      if (field) field.blur();
      else if (open !== null) close();
    },
  });
  const covered = useReturn(scroller, open, active);
  return (
    <div className="flex min-h-0 grow">
      <div
        ref={scroller}
        data-desk-list
        className="@container min-w-0 grow overflow-y-auto px-3 pb-6 sm:px-5"
        inert={covered}
      >
        <div className="mx-auto max-w-[100rem]">{children}</div>
      </div>
      {open !== null && panel !== null && (
        <SidePanel id={open} label={label} onClose={close} onMove={move} tools={tools}>
          {panel}
        </SidePanel>
      )}
    </div>
  );
}
