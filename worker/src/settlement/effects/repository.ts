import { desc, lt, lte, ne, sql } from 'drizzle-orm';
import type { Database } from '#worker/platform/db/client.ts';
import { ethRates } from '#worker/platform/db/figures-schema.ts';
import { findRow, hasRow } from '#worker/platform/db/guard.ts';
import { type ChainEventRow, chainEvents, isAfter } from '#worker/platform/db/registry-schema.ts';

/** The rate of ether on a day, or the last one before it. */
export const lastRate = (db: Database, day: string) =>
  findRow(db, ethRates, lte(ethRates.day, day), desc(ethRates.day));

const stands = ne(chainEvents.status, 'orphaned');

/** Whether an event that was recorded before paid this claim number, or refunded this policy or payment. */
export function paidBefore(db: Database, event: ChainEventRow): Promise<boolean> {
  const { quote_id, chain_id, kind, claim_number } = event;
  const same = { quote_id, chain_id, kind, claim_number };
  return hasRow(db, chainEvents, [same, lt(chainEvents.id, event.id), stands]);
}

/**
 * Whether another confirmed payout has this one's number. A contract pays each number once, so one of the two is on a branch
 * that has lost.
 */
export function isNumberPaid(db: Database, event: ChainEventRow): Promise<boolean> {
  const { quote_id, chain_id, contract, claim_number } = event;
  const paid = {
    quote_id,
    chain_id,
    contract,
    kind: 'claim_paid',
    claim_number,
    status: 'confirmed',
  } as const;
  return hasRow(db, chainEvents, [paid, ne(chainEvents.id, event.id)]);
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
  const said = { quote_id: event.quote_id, kind: ['cancellation_consented', 'consent_revoked'] } as const;
  return !(await hasRow(db, chainEvents, [said, stands, ne(chainEvents.id, event.id), isAfter(event)]));
}

/**
 * Whether an event still waits that says what this one is worth: of money that could not be delivered, the payment before it in
 * its transaction; of money that its holder took, what could not be delivered before.
 */
export function waitsForWorth(db: Database, event: ChainEventRow): Promise<boolean> {
  const { quote_id, chain_id, tx_hash, block_number, event_index } = event;
  const source =
    event.kind === 'payment_owed'
      ? ({ tx_hash, kind: ['claim_paid', 'premium_refunded'] } as const)
      : ({ kind: 'payment_owed' } as const);
  const waiting = { quote_id, chain_id, status: 'unconfirmed', ...source } as const;
  const isBefore = sql`(${chainEvents.block_number}, ${chainEvents.event_index}) < (${block_number}, ${event_index})`;
  return hasRow(db, chainEvents, [waiting, isBefore]);
}
