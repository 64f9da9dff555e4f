import { and, asc, desc, eq, getTableColumns, isNotNull, isNull, ne } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { type Database, readTogether, type Statement } from '#worker/platform/db/client.ts';
import { findRows } from '#worker/platform/db/guard.ts';
import { type ChainEventRow, chainEvents, isUnsettled } from '#worker/platform/db/registry-schema.ts';
import { reportedTransactions } from '#worker/platform/db/scan-schema.ts';
import { paymentExceptions, policies, quotes } from '#worker/platform/db/schema.ts';

const itsPolicy = and(
  eq(policies.quote_id, chainEvents.quote_id),
  eq(policies.purchase_event_id, chainEvents.id),
);

/** What is recorded of a transaction, each event with the policy that it paid for. */
export function eventsOfTransaction(db: Database, chainId: string, txHash: string) {
  return db
    .select({ event: getTableColumns(chainEvents), policyId: policies.id })
    .from(chainEvents)
    .leftJoin(policies, itsPolicy)
    .where(and(eq(chainEvents.chain_id, chainId), eq(chainEvents.tx_hash, txHash)))
    .all();
}

const takenBack = (chainId: string) =>
  and(eq(chainEvents.chain_id, chainId), isUnsettled, eq(chainEvents.status, 'orphaned'));

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
    .innerJoin(quotes, eq(quotes.id, policies.quote_id))
    .where(and(takenBack(chainId), isNull(chainEvents.given_up_at)))
    .orderBy(asc(chainEvents.block_number))
    .limit(limit)
    .all();
}

/** Marks a purchase as permanently lost. */
export const giveUp = (db: Database, { id }: ChainEventRow, givenUpAt: string): Statement =>
  db.update(chainEvents).set({ given_up_at: givenUpAt }).where(eq(chainEvents.id, id));

const others = alias(chainEvents, 'others');
const paidTwice = and(
  eq(paymentExceptions.event_id, others.id),
  eq(paymentExceptions.status, 'open'),
  eq(paymentExceptions.reason, 'duplicate'),
);
const standing = and(eq(others.quote_id, quotes.id), ne(others.status, 'orphaned'));

/** Drafts whose policy rests on a lost purchase although another of their quotes was paid. */
export function lostWithHeirs(db: Database, chainId: string, limit: number) {
  return db
    .selectDistinct({ group_id: policies.group_id })
    .from(chainEvents)
    .innerJoin(policies, itsPolicy)
    .innerJoin(quotes, eq(quotes.group_id, policies.group_id))
    .innerJoin(others, standing)
    .innerJoin(paymentExceptions, paidTwice)
    .where(and(takenBack(chainId), isNotNull(chainEvents.given_up_at)))
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
    .where(eq(quotes.group_id, groupId))
    .orderBy(asc(others.block_time), asc(paymentExceptions.id))
    .all();
}

/** The wallet's payments for its newest policies, newest first. */
export function recentPayments(db: Database, wallet: string, limit: number) {
  return db
    .select({
      payment: getTableColumns(chainEvents),
      currency: quotes.currency,
      policyId: policies.id,
      premium_usd: policies.premium_usd,
    })
    .from(policies)
    .innerJoin(chainEvents, and(itsPolicy, eq(chainEvents.wallet, policies.wallet)))
    .innerJoin(quotes, eq(quotes.id, policies.quote_id))
    .where(eq(policies.wallet, wallet))
    .orderBy(desc(policies.id))
    .limit(limit)
    .all();
}

/** Everything the wallet paid or reported as paid, oldest first. */
export const moneyOf = (db: Database, wallet: string) =>
  readTogether({
    payments: db
      .select({ event: getTableColumns(chainEvents), currency: quotes.currency })
      .from(quotes)
      .innerJoin(policies, eq(policies.quote_id, quotes.id))
      .innerJoin(chainEvents, and(itsPolicy, eq(chainEvents.wallet, wallet)))
      .where(eq(quotes.wallet, wallet))
      .orderBy(asc(chainEvents.id)),
    reported: findRows(db, reportedTransactions, { wallet }),
  });
