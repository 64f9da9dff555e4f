import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod';
import * as exceptionsApi from '#domain/admin/exceptions-api.ts';
import { EXCEPTION_STATUSES, type exceptionEntry } from '#domain/admin/records-schema.ts';
import { DeskList } from '#web/features/admin/list/desk-list.tsx';
import { loaderOf } from '#web/features/admin/list/pages.ts';
import type { DeskColumn } from '#web/features/admin/list/types.ts';
import { Person, ShortDate, words } from '#web/features/admin/parts/cells.tsx';
import { Clock } from '#web/features/admin/parts/clock.tsx';
import { adminApi } from '#web/features/admin/queries.ts';
import { Badge, Money } from '#web/ui/values.tsx';

import { ExceptionPanel, REASONS, STATUSES } from './exception-panel.tsx';

const loadExceptions = loaderOf(exceptionsApi.listAllPaymentExceptions, 'exceptions');

/** Counts by status. */
const statisticsQuery = adminApi.query(exceptionsApi.getPaymentExceptionStatistics);

type Entry = z.output<typeof exceptionEntry>;

export const EXCEPTION_COLUMNS: readonly DeskColumn<Entry>[] = [
  {
    id: 'reason',
    header: 'Payment',
    priority: 1,
    width: 12,
    grow: 1.2,
    narrow: 'first',
    fixed: true,
    cell: (entry) => (
      <span title={REASONS[entry.reason].title}>
        {REASONS[entry.reason].title} <span className="figures">#{entry.id}</span>
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    priority: 1,
    width: 9,
    narrow: 'end',
    cell: (entry) => <Badge variant={STATUSES[entry.status].badge}>{STATUSES[entry.status].label}</Badge>,
  },
  {
    id: 'customer',
    header: 'Customer',
    priority: 1,
    width: 9,
    grow: 1.5,
    narrow: 'second',
    cell: (entry) => <Person name={entry.customer ?? 'Unknown User'} wallet={entry.wallet_address} />,
  },
  {
    id: 'amount',
    header: 'Amount',
    priority: 1,
    width: 10,
    narrow: 'second',
    align: 'end',
    cell: (entry) => (
      <Money amount={BigInt(entry.amount)} decimals={entry.decimals} symbol={entry.currency} />
    ),
  },
  {
    id: 'detail',
    header: 'Detail',
    priority: 3,
    width: 9,
    grow: 2,
    cell: (entry) => <span title={entry.detail}>{entry.detail}</span>,
  },
  {
    id: 'paid_at',
    header: 'Paid',
    priority: 2,
    width: 7,
    align: 'end',
    cell: (entry) => <ShortDate at={entry.paid_at} />,
  },
  {
    id: 'refund_due_at',
    header: 'Refund due',
    priority: 1,
    width: 7.5,
    narrow: 'second',
    align: 'end',
    cell: (entry) => entry.status === 'open' && <Clock due={entry.refund_due_at} />,
  },
];

const NO_CHANGES: never[] = [];

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
      columns={EXCEPTION_COLUMNS}
      rowId={(entry) => String(entry.id)}
      rowLabel={(entry) => `${words(entry.reason)} payment ${entry.id}`}
      filters={filters}
      search={{ label: 'Search exceptions', placeholder: 'Search by number or wallet...' }}
      load={loadExceptions}
      exportCall={exceptionsApi.exportPaymentExceptions}
      bulk={NO_CHANGES}
      empty="No exceptions found"
      failed="Failed to load exceptions"
      panelLabel="Payment exception"
      panel={(id) => <ExceptionPanel key={id} id={id} />}
    />
  );
}
