import { cn } from '#web/lib/cn.ts';

/** A gray placeholder for text. With `label` it says what is awaited. */
export function Skeleton({ label, className }: { label?: string; className?: string }) {
  const aria = label ? { role: 'status', 'aria-label': label } : { 'aria-hidden': true };
  return <div {...aria} className={cn('animate-pulse rounded-[7px] bg-sunken', className)} />;
}

export function SkeletonRows({ count, className }: { count: number; className: string }) {
  return (
    <div className="flex flex-col gap-3">
      {Array.from({ length: count }, (_, index) => index).map((index) => (
        <Skeleton key={index} className={className} />
      ))}
    </div>
  );
}
