import { Link, type LinkProps } from '@tanstack/react-router';
import type { DeskSearch, ListPath } from '#web/features/admin/paths.ts';

/** A figure's name and value, and the filters that show the rows behind it. */
export type Figure<To extends ListPath> = readonly [label: string, value: string, rows?: DeskSearch<To>];

/** Figures above a list, in one quiet line. Each leads to its rows. */
export function Figures<To extends ListPath>({ to, figures }: { to: To; figures: readonly Figure<To>[] }) {
  if (figures.length === 0) return <div className="mt-3 h-5" />;
  return (
    <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-[0.8125rem]">
      {figures.map(([label, value, rows]) => (
        <div key={label} className="flex items-baseline gap-1.5">
          <dt className="text-muted">{label}</dt>
          <dd className="figures font-medium">
            {rows ? (
              <Link
                {...({ to, search: rows } as LinkProps)}
                aria-label={`${value} ${label}`}
                className="underline decoration-line-strong underline-offset-4"
              >
                {value}
              </Link>
            ) : (
              value
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
