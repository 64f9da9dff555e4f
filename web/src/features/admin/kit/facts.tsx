/** Facts of a record by their kind of cell. One that is null has no row. */
import type { ReactNode } from 'react';
import { formatUsd } from '#domain/money.ts';
import { ShortDate, ShortMoment } from '#web/features/admin/parts/cells.tsx';
import { Clock } from '#web/features/admin/parts/clock.tsx';
import { DeskLink } from '#web/features/admin/parts/panel.tsx';
import type { ListPath } from '#web/features/admin/paths.ts';
import { AddressText, type FactRow, TransactionHash } from '#web/ui/values.tsx';

const kind =
  <Value, More extends readonly unknown[] = []>(show: (value: Value, ...more: More) => ReactNode) =>
  (label: string, value: Value | null | undefined, ...more: More): FactRow | null =>
    value === null || value === undefined ? null : [label, show(value, ...more)];

export const text = kind<ReactNode>((value) => value);
export const usd = kind<number>((value) => formatUsd(value));
export const strongUsd = kind<number>((value) => <strong>{formatUsd(value)}</strong>);
export const day = kind<string>((at) => <ShortDate at={at} />);
export const moment = kind<string>((at) => <ShortMoment at={at} />);
export const clock = kind<string>((due) => <Clock due={due} />);
export const address = kind<string>((value) => <AddressText address={value} />);
export const hash = kind<string, [chainId: Parameters<typeof TransactionHash>[0]['chainId']]>(
  (value, chainId) => <TransactionHash hash={value} chainId={chainId} />,
);
/** A link to another record of the desk. */
export const record = kind<string | number, [to: ListPath, name: ReactNode]>((open, to, name) => (
  <DeskLink to={to} open={open}>
    {name}
  </DeskLink>
));
