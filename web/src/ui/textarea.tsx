import { useHydrated } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { cn } from '#web/lib/cn.ts';

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
