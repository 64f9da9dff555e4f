import { cn } from '../lib/cn.ts';

/** A gray placeholder for text. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn('animate-pulse rounded-[7px] bg-sunken', className)} />;
}
