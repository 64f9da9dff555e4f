/** Columns by their kind of cell, which knows its priority, width, alignment and place on a phone. */
import type { ReactNode } from 'react';
import { shortAddress } from '#domain/address.ts';
import { formatUsd } from '#domain/money.ts';
import { ShortDate, ShortMoment, TwoLines } from '#web/features/admin/parts/cells.tsx';
import { Clock } from '#web/features/admin/parts/clock.tsx';
import { formatCount } from '#web/lib/format.ts';
import { type Look, StatusBadge } from '#web/ui/values.tsx';
import type { DeskColumn } from './types.ts';

type Layout<Row> = Omit<DeskColumn<Row>, 'id' | 'header' | 'cell'>;

/** A column of this kind: `show` draws what `of` reads from the row. */
const kind =
  <Value,>(look: Layout<never>, show: (value: Value) => ReactNode) =>
  <Row,>(
    id: string,
    header: string,
    of: (row: Row) => Value,
    more: Partial<Layout<Row>> = {},
  ): DeskColumn<Row> => ({ id, header, ...look, ...more, cell: (row) => show(of(row)) });

const END = { align: 'end', priority: 1, narrow: 'second' } as const;

/** The record's number, which is its name. */
export const number = kind<string>({ priority: 1, width: 6.5, narrow: 'first', fixed: true }, (text) => (
  <span className="figures font-medium">{text}</span>
));

/** A status; what else somebody should see of it stands beside it. */
export const badge = kind<Look & { marks?: ReactNode }>(
  { priority: 1, width: 10, narrow: 'end' },
  ({ marks, ...look }) => (
    <span className="flex items-center gap-1.5">
      <StatusBadge {...look} />
      {marks}
    </span>
  ),
);

/** A name over its short wallet. */
export const person = kind<{ name: string; wallet: string | null; initial?: boolean }>(
  { priority: 1, width: 9, grow: 2, narrow: 'first' },
  ({ name, wallet, initial }) => (
    <span className="flex min-w-0 items-center gap-2.5">
      {initial && (
        <span
          aria-hidden
          className="hidden size-7 shrink-0 place-items-center rounded-full bg-teal-soft text-xs font-medium text-teal @4xl:grid"
        >
          {[...name][0]?.toUpperCase()}
        </span>
      )}
      <TwoLines text={name} under={wallet && <span className="figures">{shortAddress(wallet)}</span>} />
    </span>
  ),
);

/** Whom it is assigned to, or who did it. */
export const assignee = kind<string | null>(
  { priority: 1, width: 7, grow: 1.5, wrap: true, narrow: 'second' },
  (name) => name ?? <span className="text-muted">Nobody</span>,
);

/** A text that is cut at the column's end; all of it shows on hover. */
export const text = kind<string | null>({ priority: 3, width: 8, grow: 2 }, (value) =>
  value === null ? <span className="text-muted">—</span> : <bdi title={value}>{value}</bdi>,
);

/** A text over what explains it. */
export const lines = kind<readonly [text: string, under: ReactNode]>(
  { priority: 2, width: 6.5 },
  ([value, under]) => <TwoLines text={value} under={under} />,
);

/** Whole dollars, or money as the server wrote it. */
export const amount = kind<number | ReactNode>({ ...END, width: 6.5 }, (value) =>
  typeof value === 'number' ? formatUsd(value) : value,
);
export const count = kind<number>({ align: 'end', priority: 2, width: 4.5 }, formatCount);
export const date = kind<string>({ align: 'end', priority: 3, width: 7 }, (at) => <ShortDate at={at} />);
export const moment = kind<string>({ ...END, width: 10.5, narrow: 'end' }, (at) => <ShortMoment at={at} />);
/** What is over shows no clock. */
export const clock = kind<string | null | false>(
  { ...END, width: 7 },
  (due) => due !== false && <Clock due={due} />,
);

/** Anything else, such as the actions of a row. */
export const custom = kind<ReactNode>({ ...END, width: 7 }, (shown) => shown);
