import type { Chain, Purchase } from '../../platform/chain/chain.ts';
import type { Ctx } from '../../platform/context.ts';
import { judge } from '../ledger/blocks.ts';
import { orphanPayment } from './confirm.ts';
import {
  countedAt,
  countedFrom,
  type ExceptionRow,
  openExceptionsAt,
  openExceptionsIn,
  orphanException,
  type PaymentRow,
} from './repository.ts';

/** Recorded rows of a range, beyond those that it shows, that one run holds against the chain. */
const DOUBTED = 50;

const place = (row: { quoteId: string }, blockHash: string) => `${row.quoteId}:${blockHash}`;

/** Takes policies back to pending whose payment's block is proven to be gone, and returns the payments that stand. */
export async function stillStanding(
  ctx: Ctx,
  chain: Chain,
  rows: readonly PaymentRow[],
  head: number,
): Promise<PaymentRow[]> {
  const { standing, gone } = await judge(ctx, chain, rows, head);
  for (const payment of gone) {
    if (await orphanPayment(ctx, payment)) {
      ctx.log.warn('payment_orphaned', { chain: chain.id, block: payment.blockNumber });
    }
  }
  return standing;
}

async function doubtExceptions(ctx: Ctx, chain: Chain, rows: readonly ExceptionRow[], head: number) {
  const { gone } = await judge(ctx, chain, rows, head);
  for (const exception of gone) await orphanException(ctx.db, exception);
}

/** Holds what was recorded in a range against the chain, where the range does not show it there. */
export async function doubtPayments(
  ctx: Ctx,
  chain: Chain,
  purchases: readonly Purchase[],
  range: { from: number; to: number; head: number },
): Promise<void> {
  const shown = new Set(purchases.map((purchase) => place(purchase, purchase.block.hash)));
  const missing = <Row extends { quoteId: string; blockHash: string }>(rows: readonly Row[]) =>
    rows.filter((row) => !shown.has(place(row, row.blockHash)));
  const most = purchases.length + DOUBTED;
  const payments = await countedFrom(ctx.db, chain.id, range.from, range.to, most);
  await stillStanding(ctx, chain, missing(payments), range.head);
  const exceptions = await openExceptionsIn(ctx.db, chain.id, range.from, range.to, most);
  await doubtExceptions(ctx, chain, missing(exceptions), range.head);
}

/**
 * The same for what was recorded at these heights.
 * @returns the heights at which something is recorded still
 */
export async function doubtPaymentsAt(
  ctx: Ctx,
  chain: Chain,
  heights: readonly number[],
  head: number,
): Promise<number[]> {
  await stillStanding(ctx, chain, await countedAt(ctx.db, chain.id, heights), head);
  await doubtExceptions(ctx, chain, await openExceptionsAt(ctx.db, chain.id, heights), head);
  const [payments, exceptions] = await Promise.all([
    countedAt(ctx.db, chain.id, heights),
    openExceptionsAt(ctx.db, chain.id, heights),
  ]);
  return [...payments, ...exceptions].map((row) => row.blockNumber);
}
