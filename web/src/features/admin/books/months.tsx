import { useQuery } from '@tanstack/react-query';
import { type BookMonths, closeMonthRequest } from '#domain/admin/books-schema.ts';
import * as reportsApi from '#domain/admin/reports-api.ts';
import { formatUsd } from '#domain/money.ts';
import { monthName } from '#web/features/admin/insight/figures.ts';
import { ActionBar } from '#web/features/admin/kit/action-bar.tsx';
import type { RecordAction } from '#web/features/admin/kit/actions.ts';
import { askingOf } from '#web/features/admin/kit/asking.tsx';
import { useChange } from '#web/features/admin/kit/use-change.ts';
import { ShortDate } from '#web/features/admin/parts/cells.tsx';
import { adminApi, deskCache, readNow } from '#web/features/admin/queries.ts';
import { LoadedSection } from '#web/ui/section.tsx';
import { Table } from '#web/ui/table.tsx';
import { type Look, StatusBadge } from '#web/ui/values.tsx';

export const monthsQuery = adminApi.query(reportsApi.listBookMonths);

type Month = BookMonths['months'][number];

const STATES: Readonly<Record<Month['state'], Look>> = {
  running: { label: 'Not over', variant: 'outline' },
  open: { label: 'Open', variant: 'secondary' },
  closed: { label: 'Closed', variant: 'default' },
};

export const StateBadge = ({ state }: { state: Month['state'] }) => (
  <span className="whitespace-nowrap">
    <StatusBadge {...STATES[state]} />
  </span>
);

type Next = NonNullable<BookMonths['next']>;

const ask = askingOf<Next>(({ month }) => `desk/month/${month}`, 'books.close');

const ACTIONS: readonly RecordAction<Next>[] = [
  ask({
    key: 'close',
    label: ({ month }) => `Close ${monthName(month)}`,
    title: ({ month }) => `Close ${monthName(month)}`,
    when: ({ problem }) => problem === null,
    schema: closeMonthRequest,
    start: () => ({ reason: '' }),
    fields: [
      {
        name: 'reason',
        label: 'Reason',
        kind: 'note',
        maxLength: 500,
        hint: 'For the audit log. A closed month stays as it is: what changes of it later is booked in an open one.',
      },
    ],
    run: async ({ month }, body) => {
      const months = await adminApi.ask(reportsApi.closeBookMonth, { month, body });
      deskCache.setQueryData(monthsQuery.queryKey, months);
    },
    done: ({ month }) => `${monthName(month)} is closed`,
    failed: 'The month was not closed',
  }),
];

function Close({ next }: { next: Next }) {
  const change = useChange({
    of: ['reports'],
    seen: next,
    read: async () => (await readNow(monthsQuery)).next,
  });
  return (
    <ActionBar
      inline
      actions={ACTIONS}
      record={next}
      change={change}
      waiting={({ month, problem }, { may }) =>
        may('books.close') && problem ? `${monthName(month)} can’t be closed yet. ${problem}` : null
      }
    />
  );
}

interface MonthProps {
  onMonth: (month: string) => void;
}

const MonthButton = ({ month, onMonth }: MonthProps & { month: string }) => (
  <button
    type="button"
    className="whitespace-nowrap text-teal underline decoration-1 underline-offset-4 hover:decoration-2"
    onClick={() => onMonth(month)}
  >
    {monthName(month)}
  </button>
);

const Closed = ({ at, by, reason }: NonNullable<Month['closed']>) => (
  <span className="flex min-w-44 flex-col leading-snug">
    <span>
      <ShortDate at={at} /> · {by}
    </span>
    <span className="text-xs text-muted">{reason}</span>
  </span>
);

/** Every month of the books, and the one to be closed next. */
export function MonthsCard({ onMonth }: MonthProps) {
  return (
    <LoadedSection
      title="Months"
      note="Months are closed in their order, once they are over and every network is read to their end."
      query={useQuery(monthsQuery)}
      height="h-72"
    >
      {({ months, next }) => (
        <>
          {next && <Close key={next.month} next={next} />}
          <Table
            caption="Months"
            rows={months}
            rowKey={({ month }) => month}
            columns={[
              ['Month', ({ month }) => <MonthButton month={month} onMonth={onMonth} />],
              ['State', ({ state }) => <StateBadge state={state} />],
              ['Booked', ({ booked }) => formatUsd(booked), 'end'],
              ['Adjustments', ({ adjustments }) => (adjustments === 0 ? '' : adjustments), 'end'],
              ['Closed', ({ closed }) => closed && <Closed {...closed} />],
            ]}
          />
        </>
      )}
    </LoadedSection>
  );
}
