import type { JournalEntry } from '#domain/admin/books-schema.ts';
import { firstDay, lastDay } from '#domain/admin/periods.ts';
import * as adminReportsApi from '#domain/admin/reports-api.ts';
import type { Books, MonthEntry } from '#domain/books/books.ts';
import { linesOf } from '#domain/books/journal.ts';
import { bookedRow } from '#worker/admin/figures/definitions.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { cursorOf, type PageInput, readPage } from '#worker/platform/db/page.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { monthAsked, openBooks, presentEntryLine, stateOf } from './books.ts';
import { type JournalRow, readJournalRows } from './repository.ts';

/** Entries per page unless the caller says otherwise. */
const SHOWN = 50;

const NOTHING = {
  at: null,
  about: null,
  policy_id: null,
  claim_id: null,
  exception_id: null,
  chain_id: null,
  tx_hash: null,
};

function ofRow(ctx: Ctx, { source, row, at, id }: JournalRow): JournalEntry {
  const booked = bookedRow(source, row);
  const entry = {
    ...NOTHING,
    id: `${source}:${id.split(':')[1]}`,
    kind: booked.kind,
    day: at.slice(0, 10),
    at,
    lines: linesOf(booked).map((line) => presentEntryLine(ctx, line)),
  };
  if (source === 'reserves') return { ...entry, claim_id: row.claim_id };
  const { policyId, claimId, exceptionId, onChain } = row;
  return {
    ...entry,
    policy_id: policyId,
    claim_id: claimId,
    exception_id: exceptionId,
    chain_id: onChain?.cash.chainId ?? null,
    tx_hash: onChain?.txHash ?? null,
  };
}

const ofMonth = (ctx: Ctx, day: string, { kind, month, lines }: MonthEntry, index: number): JournalEntry => ({
  ...NOTHING,
  id: `${kind}:${index}`,
  kind,
  day,
  about: kind === 'adjustment' || kind === 'adjusted_later' ? month : null,
  lines: lines.map((line) => presentEntryLine(ctx, line)),
});

/** Entries of a month's own: before its rows, and after them. */
const monthEntries = (ctx: Ctx, books: Books, month: string) => ({
  before: books.adjustments(month).map((each, index) => ofMonth(ctx, firstDay(month), each, index)),
  after: [...books.atEnd(month), ...books.adjustedLater(month)].map((each, index) =>
    ofMonth(ctx, lastDay(month), each, index),
  ),
});

/** A page of the rows that a month's journal books. */
export async function journalRows(ctx: Ctx, month: string, input: PageInput) {
  const cursor = cursorOf(input, 'string', true);
  return readPage(
    input,
    cursor,
    (count) => readJournalRows(ctx.db, month, cursor, count),
    ({ at, id }) => ({ at, id }),
  );
}

/** The entries of a month, by time. They sum to what the trial balance says of it. */
export const listJournal = serve(
  adminReportsApi.listJournal,
  async (ctx, { month: asked, limit = SHOWN, ...query }) => {
    const month = monthAsked(ctx, asked);
    const [{ books }, page] = await Promise.all([
      openBooks(ctx),
      journalRows(ctx, month, { ...query, limit }),
    ]);
    const own = monthEntries(ctx, books, month);
    const { next_cursor, prev_cursor } = page;
    return {
      month,
      state: stateOf(ctx, books, month),
      entries: [
        ...(prev_cursor === null ? own.before : []),
        ...page.data.map((row) => ofRow(ctx, row)),
        ...(next_cursor === null ? own.after : []),
      ],
      pagination: { next_cursor, prev_cursor },
    };
  },
);
