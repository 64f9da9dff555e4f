import type { ReactNode } from 'react';
import { cn } from '#web/lib/cn.ts';

interface FactProps {
  label: string;
  /** The desk's size. */
  dense?: boolean;
  className?: string;
  children: ReactNode;
}

export function Fact({ label, dense = false, className, children }: FactProps) {
  return (
    <div
      className={cn(
        'flex items-baseline justify-between gap-x-4 gap-y-0.5',
        dense ? 'border-b border-line/60 py-1.5' : 'flex-wrap py-3',
        className,
      )}
    >
      <dt className={cn('shrink-0 text-muted', dense || 'text-sm')}>{label}</dt>
      <dd className={cn('figures ml-auto min-w-0 text-right wrap-anywhere', dense || 'text-[0.9375rem]')}>
        {children}
      </dd>
    </div>
  );
}

export type FactRow = readonly [label: string, value: ReactNode];

interface FactListProps {
  /** A row that is `false` or null is left out. */
  rows?: readonly (FactRow | false | null)[];
  /** The desk's size, in two columns where there is room. */
  dense?: boolean;
  className?: string;
  children?: ReactNode;
}

export function FactList({ rows = [], dense = false, className, children }: FactListProps) {
  return (
    <dl
      className={cn(
        dense ? 'grid gap-x-8 text-[0.8125rem] @2xl:grid-cols-2' : 'divide-y divide-line',
        className,
      )}
    >
      {rows.map(
        (row) =>
          row && (
            <Fact key={row[0]} label={row[0]} dense={dense}>
              {row[1]}
            </Fact>
          ),
      )}
      {children}
    </dl>
  );
}
