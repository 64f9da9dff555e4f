import {
  AGED_LABELS,
  type Aged,
  type Aging,
  entryLabel,
  type JournalEntry,
  type TrialBalance,
} from '#domain/admin/books-schema.ts';
import { lastDay, monthOf, today } from '#domain/admin/periods.ts';
import * as adminReportsApi from '#domain/admin/reports-api.ts';
import { type Column, CSV_PAGE, csvAnswer, usDate, usTime } from '#worker/platform/http/csv.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { recordAct } from '#worker/told/record.ts';
import { monthAsked } from './books.ts';
import { claimsBordereau, premiumBordereau } from './bordereau.ts';
import { listJournal } from './journal.ts';
import { getAging, getTrialBalance } from './statements.ts';

type Coins = TrialBalance['accounts'][number]['coins'];

/** Base units, which a spreadsheet takes as a number with its sign. */
const unitsOf = (coins: Coins) => coins && BigInt(coins.amount);

type Account = TrialBalance['accounts'][number];
const BALANCE: readonly Column<Account>[] = [
  { title: 'Account', value: ({ code }) => code },
  { title: 'Name', value: ({ name }) => name },
  { title: 'Opening (USD)', value: ({ opening }) => Number(opening) },
  { title: 'Debit (USD)', value: ({ debit }) => Number(debit) },
  { title: 'Credit (USD)', value: ({ credit }) => Number(credit) },
  { title: 'Balance (USD)', value: ({ balance }) => Number(balance) },
  { title: 'Base units', value: ({ coins }) => unitsOf(coins) },
  { title: 'Currency', value: ({ coins }) => coins?.symbol ?? null },
];

type Line = JournalEntry['lines'][number] & { entry: JournalEntry };
const numberOf = (usd: string | null) => (usd === null ? null : Number(usd));
const JOURNAL: readonly Column<Line>[] = [
  { title: 'Date', value: ({ entry }) => usDate(entry.day) },
  { title: 'Time (UTC)', value: ({ entry }) => usTime(entry.at) },
  { title: 'Entry', value: ({ entry }) => entry.id },
  { title: 'Booking', value: ({ entry }) => entryLabel(entry.kind, entry.is_reversal) },
  { title: 'Month changed or booked in', value: ({ entry }) => entry.about },
  { title: 'Policy', value: ({ entry }) => entry.policy_id },
  { title: 'Claim', value: ({ entry }) => entry.claim_id },
  { title: 'Exception', value: ({ entry }) => entry.exception_id },
  { title: 'Account', value: ({ code }) => code },
  { title: 'Name', value: ({ name }) => name },
  { title: 'Debit (USD)', value: ({ debit }) => numberOf(debit) },
  { title: 'Credit (USD)', value: ({ credit }) => numberOf(credit) },
  { title: 'Base units', value: ({ coins }) => unitsOf(coins) },
  { title: 'Currency', value: ({ coins }) => coins?.symbol ?? null },
  { title: 'Network', value: ({ entry }) => entry.chain_id },
  { title: 'Transaction', value: ({ entry }) => entry.tx_hash },
];

type Bucket = Aging['lines'][number]['buckets'][number] & { kind: Aged };
const AGING: readonly Column<Bucket>[] = [
  { title: 'What waits', value: ({ kind }) => AGED_LABELS[kind] },
  { title: 'Days', value: ({ bucket }) => bucket },
  { title: 'Number', value: ({ count }) => count },
  { title: 'Amount (USD)', value: ({ usd }) => Number(usd) },
];

/** One of the books' files. */
export const exportBooks = serve(adminReportsApi.exportBooks, async (ctx, { file, month: asked }) => {
  const month = monthAsked(ctx, asked);
  const name = `Mooring-${file.replace('_', '-')}-${file === 'aging' ? today(ctx.clock()) : month}`;
  await ctx.db.batch([
    recordAct(ctx, { action: 'list.exported', subject: 'export:books', after: { file, month } }),
  ]);
  const all = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]) =>
    csvAnswer(name, columns, async () => ({ rows, next: null }));
  switch (file) {
    case 'trial_balance': {
      const isOver = month < monthOf(today(ctx.clock()));
      const { accounts } = await getTrialBalance(ctx, isOver ? { as_of: lastDay(month) } : {});
      return all(BALANCE, accounts);
    }
    case 'aging': {
      const { lines } = await getAging(ctx);
      return all(
        AGING,
        lines.flatMap(({ kind, buckets }) => buckets.map((bucket) => ({ ...bucket, kind }))),
      );
    }
    case 'journal':
      return csvAnswer(name, JOURNAL, async (cursor) => {
        const page = await listJournal(ctx, { month, cursor, limit: CSV_PAGE });
        const rows = page.entries.flatMap((entry) => entry.lines.map((line) => ({ ...line, entry })));
        return { rows, next: page.pagination.next_cursor };
      });
    case 'premium':
      return premiumBordereau(ctx, name, month);
    case 'claims':
      return claimsBordereau(ctx, name, month);
  }
});
