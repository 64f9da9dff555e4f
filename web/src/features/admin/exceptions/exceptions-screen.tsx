import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod';
import { EXCEPTION_STATUSES, type exceptionEntry } from '../../../../../domain/admin/records-schema.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Money } from '../../../ui/money.tsx';
import { DeskList } from '../list/desk-list.tsx';
import type { DeskColumn } from '../list/types.ts';
import { Person, ShortDate, words } from '../parts/cells.tsx';
import { Clock } from '../parts/clock.tsx';
import { REASONS, STATUSES } from './display.ts';
import { ExceptionPanel } from './exception-panel.tsx';
import { loadExceptions, statisticsQuery } from './queries.ts';

type Entry = z.output<typeof exceptionEntry>;

const COLUMNS: readonly DeskColumn<Entry>[] = [
  {
    id: 'reason',
    header: 'Payment',
    width: 'minmax(10rem,1.2fr)',
    fixed: true,
    cell: (entry) => `${REASONS[entry.reason].title} #${entry.id}`,
  },
  {
    id: 'status',
    header: 'Status',
    width: '9rem',
    narrow: 'end',
    cell: (entry) => <Badge variant={STATUSES[entry.status].badge}>{STATUSES[entry.status].label}</Badge>,
  },
  {
    id: 'customer',
    header: 'Customer',
    width: 'minmax(9rem,1.5fr)',
    cell: (entry) => <Person name={entry.customer ?? 'Unknown User'} wallet={entry.wallet_address} />,
  },
  {
    id: 'amount',
    header: 'Amount',
    width: 'minmax(8rem,1fr)',
    align: 'end',
    cell: (entry) => (
      <Money amount={BigInt(entry.amount)} decimals={entry.decimals} symbol={entry.currency} />
    ),
  },
  {
    id: 'detail',
    header: 'Detail',
    width: 'minmax(10rem,2fr)',
    narrow: 'none',
    cell: (entry) => <span title={entry.detail}>{entry.detail}</span>,
  },
  {
    id: 'paid_at',
    header: 'Paid',
    width: '8rem',
    align: 'end',
    narrowLabel: 'Paid',
    cell: (entry) => <ShortDate at={entry.paid_at} />,
  },
  {
    id: 'refund_due_at',
    header: 'Refund due',
    width: '7.5rem',
    align: 'end',
    cell: (entry) => entry.status === 'open' && <Clock due={entry.refund_due_at} />,
  },
];

/** Payments that became no policy as they were meant to. */
export function ExceptionsScreen() {
  const { data: statistics } = useQuery(statisticsQuery);
  const filters = [
    {
      key: 'status',
      label: 'Status',
      options: EXCEPTION_STATUSES.map((value) => ({
        value,
        label: STATUSES[value].label,
        count: statistics?.by_status.find(({ status }) => status === value)?.count,
      })),
    },
  ];
  return (
    <DeskList
      list="exceptions"
      title="Payment exceptions"
      noun="exceptions"
      columns={COLUMNS}
      rowId={(entry) => String(entry.id)}
      rowLabel={(entry) => `${words(entry.reason)} payment ${entry.id}`}
      filters={filters}
      search={{ label: 'Search exceptions', placeholder: 'Search by number or wallet...' }}
      load={loadExceptions}
      exportPath="/admin/exceptions/export"
      empty="No exceptions found"
      failed="Failed to load exceptions"
      panelLabel="Payment exception"
      panel={(id) => <ExceptionPanel key={id} id={id} />}
    />
  );
}
