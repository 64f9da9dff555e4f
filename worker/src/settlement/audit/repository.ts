import { and, asc, desc, eq, getTableColumns, gt, inArray, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Cursor } from '../../../../domain/page.ts';
import { auditTotals } from '../../platform/db/audit-schema.ts';
import type { Database } from '../../platform/db/client.ts';
import { chainEvents } from '../../platform/db/registry-schema.ts';
import { paymentExceptions, policies, quotes } from '../../platform/db/schema.ts';
import type { Reason } from '../exceptions/repository.ts';

const after = (id: SQLiteColumn, from: Cursor | null): SQL | undefined =>
  from ? (from.back ? lt : gt)(id, Number(from.id)) : undefined;
const inOrder = (id: SQLiteColumn, from: Cursor | null) => (from?.back ? desc(id) : asc(id));

/** Recorded events in the order in which they were recorded. Reads at most two rows for each. */
export function eventPage(db: Database, limit: number, from: Cursor | null) {
  const { id } = chainEvents;
  const itsException = and(
    eq(paymentExceptions.eventId, id),
    ne(paymentExceptions.status, 'became_policy'),
    // Of a payout the chain itself says all there is to compare.
    eq(chainEvents.kind, 'purchased'),
  );
  return db
    .select({
      event: getTableColumns(chainEvents),
      exception: sql<Reason | null>`${paymentExceptions.reason}`,
    })
    .from(chainEvents)
    .leftJoin(paymentExceptions, itsException)
    .where(after(id, from))
    .orderBy(inOrder(id, from))
    .limit(limit)
    .all();
}

/** Policies with what their quotes sold, in the order of their numbers. Reads at most two rows for each. */
export function policyPage(db: Database, limit: number, from: Cursor | null) {
  const { id } = policies;
  const { contract, token, amount, validUntil, detailsHash } = quotes;
  return db
    .select({
      policy: getTableColumns(policies),
      quote: { contract, token, amount, validUntil, detailsHash },
    })
    .from(policies)
    .innerJoin(quotes, eq(quotes.id, policies.quoteId))
    .where(after(id, from))
    .orderBy(inOrder(id, from))
    .limit(limit)
    .all();
}

/** One row per contract, currency and kind of event. */
export const readTotals = (db: Database, chainIds: readonly string[]) =>
  db
    .select()
    .from(auditTotals)
    .where(inArray(auditTotals.chainId, [...chainIds]))
    .all();
export type TotalRow = Awaited<ReturnType<typeof readTotals>>[number];
