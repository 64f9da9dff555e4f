import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cn } from '#web/lib/cn.ts';
import { Button } from './button.tsx';

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

interface QuestionProps {
  title: string;
  /** The part of the form that it belongs to, which a wide window names above it. */
  part?: string;
  /** What the form is about, and the question's place among the others. */
  about: string;
  place: number;
  of: number;
  /** A phone shows one question at a time, a wide window all of them. */
  shown: 'always' | 'wide' | 'never';
  /** The way back, on a phone; null elsewhere. */
  back: { label: string; go: () => void } | null;
  children: ReactNode;
}

/** A part of the form: a card of the page, or all of a phone's screen. */
export function Question({ title, part, about, place, of, shown, back, children }: QuestionProps) {
  const name = useId();
  return (
    <section
      aria-labelledby={name}
      className={cn(
        'min-w-0 sm:rounded-card sm:border sm:border-line sm:bg-surface sm:p-6',
        shown === 'never' && 'hidden',
        shown === 'wide' && 'max-sm:hidden',
      )}
    >
      {back && (
        <div className="flex items-center gap-1 sm:hidden">
          <Button
            variant="quiet"
            icon={ArrowLeft}
            aria-label={back.label}
            className="-ml-3 size-11 shrink-0 p-0!"
            onClick={back.go}
          />
          <p id={`${name}-place`} className="figures text-sm text-muted">
            {about} · {place} of {of}
          </p>
        </div>
      )}
      {part && <p className="mb-1 text-sm text-muted max-sm:hidden">{part}</p>}
      <h2
        id={name}
        tabIndex={-1}
        aria-describedby={back ? `${name}-place` : undefined}
        data-question={place}
        className="mt-1 mb-4 text-[1.625rem] outline-none sm:mt-0 sm:mb-3 sm:text-lg"
      >
        {title}
      </h2>
      {children}
    </section>
  );
}
