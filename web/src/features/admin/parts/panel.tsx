import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ListPath } from '#web/features/admin/paths.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Loaded, type LoadedProps } from '#web/ui/states.tsx';
import { FactList, type FactListProps, type FactRow } from '#web/ui/values.tsx';

/** Facts of a product's form; a private one says so until it is revealed. */
export const factPairs = (facts: readonly { label: string; value: string | null }[]): FactRow[] =>
  facts.map(({ label, value }) => [label, value ?? <span className="text-muted">Private</span>]);

/** A link to a record's panel on another screen of the desk, or to what a search of its list finds. */
export function DeskLink({
  to,
  open,
  find,
  children,
}: {
  to: ListPath;
  open?: string | number;
  find?: string;
  children: ReactNode;
}) {
  return (
    <Link
      to={to}
      search={{ open, search: find }}
      className="text-teal underline decoration-1 underline-offset-4 hover:decoration-2"
    >
      {children}
    </Link>
  );
}

interface RecordLineProps {
  to: ListPath;
  open: number;
  name: string;
  /** An amount or a badge. */
  end?: ReactNode;
  children: ReactNode;
}

/** Another record of a panel in one line, which leads to it. */
export const RecordLine = ({ to, open, name, end, children }: RecordLineProps) => (
  <li className="border-b border-line/60 text-[0.8125rem] last:border-b-0">
    <Link
      to={to}
      search={{ open }}
      className="flex flex-wrap items-center gap-x-3 gap-y-0.5 rounded-md py-1.5 -outline-offset-2 hover:bg-sunken/70"
    >
      <span className="min-w-0 truncate font-medium">{name}</span>
      <span className="line-clamp-2 min-w-0 flex-1 text-muted">{children}</span>
      <span className="figures ml-auto flex items-center gap-3">{end}</span>
    </Link>
  </li>
);

interface RecordLinesProps<Row> {
  title: string;
  to: ListPath;
  rows: readonly Row[];
  line: (row: Row) => { name: string; text: ReactNode; end?: ReactNode };
}

/** A part of a panel that is other records, or that there are none. */
export const RecordLines = <Row extends { id: number }>({ title, to, rows, line }: RecordLinesProps<Row>) => (
  <PanelSection title={title}>
    {rows.length === 0 && <p className="text-muted">None.</p>}
    <ul>
      {rows.map((row) => {
        const { name, text, end } = line(row);
        return (
          <RecordLine key={row.id} to={to} open={row.id} name={name} end={end}>
            {text}
          </RecordLine>
        );
      })}
    </ul>
  </PanelSection>
);

/** The name of a panel's record, its status and its actions. */
export function PanelHeading({
  title,
  badge,
  children,
}: {
  title: string;
  badge?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <header className="border-b border-line px-4 py-4 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h2 className="min-w-0 text-lg wrap-anywhere">{title}</h2>
        {badge}
      </div>
      {children && <div className="mt-1 text-muted">{children}</div>}
    </header>
  );
}

/** A titled part of a panel. */
export function PanelSection({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className="border-b border-line px-4 py-4 last:border-b-0 sm:px-5">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="text-sm tracking-normal">{title}</h3>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** A part of a panel that is facts alone. */
export const FactSection = ({ title, rows }: { title: string; rows: FactListProps['rows'] }) => (
  <PanelSection title={title}>
    <FactList dense rows={rows} />
  </PanelSection>
);

/** A panel's record, or why there is none. `null` is a record that does not exist. */
export function PanelRecord<Data>({
  query,
  what,
  failed,
  children,
}: Pick<LoadedProps<Data | null>, 'query' | 'failed'> & {
  /** Such as `customer`, in 'There is no such customer.' */
  what: string;
  children: (data: Data) => ReactNode;
}) {
  return (
    <Loaded query={query} name={`the ${what}`} failed={failed} loading={LOADING} small warns>
      {(data) =>
        data === null ? <p className="p-5 text-muted">There is no such {what}.</p> : children(data)
      }
    </Loaded>
  );
}

const LOADING = (
  <div className="flex flex-col gap-3 p-5">
    <Skeleton className="h-7 w-56" />
    <Skeleton className="h-24" />
    <Skeleton className="h-40" />
  </div>
);
