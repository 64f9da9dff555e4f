import { useHydrated } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cn } from '#web/lib/cn.ts';

/** Attributes that link an input to its label, hint and error. */
interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export interface FieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  className?: string;
  children: (control: FieldControl) => ReactNode;
}

/** Label, control, hint and error together. The error replaces the hint visually, and screen readers get both. */
export function Field({ label, hint, error, className, children }: FieldProps) {
  const id = useId();
  const described = [error ? `${id}-error` : null, hint ? `${id}-hint` : null].filter(Boolean).join(' ');
  return (
    <div className={cn('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && (
        <p id={`${id}-error`} className="text-sm text-coral">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

export const controlClass =
  'h-11 w-full min-w-0 rounded-[10px] border border-line-strong bg-surface px-3 text-base text-ink placeholder:text-muted aria-invalid:border-coral disabled:opacity-60';

/** Until the page's code has taken it over, what is typed would be lost. */
export function Input({ className, disabled, ...rest }: ComponentProps<'input'>) {
  const hydrated = useHydrated();
  return <input {...rest} disabled={disabled || !hydrated} className={cn(controlClass, className)} />;
}

/** An input for an address or a hash. */
export const TYPED_HASH = {
  autoComplete: 'off',
  spellCheck: false,
  placeholder: '0x…',
  className: 'figures',
} as const;

/** Until the page's code has taken it over, what is typed would be lost. */
export function Textarea({ className, disabled, ...rest }: ComponentProps<'textarea'>) {
  const hydrated = useHydrated();
  return (
    <textarea
      {...rest}
      disabled={disabled || !hydrated}
      className={cn(
        'max-h-96 w-full min-w-0 resize-y rounded-[10px] border border-line-strong bg-surface px-3 py-2.5 text-base text-ink placeholder:text-muted aria-invalid:border-coral disabled:opacity-60',
        className,
      )}
    />
  );
}
