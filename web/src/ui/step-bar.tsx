import type { ReactNode } from 'react';

interface StepBarProps {
  /** The form's figure so far. */
  figure: ReactNode;
  /** What is missing, in a few words. */
  note: ReactNode;
  /** What failed. It stays next to the button that did. */
  failure?: ReactNode;
  /** The button that leads on. */
  children: ReactNode;
}

/** At the bottom of a phone's screen: the form's figure, what is missing, and the way on. */
export function StepBar({ figure, note, failure, children }: StepBarProps) {
  return (
    <div className="sticky bottom-0 z-20 -mx-4 mt-auto border-t border-line bg-surface px-4 pt-3 sm:hidden pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      {failure}
      <div className="flex items-center gap-3">
        <div className="min-w-0 grow">
          <p className="figures text-xl leading-tight font-semibold tracking-tight">{figure}</p>
          <p role="status" className="figures text-sm text-muted">
            {note}
          </p>
        </div>
        {children}
      </div>
    </div>
  );
}
