import type { BookMonths } from '#domain/admin/books-schema.ts';
import { dollars } from '#domain/admin/figures.ts';
import { addMonths, firstDay, lastDay, monthOf, today } from '#domain/admin/periods.ts';
import * as adminReportsApi from '#domain/admin/reports-api.ts';
import type { Books } from '#domain/books/books.ts';
import { conflict } from '#domain/errors.ts';
import { isUnconfirmed } from '#worker/admin/reports/repository.ts';
import { isUnpriced } from '#worker/money/entries/repository.ts';
import { type Ctx, chainName, nowIso } from '#worker/platform/context.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { readCursor } from '#worker/settlement/scan/repository.ts';
import { recordAct } from '#worker/told/record.ts';
import { type ClosedMonth, openBooks, stateOf } from './books.ts';
import { guardCounted, insertClosed, isUncounted } from './repository.ts';

/** Why a month that is over can't be closed yet, in a sentence; null if it can. */
async function problemOf(ctx: Ctx, month: string): Promise<string | null> {
  const end = `${firstDay(addMonths(month, 1))}T00:00:00.000Z`;
  for (const { id } of ctx.chains) {
    const cursor = await readCursor(ctx.db, id);
    if (!cursor || cursor.block_time < end)
      return `${chainName(ctx, id)} has not been read to the end of the month.`;
    if (await isUnconfirmed(ctx.db, id, end))
      return `A transaction of the month on ${chainName(ctx, id)} waits for its confirmations.`;
  }
  if (await isUnpriced(ctx.db, end))
    return 'A payment of the month has no value yet. It gets one as soon as there is a rate.';
  return (await isUncounted(ctx.db, lastDay(month))) ? 'A day of the month is still being counted.' : null;
}

/** The first open month, if it is over. */
const nextOf = (ctx: Ctx, books: Books) => (books.open < monthOf(today(ctx.clock())) ? books.open : null);

const present = async (ctx: Ctx, books: Books, closed: readonly ClosedMonth[]): Promise<BookMonths> => {
  const next = nextOf(ctx, books);
  return {
    months: [...books.months].reverse().map((month) => {
      const totals = books.booked(month);
      const by = closed.find((each) => each.month === month);
      return {
        month,
        state: stateOf(ctx, books, month),
        booked: dollars(totals.accounts().reduce((sum, account) => sum + totals.of(account).debit, 0)),
        adjustments: books.adjustments(month).length,
        closed: by ? { at: by.closed_at, by: by.closed_name, reason: by.reason } : null,
      };
    }),
    next: next === null ? null : { month: next, problem: await problemOf(ctx, next) },
  };
};

/** Every month of the books, and which one can be closed next. */
export const listBookMonths = serve(adminReportsApi.listBookMonths, async (ctx) => {
  const { books, closed } = await openBooks(ctx);
  return present(ctx, books, closed);
});

/**
 * Closes a month: what it booked stays as it is now, and what its rows say later is adjusted in the next one. Months are
 * closed in their order, once they are over, read and counted.
 */
export const closeMonth = serve(adminReportsApi.closeBookMonth, async (ctx, { month, reason }) => {
  const { books } = await openBooks(ctx);
  if (books.isClosed(month)) throw alreadyClosed();
  const next = nextOf(ctx, books);
  if (month !== next) {
    throw conflict(
      month >= monthOf(today(ctx.clock()))
        ? 'This month is not over yet.'
        : `Months are closed in their order. Please close ${next} first.`,
    );
  }
  const problem = await problemOf(ctx, month);
  if (problem) throw conflict(problem);
  const rows = books.closing();
  const closed = {
    month,
    closed_at: nowIso(ctx),
    closed_by: ctx.admin.id,
    closed_name: ctx.admin.name,
    reason,
    booked: JSON.stringify(rows.map(({ month: _, units, ...row }) => ({ ...row, units: `${units}` }))),
  };
  await commit(
    ctx,
    [
      guardCounted(ctx.db, lastDay(month)),
      insertClosed(ctx.db, closed),
      recordAct(ctx, {
        action: 'month.closed',
        subject: `month:${month}`,
        after: { reason, booked: dollars(rows.reduce((sum, { debit }) => sum + debit, 0)) },
      }),
    ],
    async () => {
      const again = await openBooks(ctx);
      throw again.books.isClosed(month)
        ? alreadyClosed()
        : conflict('The month changed meanwhile. Please try again.');
    },
  );
  ctx.log.info('month_closed', { month });
  return listBookMonths(ctx);
});

const alreadyClosed = () => conflict('This month is already closed.');
