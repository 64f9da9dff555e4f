/** What the public audit reads. */
import { and, asc, desc, eq, getTableColumns, gt, isNotNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Cursor } from '#domain/page.ts';
import { isPaidOutside, outsideColumns } from '#worker/money/transfers/repository.ts';
import { claims } from '#worker/platform/db/claims-schema.ts';
import { type Database, oneValue, readTogether } from '#worker/platform/db/client.ts';
import { rollupChecks } from '#worker/platform/db/figures-schema.ts';
import { findRow, matches } from '#worker/platform/db/guard.ts';
import { auditLog, claimTimeline, policyHistory } from '#worker/platform/db/journal.ts';
import { chainEvents } from '#worker/platform/db/registry-schema.ts';
import { paymentExceptions, policies, quotes } from '#worker/platform/db/schema.ts';
import { systemSettings } from '#worker/platform/db/settings-schema.ts';
import { transfers } from '#worker/platform/db/transfers-schema.ts';
import type { Reason } from '#worker/settlement/exceptions/repository.ts';

const after = (id: SQLiteColumn, from: Cursor | null): SQL | undefined =>
  from ? (from.back ? lt : gt)(id, Number(from.id)) : undefined;
const inOrder = (id: SQLiteColumn, from: Cursor | null) => (from?.back ? desc(id) : asc(id));

/** Recorded events in the order in which they were recorded. Reads at most two rows for each. */
export function eventPage(db: Database, limit: number, from: Cursor | null) {
  const { id } = chainEvents;
  const itsException = and(
    eq(paymentExceptions.event_id, id),
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

/** The first or last line of a policy's history, as JSON. */
const step = (order: SQL) =>
  sql<
    string | null
  >`(SELECT json_object('at', ${policyHistory.at}, 'tx_hash', ${policyHistory.tx_hash}, 'status', ${policyHistory.to_status})
    FROM ${policyHistory} WHERE ${policyHistory.policy_id} = ${policies.id} ORDER BY ${policyHistory.id} ${order} LIMIT 1)`;

/**
 * Policies with what their quotes sold, the purchase that they rest on, and both ends of their history, in the order of
 * their numbers. Reads at most seven rows for each.
 */
export function policyPage(db: Database, limit: number, from: Cursor | null) {
  const { id } = policies;
  return db
    .select({
      policy: getTableColumns(policies),
      quote: getTableColumns(quotes),
      purchaseTx: chainEvents.tx_hash,
      opened: step(sql`ASC`),
      stepped: step(sql`DESC`),
    })
    .from(policies)
    .innerJoin(quotes, eq(quotes.id, policies.quote_id))
    .leftJoin(chainEvents, eq(chainEvents.id, policies.purchase_event_id))
    .where(after(id, from))
    .orderBy(inOrder(id, from))
    .limit(limit)
    .all();
}

/** Claims with their payments and timelines, in the order of their numbers. Reads three rows for each, and its timeline. */
export function claimPage(db: Database, limit: number, from: Cursor | null) {
  const { id } = claims;
  const line = sql`json_object('kind', ${claimTimeline.kind}, 'status', ${claimTimeline.status}, 'at', ${claimTimeline.at}, 'tx_hash', ${claimTimeline.tx_hash})`;
  return db
    .select({
      claim: getTableColumns(claims),
      chain_id: policies.chain_id,
      paidBy: { tx_hash: chainEvents.tx_hash, logIndex: chainEvents.event_index },
      outside: outsideColumns,
      timeline: sql<string>`(SELECT json_group_array(json(line)) FROM (SELECT ${line} line FROM ${claimTimeline}
        WHERE ${claimTimeline.claim_id} = ${claims.id} ORDER BY ${claimTimeline.id}))`,
    })
    .from(claims)
    .leftJoin(policies, eq(policies.id, claims.policy_id))
    .leftJoin(chainEvents, eq(chainEvents.id, claims.paid_event_id))
    .leftJoin(transfers, and(eq(transfers.claim_id, id), isPaidOutside))
    .where(after(id, from))
    .orderBy(inOrder(id, from))
    .limit(limit)
    .all();
}

const FEE = 'platform_fee_bps';

/**
 * The platform fee as it is set, what the sealed log says of its changes, and the last daily check that is finished. The audit
 * holds the setting against the log, so it needs both.
 */
export const readStatements = (db: Database) =>
  readTogether({
    fee: oneValue(
      db.select({ value: systemSettings.value }).from(systemSettings).where(eq(systemSettings.key, FEE)),
    ),
    log: db
      .select({ at: auditLog.at, before: auditLog.before, after: auditLog.after })
      .from(auditLog)
      .where(
        matches(auditLog, {
          subject: ['setting:system', `setting:${FEE}`],
          action: ['settings.changed', 'approval.confirmed'],
        }),
      )
      .orderBy(asc(auditLog.id)),
    check: findRow(db, rollupChecks, isNotNull(rollupChecks.finished_at), desc(rollupChecks.day)),
  });
