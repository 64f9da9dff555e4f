import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { Skeleton } from './skeleton.tsx';

export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={cn('rounded-card border border-line bg-surface', className)} />;
}

/** Replaces a figure that is loading or failed to load. */
export function NoFigure({ failed }: { failed: boolean }) {
  if (!failed) return <Skeleton className="h-8 w-28" />;
  return <span className="text-base font-normal tracking-normal text-muted">Not available</span>;
}

/** A figure with its name. `note` says what it is based on. */
export function Stat({ label, value, note }: { label: string; value: ReactNode; note?: ReactNode }) {
  return (
    <Card className="p-5">
      <p className="text-sm font-medium text-muted">{label}</p>
      <div className="figures mt-2 text-2xl font-semibold tracking-tight">{value}</div>
      {note && <p className="mt-1 text-sm text-muted">{note}</p>}
    </Card>
  );
}

/** A name and value side by side. A long value moves below its name. */
export function Fact({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={cn('flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-3', className)}>
      <dt className="shrink-0 text-sm text-muted">{label}</dt>
      <dd className="figures min-w-0 text-right text-[0.9375rem] wrap-anywhere">{children}</dd>
    </div>
  );
}
