import type { ReactNode } from 'react';
import { cn } from '#web/lib/cn.ts';

interface SegmentsProps<Value extends string | number> {
  legend: string;
  options: readonly { value: Value; label: string; picture?: ReactNode }[];
  /** Null while nothing is chosen. */
  value: Value | null;
  onChange: (value: Value) => void;
}

/** A choice among a few options, all in view: radio buttons drawn as boxes. */
export function Segments<Value extends string | number>({
  legend,
  options,
  value,
  onChange,
}: SegmentsProps<Value>) {
  return (
    <fieldset>
      <legend className="text-sm font-medium">{legend}</legend>
      <div className={cn('mt-1.5 grid gap-2 sm:gap-3', options.length === 2 ? 'grid-cols-2' : 'grid-cols-3')}>
        {options.map((option) => (
          <label
            key={option.value}
            className={cn(
              'figures flex cursor-pointer flex-col items-center gap-2 rounded-[10px] border px-2 py-2.5 text-[0.9375rem] transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              option.value === value
                ? 'border-teal bg-teal-soft font-medium'
                : 'border-line-strong bg-surface hover:bg-sunken',
            )}
          >
            <input
              type="radio"
              name={legend}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="sr-only"
            />
            {option.picture}
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
