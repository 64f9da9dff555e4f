import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type BookMonths, closeMonthRequest } from '#domain/admin/books-schema.ts';
import * as reportsApi from '#domain/admin/reports-api.ts';
import { formatUsd } from '#domain/money.ts';
import { SmallTable } from '#web/features/admin/insight/parts.tsx';
import { NoteForm } from '#web/features/admin/parts/action-form.tsx';
import { ShortDate } from '#web/features/admin/parts/cells.tsx';
import { adminApi, deskCache, readAgain } from '#web/features/admin/queries.ts';
import { periodName } from '#web/features/admin/reports/period.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadedSection } from '#web/ui/section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { Badge, type BadgeVariant } from '#web/ui/values.tsx';

export const monthsQuery = adminApi.query(reportsApi.listBookMonths);

/** Closes a month; everything that shows the books is read again. */
async function closeMonth(month: string, reason: string) {
  const months = await adminApi.ask(reportsApi.closeBookMonth, { month, body: { reason } });
  deskCache.setQueryData(monthsQuery.queryKey, months);
  await readAgain('reports');
}

type Month = BookMonths['months'][number];

const STATES: Readonly<Record<Month['state'], { label: string; variant: BadgeVariant }>> = {
  running: { label: 'Not over', variant: 'outline' },
  open: { label: 'Open', variant: 'secondary' },
  closed: { label: 'Closed', variant: 'default' },
};

export const StateBadge = ({ state }: { state: Month['state'] }) => (
  <span className="whitespace-nowrap">
    <Badge variant={STATES[state].variant}>{STATES[state].label}</Badge>
  </span>
);

const nameOf = (month: string) => periodName('month', `${month}-01`);

function Close({ next: { month, problem } }: { next: NonNullable<BookMonths['next']> }) {
  const [asking, setAsking] = useState(false);
  const name = nameOf(month);
  if (problem !== null)
    return (
      <p className="mb-3 text-[0.8125rem] text-muted">
        {name} can’t be closed yet. {problem}
      </p>
    );
  if (!asking)
    return (
      <Button size="dense" className="mb-3" onClick={() => setAsking(true)}>
        Close {name}
      </Button>
    );
  return (
    <div className="mb-4 rounded-[10px] border border-line bg-sunken/50 p-4">
      <NoteForm
        keep={`desk/month/${month}`}
        title={`Close ${name}`}
        action={`Close ${name}`}
        label="Reason"
        hint="For the audit log. A closed month stays as it is: what changes of it later is booked in an open one."
        maxLength={500}
        schema={closeMonthRequest.shape.reason}
        send={async (reason) => {
          await closeMonth(month, reason);
          setAsking(false);
          toast.success(`${name} is closed`);
        }}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}

/** Every month of the books, and the one to be closed next. */
export function MonthsCard({ onMonth }: { onMonth: (month: string) => void }) {
  const { may } = useAdmin();
  const query = useQuery(monthsQuery);
  return (
    <LoadedSection
      title="Months"
      note="Months are closed in their order, once they are over and every network is read to their end."
      query={query}
      failed="Failed to load the months"
      loading={<Skeleton className="h-72" />}
    >
      {({ months, next }) => (
        <>
          {next && may('books.close') && <Close key={next.month} next={next} />}
          <SmallTable
            caption="Months"
            columns={[['Month'], ['State'], ['Booked', 'end'], ['Adjustments', 'end'], ['Closed']]}
            rows={months.map(({ month, state, booked, adjustments, closed }) => ({
              key: month,
              cells: [
                <button
                  key="month"
                  type="button"
                  className="whitespace-nowrap text-teal underline decoration-1 underline-offset-4 hover:decoration-2"
                  onClick={() => onMonth(month)}
                >
                  {nameOf(month)}
                </button>,
                <StateBadge key="state" state={state} />,
                formatUsd(booked),
                adjustments === 0 ? '' : adjustments,
                closed && (
                  <span key="closed" className="flex min-w-44 flex-col leading-snug">
                    <span>
                      <ShortDate at={closed.at} /> · {closed.by}
                    </span>
                    <span className="text-xs text-muted">{closed.reason}</span>
                  </span>
                ),
              ],
            }))}
          />
        </>
      )}
    </LoadedSection>
  );
}
