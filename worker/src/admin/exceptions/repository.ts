import { eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { type DeskPageInput, readDeskPage } from '#worker/desk/repository.ts';
import { among, type Database } from '#worker/platform/db/client.ts';
import { chainEvents } from '#worker/platform/db/registry-schema.ts';
import { accounts, paymentExceptions, policies, quotes } from '#worker/platform/db/schema.ts';
import { namedQuote } from '#worker/settlement/exceptions/repository.ts';

type Status = (typeof paymentExceptions.$inferSelect)['status'];

export const readExceptionPage = (db: Database, input: DeskPageInput, status: Status | undefined) =>
  readDeskPage(db, input, {
    kind: 'exceptions',
    table: paymentExceptions,
    where: { status },
  });

const refunds = alias(chainEvents, 'refunds');

/** The purchase of each exception, with its quote's currency, its draft's policy, its payer and its refund. */
export function readPurchases(db: Database, ids: readonly number[]) {
  const refund = sql`${refunds.quote_id} = ${chainEvents.quote_id} AND ${refunds.kind} = 'premium_refunded'
    AND ${refunds.status} = 'confirmed'`;
  return db
    .select({
      exception: paymentExceptions,
      event: chainEvents,
      currency: quotes.currency,
      decimals: quotes.decimals,
      policyId: policies.id,
      customer: accounts.name,
      refundedAt: refunds.block_time,
      refundTxHash: refunds.tx_hash,
    })
    .from(paymentExceptions)
    .innerJoin(chainEvents, eq(chainEvents.id, paymentExceptions.event_id))
    .leftJoin(quotes, eq(quotes.id, namedQuote))
    .leftJoin(policies, eq(policies.group_id, quotes.group_id))
    .leftJoin(accounts, eq(accounts.wallet, paymentExceptions.wallet))
    .leftJoin(refunds, refund)
    .where(inArray(paymentExceptions.id, among(ids)))
    .all();
}
export type Purchase = Awaited<ReturnType<typeof readPurchases>>[number];
