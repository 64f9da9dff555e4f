import type { ReactNode } from 'react';
import { cn } from '#web/lib/cn.ts';

const VARIANTS = {
  default: 'bg-teal-soft text-teal',
  secondary: 'bg-amber-soft text-amber',
  outline: 'border border-line-strong text-muted',
  destructive: 'bg-coral-soft text-coral',
};
export type BadgeVariant = keyof typeof VARIANTS;

const BASE = 'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-[0.8125rem] font-medium';

/** A one-word status. The color only repeats the word. */
export function Badge({ variant, children }: { variant: BadgeVariant; children: ReactNode }) {
  return <span className={cn(BASE, VARIANTS[variant])}>{children}</span>;
}
