import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export type Pair = readonly [label: string, value: ReactNode];

/** Names and values in two columns, dense. A row that is `false` or null is left out. */
export function Pairs({ rows }: { rows: readonly (Pair | false | null)[] }) {
  return (
    <dl className="grid grid-cols-[minmax(6.5rem,auto)_1fr] gap-x-4 gap-y-1.5 text-[0.8125rem]">
      {rows.map(
        (row) =>
          row && (
            <div key={row[0]} className="col-span-2 grid grid-cols-subgrid">
              <dt className="text-muted">{row[0]}</dt>
              <dd className="figures min-w-0 wrap-anywhere">{row[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** Facts of a product's form; a private one says so until it is revealed. */
export const factPairs = (facts: readonly { label: string; value: string | null }[]): Pair[] =>
  facts.map(({ label, value }) => [label, value ?? <span className="text-muted">Private</span>]);

/** A link to a record's panel on another screen of the desk. */
export function DeskLink({ to, open, children }: { to: string; open: string | number; children: ReactNode }) {
  return (
    <Link
      to={to}
      search={{ open }}
      className="text-teal underline decoration-1 underline-offset-4 hover:decoration-2"
    >
      {children}
    </Link>
  );
}
