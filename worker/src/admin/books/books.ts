/** The books as they are now, and how their accounts are shown. */

import * as z from 'zod';
import { shortAddress } from '#domain/address.ts';
import { dollars } from '#domain/admin/figures.ts';
import { monthOf, today } from '#domain/admin/periods.ts';
import { accountOf, type Cash, cashOf } from '#domain/books/accounts.ts';
import { Books, monthsFrom } from '#domain/books/books.ts';
import type { Line } from '#domain/books/journal.ts';
import { isDollar } from '#domain/currencies.ts';
import { fieldError } from '#domain/errors.ts';
import { unitsToUsdCents } from '#domain/money.ts';
import { type Ctx, chainName } from '#worker/platform/context.ts';
import type { closedMonths } from '#worker/platform/db/figures-schema.ts';
import { readBooks, readMonthRates } from './repository.ts';

/** What a closed month keeps of each account. */
const CLOSED_ROWS = z.array(
  z.object({
    /** The month itself, or an earlier one whose rows changed after it was closed. */
    about: z.string(),
    account: z.string(),
    /** US cents. */
    debit: z.number(),
    credit: z.number(),
    /** Base units that a cash account's token gained or lost. */
    units: z.string(),
  }),
);

export type ClosedMonth = typeof closedMonths.$inferSelect;

const currencyOf = ({ chains }: Ctx, { chainId, token }: Cash) =>
  chains.find(({ id }) => id === chainId)?.currencies.find((each) => each.token === token) ?? null;

/** Books up to this month. */
export async function openBooks(ctx: Ctx): Promise<{ books: Books; closed: readonly ClosedMonth[] }> {
  const month = monthOf(today(ctx.clock()));
  const { closed, ...kept } = await readBooks(ctx.db, month);
  const first = kept.sums.reduce((least, { period }) => (period < least ? period : least), month);
  const rates = await readMonthRates(ctx.db, monthsFrom(first, month));
  const books = new Books({
    ...kept,
    month,
    closedMonths: closed.map((each) => each.month),
    closed: closed.flatMap(({ month: of, booked }) =>
      CLOSED_ROWS.parse(JSON.parse(booked)).map((row) => ({ ...row, month: of, units: BigInt(row.units) })),
    ),
    worth: (cash, units, at) => worthOf(ctx, rates, cash, units, at),
  });
  return { books, closed };
}

/** Ether at the month's last rate, dollars as they are. Nothing keeps the rates of other coins. */
function worthOf(
  ctx: Ctx,
  rates: ReadonlyMap<string, number>,
  cash: Cash,
  units: bigint,
  month: string,
): number | null {
  const currency = currencyOf(ctx, cash);
  if (!currency) return null;
  const rate = isDollar(currency.symbol) ? '1' : currency.symbol === 'ETH' ? rates.get(month) : undefined;
  if (rate === undefined) return null;
  const usd = typeof rate === 'number' ? dollars(rate) : rate;
  const cents = Number(unitsToUsdCents(units < 0n ? -units : units, usd, currency.decimals));
  return units < 0n ? -cents : cents;
}

/** An account as the API names it. */
export function presentAccount(ctx: Ctx, id: string) {
  const { code, name, side } = accountOf(id);
  const cash = cashOf(id);
  const where =
    cash && `${chainName(ctx, cash.chainId)} · ${shortAddress(cash.contract)} · ${symbolOf(ctx, cash)}`;
  return { account: id, code, name: where === null ? name : `${name} · ${where}`, side };
}

const symbolOf = (ctx: Ctx, cash: Cash) =>
  currencyOf(ctx, cash)?.symbol ?? (cash.token === null ? 'coin' : shortAddress(cash.token));

/** What a cash account holds; null of other accounts. */
export function presentCoins(ctx: Ctx, account: string, units: bigint | undefined) {
  const cash = cashOf(account);
  if (!cash || units === undefined) return null;
  const decimals = currencyOf(ctx, cash)?.decimals ?? null;
  return { amount: units.toString(), symbol: symbolOf(ctx, cash), decimals };
}

/** A line of an entry as the API shows it. One that cancels another has a sign of -1, so its amounts are below zero. */
export const presentEntryLine = (ctx: Ctx, { account, cents, units }: Line, sign = 1) => ({
  ...presentAccount(ctx, account),
  debit: cents < 0 ? null : dollars(sign * cents),
  credit: cents < 0 ? dollars(sign * -cents) : null,
  coins: presentCoins(ctx, account, units === undefined ? undefined : BigInt(sign) * units),
});

type MonthState = 'running' | 'open' | 'closed';

export function stateOf(ctx: Ctx, books: Books, month: string): MonthState {
  if (books.isClosed(month)) return 'closed';
  return month < monthOf(today(ctx.clock())) ? 'open' : 'running';
}

/** The month that is asked for. 422 if it has not begun. */
export function monthAsked(ctx: Ctx, month: string | undefined): string {
  const now = monthOf(today(ctx.clock()));
  if (month === undefined || month <= now) return month ?? now;
  throw fieldError('month', 'This month has not begun yet.');
}
