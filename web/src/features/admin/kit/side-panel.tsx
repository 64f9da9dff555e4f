import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from '#web/features/admin/parts/icon-button.tsx';
import { CopyButton } from '#web/ui/copy.tsx';

interface SidePanelProps {
  id: string;
  /** What is shown, such as `Customer`. */
  label: string;
  onClose: () => void;
  onMove: (by: 1 | -1) => void;
  children: ReactNode;
}

/** The open record beside its list; on small screens it covers the list. It has its own address. */
export function SidePanel({ id, label, onClose, onMove, children }: SidePanelProps) {
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
          <CopyButton text={window.location.href} label="Copy the link to this page" />
          <IconButton icon={ChevronUp} label="Previous (k)" onClick={() => onMove(-1)} />
          <IconButton icon={ChevronDown} label="Next (j)" onClick={() => onMove(1)} />
        </span>
      </div>
      {children}
    </section>
  );
}
