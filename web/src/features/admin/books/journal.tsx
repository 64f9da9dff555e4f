import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { JournalEntry, JournalPage } from '#domain/admin/books-schema.ts';
import * as reportsApi from '#domain/admin/reports-api.ts';
import { ENTRY_LABELS } from '#domain/books/labels.ts';
import { claimNumber } from '#domain/claims/lifecycle.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { SmallTable } from '#web/features/admin/insight/parts.tsx';
import { ShortDate, ShortMoment } from '#web/features/admin/parts/cells.tsx';
import { DeskLink } from '#web/features/admin/parts/panel.tsx';
import { adminApi, STAYS } from '#web/features/admin/queries.ts';
import { periodName } from '#web/features/admin/reports/period.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadedSection } from '#web/ui/section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { AccountName, bookAmount } from './trial-balance.tsx';

const journalQuery = (month: string, cursor: string | undefined) =>
  adminApi.query(reportsApi.listJournal, { query: { month, cursor } }, STAYS);

const monthName = (month: string) => periodName('month', `${month}-01`);

/** What the entry is about, as links to its records. */
function Records({ entry: { about, kind, policy_id, claim_id, exception_id } }: { entry: JournalEntry }) {
  const links: ReactNode[] = [];
  if (policy_id !== null)
    links.push(
      <DeskLink key="policy" to="/admin/policies" open={policy_id}>
        {policyNumber(policy_id)}
      </DeskLink>,
    );
  if (claim_id !== null)
    links.push(
      <DeskLink key="claim" to="/admin/claims" open={claim_id}>
        {claimNumber(claim_id)}
      </DeskLink>,
    );
  if (exception_id !== null && policy_id === null)
    links.push(
      <DeskLink key="exception" to="/admin/exceptions" open={exception_id}>
        Exception {exception_id}
      </DeskLink>,
    );
  if (about !== null)
    links.push(
      <span key="about" className="text-muted">
        {kind === 'adjustment' ? monthName(about) : `in ${monthName(about)}`}
      </span>,
    );
  return <span className="flex flex-wrap gap-x-2 text-xs">{links}</span>;
}

/** One below the other, so that each account has its amounts beside it. */
const stacked = (lines: JournalEntry['lines'], show: (line: JournalEntry['lines'][number]) => ReactNode) => (
  <span className="flex flex-col gap-y-0.5">
    {lines.map((line) => (
      <span key={`${line.account} ${line.debit}`} className="min-h-5 whitespace-nowrap">
        {show(line)}
      </span>
    ))}
  </span>
);

function Entries({ entries }: { entries: JournalPage['entries'] }) {
  return (
    <SmallTable
      caption="Journal"
      empty="Nothing was booked in this month."
      columns={[['Booking'], ['Account'], ['Debit', 'end'], ['Credit', 'end']]}
      rows={entries.map((entry) => ({
        key: entry.id,
        top: true,
        cells: [
          <span key="booking" className="flex min-w-36 flex-col gap-0.5">
            <span className="font-medium">{ENTRY_LABELS[entry.kind]}</span>
            <span className="text-xs text-muted">
              {entry.at === null ? <ShortDate at={entry.day} /> : <ShortMoment at={entry.at} />}
            </span>
            <Records entry={entry} />
          </span>,
          stacked(entry.lines, (line) => <AccountName account={line} inline />),
          stacked(entry.lines, ({ debit }) => bookAmount(debit)),
          stacked(entry.lines, ({ credit }) => bookAmount(credit)),
        ],
      }))}
    />
  );
}

/** The entries of a month, page by page. */
export function JournalCard({
  month,
  cursor,
  onPage,
}: {
  month: string;
  cursor: string | undefined;
  onPage: (cursor: string | undefined) => void;
}) {
  const query = useQuery(journalQuery(month, cursor));
  return (
    <LoadedSection
      title="Journal"
      note="By time, in US dollars. All entries of a month sum to its trial balance."
      query={query}
      failed="Failed to load the journal"
      loading={<Skeleton className="h-96" />}
    >
      {({ entries, pagination: { next_cursor: next, prev_cursor: previous } }) => (
        <>
          <Entries entries={entries} />
          {(next ?? previous ?? cursor) && (
            <nav aria-label="Pages" className="mt-3 flex justify-end gap-2">
              <Button
                variant="secondary"
                size="dense"
                disabled={previous === null}
                onClick={() => onPage(previous ?? undefined)}
              >
                Previous
              </Button>
              <Button
                variant="secondary"
                size="dense"
                disabled={next === null}
                onClick={() => onPage(next ?? undefined)}
              >
                Next
              </Button>
            </nav>
          )}
        </>
      )}
    </LoadedSection>
  );
}
