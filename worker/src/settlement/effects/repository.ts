import { and, desc, eq, inArray, lt, lte, ne, sql } from 'drizzle-orm';
import type { Database } from '#worker/platform/db/client.ts';
import { ethRates } from '#worker/platform/db/figures-schema.ts';
import { hasRow } from '#worker/platform/db/guard.ts';
import { type ChainEventRow, chainEvents } from '#worker/platform/db/registry-schema.ts';

/** The rate of ether on a day, or the last one before it. */
export const lastRate = (db: Database, day: string) =>
  db.select().from(ethRates).where(lte(ethRates.day, day)).orderBy(desc(ethRates.day)).limit(1).get();

/** Whether an event that was recorded before paid this claim number, or refunded this policy or payment. */
export function paidBefore(db: Database, event: ChainEventRow): Promise<boolean> {
  const { id, chain_id, quote_id, kind, claim_number, status } = chainEvents;
  const earlier = and(
    ...[eq(quote_id, event.quote_id), eq(chain_id, event.chain_id), eq(kind, event.kind)],
    ...[sql`${claim_number} IS ${event.claim_number}`, lt(id, event.id), ne(status, 'orphaned')],
  );
  return hasRow(db, chainEvents, earlier);
}

/**
 * Whether another confirmed payout has this one's number. A contract pays each number once, so one of the two is on a branch
 * that has lost.
 */
export function isNumberPaid(db: Database, event: ChainEventRow): Promise<boolean> {
  const { id, chain_id, contract, quote_id, kind, claim_number, status } = chainEvents;
  const other = and(
    ...[eq(quote_id, event.quote_id), eq(chain_id, event.chain_id), eq(contract, event.contract)],
    eq(kind, 'claim_paid'),
    ...[sql`${claim_number} IS ${event.claim_number}`, eq(status, 'confirmed'), ne(id, event.id)],
  );
  return hasRow(db, chainEvents, other);
}

/** Whoever reported an event's transaction, or else our servers. */
export const reporterOf = ({ chain_id, tx_hash }: { chain_id: string; tx_hash: string }) => {
  const admin = sql`(SELECT r.admin_id FROM transaction_reports r WHERE r.chain_id = ${chain_id} AND r.tx_hash = ${tx_hash})`;
  return {
    actor_kind: sql`iif(${admin} IS NULL, 'server', 'admin')`,
    wallet: null,
    actor: sql`coalesce(${admin}, 0)`,
  };
};

/** Whether the holder's wallet said nothing later about a refund: no event on record gives or revokes a consent after it. */
export async function isLastConsent(db: Database, event: ChainEventRow): Promise<boolean> {
  const { id, quote_id, kind, status, block_number, event_index } = chainEvents;
  const later = and(
    ...[eq(quote_id, event.quote_id), inArray(kind, ['cancellation_consented', 'consent_revoked'])],
    ...[ne(status, 'orphaned'), ne(id, event.id)],
    sql`(${block_number}, ${event_index}) > (${event.block_number}, ${event.event_index})`,
  );
  return !(await hasRow(db, chainEvents, later));
}

/**
 * Whether an event still waits that says what this one is worth: of money that could not be delivered, the payment before it in
 * its transaction; of money that its holder took, what could not be delivered before.
 */
export function waitsForWorth(db: Database, event: ChainEventRow): Promise<boolean> {
  const { chain_id, quote_id, tx_hash, kind, status, block_number, event_index } = chainEvents;
  const source =
    event.kind === 'payment_owed'
      ? and(eq(tx_hash, event.tx_hash), inArray(kind, ['claim_paid', 'premium_refunded']))
      : eq(kind, 'payment_owed');
  const before = and(
    ...[eq(quote_id, event.quote_id), eq(chain_id, event.chain_id), eq(status, 'unconfirmed'), source],
    sql`(${block_number}, ${event_index}) < (${event.block_number}, ${event.event_index})`,
  );
  return hasRow(db, chainEvents, before);
}
