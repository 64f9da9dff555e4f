import { AGED, BUCKETS } from '#domain/admin/books-schema.ts';
import { dollars } from '#domain/admin/figures.ts';
import { firstDay, lastDay, monthOf, today } from '#domain/admin/periods.ts';
import * as adminReportsApi from '#domain/admin/reports-api.ts';
import { cashOf } from '#domain/books/accounts.ts';
import type { Books } from '#domain/books/books.ts';
import { netOf, Totals } from '#domain/books/totals.ts';
import { fieldError } from '#domain/errors.ts';
import { readAsOf } from '#worker/admin/figures/repository.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { openBooks, presentAccount, presentCoins, stateOf } from './books.ts';
import { readDays, readWaiting } from './repository.ts';

/** Debits, credits and balances of all accounts at the end of a day. */
export const getTrialBalance = serve(adminReportsApi.getTrialBalance, async (ctx, { as_of: asked }) => {
  const now = today(ctx.clock());
  const day = asked ?? now;
  if (day > now) throw fieldError('as_of', 'This day has not begun yet.');
  const month = monthOf(day);
  const { books } = await openBooks(ctx);
  const own = await bookedUntil(ctx, books, day);
  const opening = books.before(month);
  const closing = new Totals().addAll(opening).addAll(own);
  const isUsed = (account: string) =>
    [opening, own].some((totals) => {
      const { debit, credit, units } = totals.of(account);
      return debit !== 0 || credit !== 0 || units !== 0n;
    });
  const balances = closing.accounts().map((account) => netOf(closing.of(account)));
  const sumOf = (cents: readonly number[]) => dollars(cents.reduce((sum, each) => sum + each, 0));
  return {
    as_of: day,
    month,
    state: stateOf(ctx, books, month),
    accounts: closing
      .accounts()
      .filter(isUsed)
      .map((account) => ({
        ...presentAccount(ctx, account),
        opening: dollars(netOf(opening.of(account))),
        debit: dollars(own.of(account).debit),
        credit: dollars(own.of(account).credit),
        balance: dollars(netOf(closing.of(account))),
        coins: cashOf(account) && presentCoins(ctx, account, closing.of(account).units),
      })),
    total: {
      debit: sumOf(own.accounts().map((account) => own.of(account).debit)),
      credit: sumOf(own.accounts().map((account) => own.of(account).credit)),
      debit_balance: sumOf(balances.filter((cents) => cents > 0)),
      credit_balance: sumOf(balances.filter((cents) => cents < 0).map((cents) => -cents)),
    },
    counted_at: await readAsOf(ctx.db),
  };
});

/** What a month booked until one of its days. */
async function bookedUntil(ctx: Ctx, books: Books, day: string): Promise<Totals> {
  const month = monthOf(day);
  if (day === lastDay(month)) return books.booked(month);
  if (books.isClosed(month)) {
    throw fieldError('as_of', 'This month is closed. Please choose its last day, or a day of an open month.');
  }
  const totals = new Totals().addFigures(await readDays(ctx.db, firstDay(month), day));
  for (const { lines } of books.adjustments(month)) totals.addLines(lines);
  return totals;
}

/** What waits for a decision, a payout or a refund, by its age in days. */
export const getAging = serve(adminReportsApi.getAging, async (ctx) => {
  const now = nowIso(ctx);
  const rows = await readWaiting(ctx.db, now);
  const sums = (kind: string, bucket?: number) => {
    const found = rows.filter((row) => row.kind === kind && (bucket === undefined || row.bucket === bucket));
    return {
      count: found.reduce((sum, { count }) => sum + count, 0),
      usd: dollars(found.reduce((sum, { cents }) => sum + cents, 0)),
    };
  };
  return {
    as_of: now,
    lines: AGED.map((kind) => ({
      kind,
      buckets: BUCKETS.map((bucket, index) => ({ bucket, ...sums(kind, index) })),
      total: sums(kind),
    })),
  };
});
