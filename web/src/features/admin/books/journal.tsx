import type { ReactNode } from 'react';
import { entryLabel, type JournalEntry } from '#domain/admin/books-schema.ts';
import * as reportsApi from '#domain/admin/reports-api.ts';
import { ACCOUNTS } from '#domain/books/accounts.ts';
import { claimNumber } from '#domain/claims/lifecycle.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { monthName } from '#web/features/admin/insight/figures.ts';
import { Steps } from '#web/features/admin/kit/pager.tsx';
import { ShortDate, ShortMoment } from '#web/features/admin/parts/cells.tsx';
import { DeskLink } from '#web/features/admin/parts/panel.tsx';
import { STAYS, useDesk } from '#web/features/admin/queries.ts';
import { TableCard } from '#web/ui/table.tsx';
import { AccountName, bookAmount } from './trial-balance.tsx';

/** What the entry is about, as links to its records. */
function Records({ entry: { about, kind, policy_id, claim_id, exception_id } }: { entry: JournalEntry }) {
  return (
    <span className="flex flex-wrap gap-x-2 text-xs">
      {policy_id !== null && (
        <DeskLink to="/admin/policies" open={policy_id}>
          {policyNumber(policy_id)}
        </DeskLink>
      )}
      {claim_id !== null && (
        <DeskLink to="/admin/claims" open={claim_id}>
          {claimNumber(claim_id)}
        </DeskLink>
      )}
      {exception_id !== null && policy_id === null && (
        <DeskLink to="/admin/exceptions" open={exception_id}>
          Exception {exception_id}
        </DeskLink>
      )}
      {about !== null && (
        <span className="text-muted">
          {kind === 'adjustment' ? monthName(about) : `in ${monthName(about)}`}
        </span>
      )}
    </span>
  );
}

type Line = JournalEntry['lines'][number];

/** Our share inside a premium, which goes from one of our accounts to another. */
const FEE: readonly string[] = [ACCOUNTS.platformFee.code, ACCOUNTS.platformFeeExpense.code];
const isShown = ({ code }: Line) => !FEE.includes(code);

/** The accounts of an entry. The pair of the platform fee, which most entries have, opens below them. */
function Accounts({ lines }: { lines: readonly Line[] }) {
  const pair = lines.filter((line) => !isShown(line));
  const accounts = (some: readonly Line[]) => stacked(some, (line) => <AccountName account={line} inline />);
  return (
    <>
      {accounts(lines.filter(isShown))}
      {pair.length > 0 && (
        <details className="mt-0.5 text-xs text-muted">
          <summary className="cursor-pointer">
            Platform fee, {bookAmount(pair[0]?.debit ?? pair[0]?.credit ?? null)} on both sides
          </summary>
          {stacked(pair, (line) => (
            <span className="flex gap-2">
              <AccountName account={line} inline /> {line.debit === null ? 'credit' : 'debit'}
            </span>
          ))}
        </details>
      )}
    </>
  );
}

/** One below the other, so that each account has its amounts beside it. */
const stacked = (lines: readonly Line[], show: (line: Line) => ReactNode) => (
  <span className="flex flex-col gap-y-0.5">
    {lines.map((line) => (
      <span key={`${line.account} ${line.debit}`} className="min-h-5 whitespace-nowrap">
        {show(line)}
      </span>
    ))}
  </span>
);

function Booking({ entry }: { entry: JournalEntry }) {
  return (
    <span className="flex min-w-36 flex-col gap-0.5">
      <span className="font-medium">{entryLabel(entry.kind, entry.is_reversal)}</span>
      <span className="text-xs text-muted">
        {entry.at === null ? <ShortDate at={entry.day} /> : <ShortMoment at={entry.at} />}
      </span>
      <Records entry={entry} />
    </span>
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
  return (
    <TableCard
      title="Journal"
      note="By time, in US dollars. All entries of a month sum to its trial balance."
      query={useDesk(reportsApi.listJournal, { query: { month, cursor } }, STAYS)}
      empty="Nothing was booked in this month."
      rows={({ entries }) => entries}
      rowKey={({ id }) => id}
      top
      columns={[
        ['Booking', (entry) => <Booking entry={entry} />],
        ['Account', ({ lines }) => <Accounts lines={lines} />],
        ['Debit', ({ lines }) => stacked(lines.filter(isShown), ({ debit }) => bookAmount(debit)), 'end'],
        ['Credit', ({ lines }) => stacked(lines.filter(isShown), ({ credit }) => bookAmount(credit)), 'end'],
      ]}
      foot={({ pagination: { next_cursor: next, prev_cursor: previous } }) =>
        (next ?? previous ?? cursor) && (
          <nav aria-label="Pages" className="mt-3 flex justify-end">
            <Steps
              onPrevious={previous === null ? null : () => onPage(previous)}
              onNext={next === null ? null : () => onPage(next)}
            />
          </nav>
        )
      }
    />
  );
}
