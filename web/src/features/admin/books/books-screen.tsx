import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { AGED_LABELS, type BOOK_FILES, BUCKETS } from '#domain/admin/books-schema.ts';
import { addMonths, monthOf } from '#domain/admin/periods.ts';
import * as reportsApi from '#domain/admin/reports-api.ts';
import { formatUsd } from '#domain/money.ts';
import { monthName } from '#web/features/admin/insight/figures.ts';
import { AsOf, PeriodStep, useAddress, useChoice } from '#web/features/admin/insight/parts.tsx';
import { useDownload } from '#web/features/admin/kit/use-change.ts';
import { DeskScreen } from '#web/features/admin/parts/screen.tsx';
import { adminApi, useDesk } from '#web/features/admin/queries.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import type { DataOf } from '#web/lib/api/call.ts';
import { formatCount } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Menu, MenuButton } from '#web/ui/menu.tsx';
import { TableCard } from '#web/ui/table.tsx';
import { JournalCard } from './journal.tsx';
import { MonthsCard, monthsQuery, StateBadge } from './months.tsx';
import { TrialBalanceCard } from './trial-balance.tsx';
import { BOOK_VIEWS } from './views.ts';

function Sum({ count, usd }: { count: number; usd: string }) {
  if (count === 0) return <span className="text-muted">—</span>;
  return (
    <span className="flex flex-col items-end leading-snug">
      {formatUsd(usd)}
      <span className="text-xs font-normal text-muted">{formatCount(count)}</span>
    </span>
  );
}

/** What waits for a decision, a payout or a refund, by how long. */
const AgingCard = () => (
  <TableCard
    title="Aging"
    note="What waits, by days: its amount and how many. Claims are worth their reserve."
    query={useDesk(reportsApi.getAging)}
    rows={({ lines }) => lines}
    rowKey={({ kind }) => kind}
    columns={[
      ['What waits', ({ kind }) => AGED_LABELS[kind]],
      ...BUCKETS.map((bucket) => agedIn(bucket)),
      ['Total', ({ total }) => <Sum {...total} />, 'end'],
    ]}
    foot={({ as_of }) => <AsOf at={as_of} className="mt-3" />}
  />
);

type AgedLine = DataOf<typeof reportsApi.getAging>['lines'][number];
const agedIn = (bucket: (typeof BUCKETS)[number]) =>
  [
    `${bucket} days`,
    ({ buckets }: AgedLine) => {
      const sum = buckets.find((one) => one.bucket === bucket);
      return sum && <Sum count={sum.count} usd={sum.usd} />;
    },
    'end',
  ] as const;

type BookFile = (typeof BOOK_FILES)[number];

const FILES: readonly (readonly [file: BookFile, label: string])[] = [
  ['trial_balance', 'Trial balance'],
  ['journal', 'Journal'],
  ['premium', 'Premium bordereau'],
  ['claims', 'Claims bordereau'],
  ['aging', 'Aging as of now'],
];
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

const VIEWS = { label: 'View', options: BOOK_VIEWS, fallback: 'balance' } as const;

function Downloads({ month, name }: { month: string; name: string }) {
  const download = useDownload((file: BookFile) =>
    adminApi.download(reportsApi.exportBooks, { query: { file, month } }),
  );
  return (
    <Menu
      trigger={
        <Button
          variant="secondary"
          size="dense"
          busy={download.isPending}
          aria-label={`Download ${name} as CSV`}
        >
          CSV
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      {FILES.map(([file, label]) => (
        <MenuButton key={file} onClick={() => download.mutate(file)}>
          {label}
        </MenuButton>
      ))}
    </Menu>
  );
}

/** The books for the accountant: balances, journal, what waits, and the months to close. */
export function BooksScreen() {
  const { may } = useAdmin();
  const now = monthOf(new Date().toISOString());
  const [params, show] = useAddress('/admin/books');
  const [view, views] = useChoice('/admin/books', 'view', VIEWS);
  const asked = String(params.month ?? '');
  const month = MONTH.test(asked) && asked < now ? asked : now;
  const inAddress = (next: string) => (next === now ? undefined : next);
  const months = useQuery(monthsQuery);
  const name = monthName(month);
  const state = months.data?.months.find((each) => each.month === month)?.state;
  // The others are of no month.
  const ofMonth = view === 'balance' || view === 'journal';
  return (
    <DeskScreen title="Books" actions={may('export') && <Downloads month={month} name={name} />}>
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          {ofMonth && (
            <div className="flex items-center gap-2">
              <PeriodStep
                name={name}
                unit="month"
                hasNext={month < now}
                onStep={(by) => show({ month: inAddress(addMonths(month, by)) })}
              />
              {state && <StateBadge state={state} />}
            </div>
          )}
          {views}
        </div>
        {view === 'balance' && <TrialBalanceCard month={month} isOver={month < now} />}
        {view === 'journal' && (
          <JournalCard
            month={month}
            cursor={params.cursor === undefined ? undefined : String(params.cursor)}
            onPage={(next) => show({ cursor: next })}
          />
        )}
        {view === 'aging' && <AgingCard />}
        {view === 'months' && (
          <MonthsCard onMonth={(next) => show({ view: undefined, month: inAddress(next) })} />
        )}
      </div>
    </DeskScreen>
  );
}
