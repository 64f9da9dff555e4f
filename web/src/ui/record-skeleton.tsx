import type { ReactNode } from 'react';
import { Skeleton } from './skeleton.tsx';

/** A record's page while it loads: its heading and two columns. */
export function RecordSkeleton({ label, children }: { label: string; children?: ReactNode }) {
  return (
    <div role="status" aria-label={label} className="flex flex-col gap-6">
      <Skeleton className="h-10 w-72" />
      {children}
      <div className="grid gap-5 lg:grid-cols-[1fr_22rem]">
        <Skeleton className="h-96" />
        <Skeleton className="h-72" />
      </div>
    </div>
  );
}
