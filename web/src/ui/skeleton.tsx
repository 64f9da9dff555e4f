import { cn } from '../lib/cn.ts';

/** A gray bar where text will stand. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn('animate-pulse rounded-[7px] bg-sunken', className)} />;
}
