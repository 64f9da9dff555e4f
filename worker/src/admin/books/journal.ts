import type { JournalEntry } from '#domain/admin/books-schema.ts';
import { firstDay, lastDay } from '#domain/admin/periods.ts';
import * as adminReportsApi from '#domain/admin/reports-api.ts';
import type { Books, MonthEntry } from '#domain/books/books.ts';
import { linesOf } from '#domain/books/journal.ts';
import { bookedRow, type Entry } from '#worker/money/entries/repository.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { cursorOf, type PageInput, readPage } from '#worker/platform/db/page.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { monthAsked, openBooks, presentEntryLine, stateOf } from './books.ts';
import { readEntries } from './repository.ts';

/** Entries per page unless the caller says otherwise. */
const SHOWN = 50;

const NOTHING = {
  is_reversal: false,
  at: null,
  about: null,
  policy_id: null,
  claim_id: null,
  exception_id: null,
  chain_id: null,
  tx_hash: null,
};

const ofEntry = (ctx: Ctx, entry: Entry): JournalEntry => ({
  ...NOTHING,
  ...entry,
  id: `entry:${entry.id}`,
  is_reversal: entry.sign < 0,
  day: entry.at.slice(0, 10),
  lines: linesOf(bookedRow(entry)).map((line) => presentEntryLine(ctx, line, entry.sign)),
});

const ofMonth = (ctx: Ctx, day: string, { kind, month, lines }: MonthEntry, index: number): JournalEntry => ({
  ...NOTHING,
  id: `${kind}:${index}`,
  kind,
  day,
  about: kind === 'adjustment' || kind === 'adjusted_later' ? month : null,
  lines: lines.map((line) => presentEntryLine(ctx, line)),
});

/** What a month books without a row: before its entries, and after them. */
const monthEntries = (ctx: Ctx, books: Books, month: string) => ({
  before: books.adjustments(month).map((each, index) => ofMonth(ctx, firstDay(month), each, index)),
  after: [...books.atEnd(month), ...books.adjustedLater(month)].map((each, index) =>
    ofMonth(ctx, lastDay(month), each, index),
  ),
});

/** A page of a month's entries. */
export async function entryPage(ctx: Ctx, month: string, input: PageInput) {
  const cursor = cursorOf(input, 'number', true);
  return readPage(
    input,
    cursor,
    (count) => readEntries(ctx.db, month, cursor, count),
    ({ at, id }) => ({ at, id }),
  );
}

/** The entries of a month, by time. They sum to what the trial balance says of it. */
export const listJournal = serve(
  adminReportsApi.listJournal,
  async (ctx, { month: asked, limit = SHOWN, ...query }) => {
    const month = monthAsked(ctx, asked);
    const [{ books }, page] = await Promise.all([openBooks(ctx), entryPage(ctx, month, { ...query, limit })]);
    const own = monthEntries(ctx, books, month);
    const { next_cursor, prev_cursor } = page;
    return {
      month,
      state: stateOf(ctx, books, month),
      entries: [
        ...(prev_cursor === null ? own.before : []),
        ...page.data.map((entry) => ofEntry(ctx, entry)),
        ...(next_cursor === null ? own.after : []),
      ],
      pagination: { next_cursor, prev_cursor },
    };
  },
);
