/** Lets a payment that names no quote buy one, on a chain without a contract. */
import { dayEnd, dayStart, parseDay } from '../../../../domain/days.ts';
import { isMatchable } from '../../../../domain/payments/reasons.ts';
import { PRODUCTS } from '../../../../domain/products/index.ts';
import { type Ctx, chainOf, isoOf, nowIso } from '../../platform/context.ts';
import type { Statement } from '../../platform/db/client.ts';
import { markQuote } from '../../platform/db/figure-days.ts';
import { guardNothingUnderWay } from '../../platform/db/prepared-transfers.ts';
import { openPolicy, soldState } from '../../policies/changes.ts';
import { keepQuote } from '../../quotes/purge.ts';
import type { QuoteRow } from '../../quotes/repository.ts';
import { notifyMatched } from '../exceptions/notices.ts';
import { becomePolicy, type Exception, guardOpen, stateOf } from '../exceptions/repository.ts';
import { guardEvent, setEvent } from '../ledger/repository.ts';
import { guardUnbought, nameQuote, openQuotes } from './repository.ts';

/**
 * The quotes that a payment could buy: of its sender, for exactly its amount, open at its block and not paid since. None
 * where a contract says what a payment is for.
 */
export async function matchingQuotes(ctx: Ctx, row: Exception): Promise<QuoteRow[]> {
  const { exception, event } = row;
  if (!isMatchable(exception.reason) || stateOf(row) !== 'open' || event.status !== 'confirmed') return [];
  if (chainOf(ctx, event.chainId).enforcedBy !== 'records') return [];
  return openQuotes(ctx.db, event);
}

/** Statements by which the payment buys a quote: its policy rests on it like any other, with cover from its block. */
export async function buyWith(
  ctx: Ctx,
  { exception, event }: Exception,
  quote: QuoteRow,
): Promise<[Statement, ...Statement[]]> {
  const now = nowIso(ctx);
  const [first, last] = [parseDay(quote.coverStartDate) ?? 0, parseDay(quote.endDate) ?? 0];
  const paidAt = Math.floor(Date.parse(event.blockTime) / 1000);
  const coverFrom = isoOf(Math.max(dayStart(first), paidAt));
  const { quoteId, txHash, wallet: holder, token, chainId } = event;
  const payment = { quoteId, txHash, holder, token, amount: BigInt(event.amount ?? '0') };
  return [
    guardOpen(ctx.db, exception),
    guardEvent(ctx.db, event),
    guardUnbought(ctx.db, quote),
    // Its refund could arrive all the same.
    guardNothingUnderWay(ctx.db, chainId, quoteId),
    nameQuote(ctx.db, event.id, {
      quoteId: quote.id,
      detailsHash: quote.detailsHash,
      coverageUsd: quote.coverageUsd,
      productCode: PRODUCTS[quote.product].code,
      coverFrom,
      coverUntil: isoOf(dayEnd(last)),
    }),
    ...(await openPolicy(ctx, quote, { txHash, coverFrom }, await soldState(ctx, quote, true))),
    setEvent(ctx.db, event.id, { status: 'confirmed', confirmedAt: event.confirmedAt, usdCents: null }),
    becomePolicy(ctx.db, event.id, now),
    keepQuote(ctx, quote.id),
    ...(await notifyMatched(ctx, payment)),
    markQuote(ctx.db, quoteId, quote.id),
  ];
}
