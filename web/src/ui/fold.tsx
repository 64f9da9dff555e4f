import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '#web/lib/cn.ts';

interface FoldProps {
  title: ReactNode;
  /** What is true about it, in a few words on the same line. */
  note?: ReactNode;
  open?: boolean;
  className?: string;
  children: ReactNode;
}

/** A line that opens: what a person may want to look up, out of the way until then. Print shows it open. */
export function Fold({ title, note, open, className, children }: FoldProps) {
  return (
    <details open={open} className={cn('group border-t border-line', className)}>
      <summary className="flex min-h-13 cursor-pointer list-none items-center gap-2 py-3 -outline-offset-2 hover:text-teal [&::-webkit-details-marker]:hidden">
        <h2 className="min-w-0 grow text-base font-medium tracking-normal">{title}</h2>
        {note && <span className="text-right text-[0.9375rem] whitespace-nowrap text-muted">{note}</span>}
        <ChevronDown
          aria-hidden
          className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180 print:hidden"
        />
      </summary>
      <div className="pb-5">{children}</div>
    </details>
  );
}
