import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { Skeleton } from './skeleton.tsx';

export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={cn('rounded-card border border-line bg-surface', className)} />;
}

/** A grid of cards while they load. */
export function CardSkeletons({ label, count }: { label: string; count: number }) {
  return (
    <div role="status" aria-label={label} className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
      {Array.from({ length: count }, (_, index) => index).map((index) => (
        <Card key={index} className="flex flex-col gap-4 p-5">
          <div className="flex justify-between">
            <Skeleton className="size-9" />
            <Skeleton className="h-6 w-20" />
          </div>
          <Skeleton className="h-6 w-40" />
          <Skeleton className="h-28" />
          <Skeleton className="h-10" />
        </Card>
      ))}
    </div>
  );
}

/** A name and value in one row of a card. */
export function CardRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 py-2">
      <dt className="text-muted">{label}</dt>
      <dd className="figures min-w-0 text-right wrap-anywhere">{children}</dd>
    </div>
  );
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
