import type { ComponentProps } from 'react';
import { cn } from '#web/lib/cn.ts';

export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={cn('rounded-card border border-line bg-surface', className)} />;
}
