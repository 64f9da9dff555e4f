import { and, asc, desc, eq, getTableColumns, isNotNull, isNull, ne } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Database, Statement } from '#worker/platform/db/client.ts';
import { type ChainEventRow, chainEvents } from '#worker/platform/db/registry-schema.ts';
import { reportedTransactions } from '#worker/platform/db/scan-schema.ts';
import { paymentExceptions, policies, quotes } from '#worker/platform/db/schema.ts';

const itsPolicy = eq(policies.purchaseEventId, chainEvents.id);

/** A transaction's purchases that have a policy. */
export function paymentsOfTransaction(db: Database, chainId: string, txHash: string) {
  return db
    .select(getTableColumns(chainEvents))
    .from(chainEvents)
    .innerJoin(policies, itsPolicy)
    .where(and(eq(chainEvents.chainId, chainId), eq(chainEvents.txHash, txHash)))
    .all();
}

const takenBack = (chainId: string) =>
  and(eq(chainEvents.chainId, chainId), eq(chainEvents.status, 'orphaned'));

/** Orphaned purchases of policies, not given up yet, with their quotes, lowest blocks first. */
export function lostPurchases(db: Database, chainId: string, limit: number) {
  return db
    .select({
      purchase: getTableColumns(chainEvents),
      quote: getTableColumns(quotes),
      policyId: policies.id,
    })
    .from(chainEvents)
    .innerJoin(policies, itsPolicy)
    .innerJoin(quotes, eq(quotes.id, policies.quoteId))
    .where(and(takenBack(chainId), isNull(chainEvents.givenUpAt)))
    .orderBy(asc(chainEvents.blockNumber))
    .limit(limit)
    .all();
}

/** Marks a purchase as permanently lost. */
export const giveUp = (db: Database, { id }: ChainEventRow, givenUpAt: string): Statement =>
  db.update(chainEvents).set({ givenUpAt }).where(eq(chainEvents.id, id));

const others = alias(chainEvents, 'others');
const paidTwice = and(
  eq(paymentExceptions.eventId, others.id),
  eq(paymentExceptions.status, 'open'),
  eq(paymentExceptions.reason, 'duplicate'),
);
const standing = and(eq(others.quoteId, quotes.id), ne(others.status, 'orphaned'));

/** Drafts whose policy rests on a lost purchase although another of their quotes was paid. */
export function lostWithHeirs(db: Database, chainId: string, limit: number) {
  return db
    .selectDistinct({ groupId: policies.groupId })
    .from(chainEvents)
    .innerJoin(policies, itsPolicy)
    .innerJoin(quotes, eq(quotes.groupId, policies.groupId))
    .innerJoin(others, standing)
    .innerJoin(paymentExceptions, paidTwice)
    .where(and(takenBack(chainId), isNotNull(chainEvents.givenUpAt)))
    .limit(limit)
    .all();
}

/** A draft's purchases that became exceptions because another one came first, earliest first. */
export function heirsOf(db: Database, groupId: string) {
  return db
    .select({ exception: getTableColumns(paymentExceptions), event: getTableColumns(others) })
    .from(quotes)
    .innerJoin(others, standing)
    .innerJoin(paymentExceptions, paidTwice)
    .where(eq(quotes.groupId, groupId))
    .orderBy(asc(others.blockTime), asc(paymentExceptions.id))
    .all();
}

/** The wallet's payments for its newest policies, newest first. */
export function recentPayments(db: Database, wallet: string, limit: number) {
  return db
    .select({
      payment: getTableColumns(chainEvents),
      currency: quotes.currency,
      policyId: policies.id,
      premiumUsd: policies.premiumUsd,
    })
    .from(policies)
    .innerJoin(chainEvents, and(itsPolicy, eq(chainEvents.wallet, policies.wallet)))
    .innerJoin(quotes, eq(quotes.id, policies.quoteId))
    .where(eq(policies.wallet, wallet))
    .orderBy(desc(policies.id))
    .limit(limit)
    .all();
}

/** Everything the wallet paid or reported as paid, oldest first. */
export async function moneyOf(db: Database, wallet: string) {
  const [payments, reported] = await db.batch([
    db
      .select({ event: getTableColumns(chainEvents), currency: quotes.currency })
      .from(quotes)
      .innerJoin(policies, eq(policies.quoteId, quotes.id))
      .innerJoin(chainEvents, and(itsPolicy, eq(chainEvents.wallet, wallet)))
      .where(eq(quotes.wallet, wallet))
      .orderBy(asc(chainEvents.id)),
    db.select().from(reportedTransactions).where(eq(reportedTransactions.wallet, wallet)),
  ]);
  return { payments, reported };
}
