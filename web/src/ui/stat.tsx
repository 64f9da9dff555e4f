/** Figures above a customer's list, and its cards while they load. Apart from `card.tsx`, which the landing page loads. */
import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { Skeleton } from './skeleton.tsx';

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

export function NoFigure({ failed }: { failed: boolean }) {
  if (!failed) return <Skeleton className="h-8 w-28" />;
  return <span className="text-base font-normal tracking-normal text-muted">Not available</span>;
}

export function Stat({ label, value, note }: { label: string; value: ReactNode; note?: ReactNode }) {
  return (
    // On a phone a line, so that the figures don't push what they are about off the screen.
    <Card className="p-5 max-sm:flex max-sm:flex-wrap max-sm:items-baseline max-sm:justify-between max-sm:gap-x-3 max-sm:px-4 max-sm:py-3">
      <p className="text-sm font-medium text-muted">{label}</p>
      <div className="figures font-semibold tracking-tight max-sm:text-lg sm:mt-2 sm:text-2xl">{value}</div>
      {note && <p className="text-sm text-muted max-sm:w-full sm:mt-1">{note}</p>}
    </Card>
  );
}
