import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { shortAddress } from '#domain/address.ts';
import * as chainsApi from '#domain/admin/chains-api.ts';
import type { DeskSearch, ListPath } from '#web/features/admin/paths.ts';
import { useDesk } from '#web/features/admin/queries.ts';
import { Loaded, type LoadedProps, Notice } from '#web/ui/states.tsx';
import { ShortMoment } from './cells.tsx';

/** A figure's name and value, and the filters that show the rows behind it. */
export type Figure<To extends ListPath> = readonly [label: string, value: string, rows?: DeskSearch<To>];

interface FiguresProps<To extends ListPath> {
  /** The list with their rows. */
  to?: To;
  figures: readonly Figure<To>[];
  /** Instead of none. */
  empty?: string;
}

/** Figures in one quiet line. Each leads to its rows, if it has any. */
export function Figures<To extends ListPath>({ to, figures, empty }: FiguresProps<To>) {
  if (figures.length === 0) return <p className="h-5 text-[0.8125rem] text-muted">{empty}</p>;
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-[0.8125rem]">
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

/** While payouts are halted: until when, by whom and why, in one line a network. */
export function Halts({ className }: { className?: string }) {
  const { data } = useDesk(chainsApi.listHalts, {}, { refetchInterval: 60_000 });
  if (!data || data.length === 0) return null;
  return (
    <div className={className}>
      {data.map(({ network, until, wallet, halted_by: by, reason }) => (
        <Notice key={`${network} ${wallet}`} tone="danger">
          <p className="text-sm">
            Payouts on {network} are halted until <ShortMoment at={until} /> by{' '}
            {by === null ? shortAddress(wallet) : `${by} (${shortAddress(wallet)})`}
            {reason === null ? '.' : `: ${reason}`}
          </p>
        </Notice>
      ))}
    </div>
  );
}

interface DeskLoadedProps<Data> extends Omit<LoadedProps<Data>, 'name' | 'failed' | 'small' | 'warns'> {
  /** Such as `outcomes`, in 'Failed to load the outcomes'. */
  what: string;
}

/** What a screen loads: a skeleton before, and what failed above what is there. */
export const DeskLoaded = <Data,>({ what, ...props }: DeskLoadedProps<Data>) => (
  <Loaded {...props} name={`the ${what}`} failed={`Failed to load the ${what}`} small warns />
);

/** A screen of the desk that is not a list. */
export function DeskScreen({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="min-h-0 grow overflow-y-auto px-3 pb-10 sm:px-5">
      <div className="mx-auto max-w-[100rem]">
        <div className="flex flex-wrap items-center justify-between gap-3 pt-4 pb-3">
          <h1 className="text-xl">{title}</h1>
          {actions}
        </div>
        {children}
      </div>
    </div>
  );
}
