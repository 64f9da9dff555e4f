import type * as z from 'zod';
import * as exceptionsApi from '#domain/admin/exceptions-api.ts';
import type { exceptionEntry } from '#domain/admin/records-schema.ts';
import { exceptionName } from '#domain/payments/reasons.ts';
import { amount, badge, clock, date, person, text } from '#web/features/admin/kit/cells.tsx';
import { DeskList } from '#web/features/admin/kit/desk-list.tsx';
import { statusFilter } from '#web/features/admin/kit/filters-of.ts';
import { loaderOf } from '#web/features/admin/kit/pager.tsx';
import type { DeskKind } from '#web/features/admin/kit/types.ts';
import { Money } from '#web/ui/values.tsx';
import { ExceptionPanel, STATUSES } from './exception-panel.tsx';
import { REFUND_SELECTED } from './refund.tsx';

type Entry = z.output<typeof exceptionEntry>;

/** Those that the list can be narrowed to. */
const { orphaned: _, ...FILTERED } = STATUSES;

/** Payments that became no policy as they were meant to. */
export const EXCEPTIONS: DeskKind<Entry, typeof exceptionsApi.getPaymentExceptionStatistics> = {
  list: 'exceptions',
  title: 'Payment exceptions',
  noun: 'exceptions',
  panelLabel: 'Payment exception',
  load: loaderOf(exceptionsApi.listAllPaymentExceptions, 'exceptions'),
  columns: [
    text('reason', 'Payment', exceptionName, {
      priority: 1,
      width: 12,
      grow: 1.2,
      narrow: 'first',
      fixed: true,
    }),
    badge('status', 'Status', (entry) => STATUSES[entry.status], { width: 9 }),
    person(
      'customer',
      'Customer',
      (entry) => ({ name: entry.customer ?? 'Unknown User', wallet: entry.wallet_address }),
      {
        grow: 1.5,
        narrow: 'second',
      },
    ),
    amount(
      'amount',
      'Amount',
      (entry) => <Money amount={BigInt(entry.amount)} decimals={entry.decimals} symbol={entry.currency} />,
      { width: 10 },
    ),
    text('detail', 'Detail', (entry) => entry.detail, { width: 9 }),
    date('paid_at', 'Paid', (entry) => entry.paid_at, { priority: 2 }),
    clock('refund_due_at', 'Refund due', (entry) => (entry.status === 'open' ? entry.refund_due_at : false), {
      width: 7.5,
    }),
  ],
  rowId: (entry) => String(entry.id),
  rowLabel: exceptionName,
  filters: [statusFilter(FILTERED)],
  search: { placeholder: 'Search by number or wallet...' },
  exportCall: exceptionsApi.exportPaymentExceptions,
  bulk: { several: REFUND_SELECTED },
  Panel: ExceptionPanel,
  statistics: exceptionsApi.getPaymentExceptionStatistics,
};

export const ExceptionsScreen = () => <DeskList kind={EXCEPTIONS} />;
