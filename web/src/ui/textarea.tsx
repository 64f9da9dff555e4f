import type { ComponentProps } from 'react';
import { cn } from '../lib/cn.ts';

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...rest}
      className={cn(
        'max-h-96 w-full min-w-0 resize-y rounded-[10px] border border-line-strong bg-surface px-3 py-2.5 text-base text-ink placeholder:text-muted aria-invalid:border-coral disabled:opacity-60',
        className,
      )}
    />
  );
}
