import { and, asc, desc, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm';
import { claims, offChainPayments, openClaim } from '#worker/platform/db/claims-schema.ts';
import type { Database } from '#worker/platform/db/client.ts';
import {
  cancellations,
  chainEvents,
  policyContacts,
  withdrawals,
} from '#worker/platform/db/registry-schema.ts';
import { policies, policyEvents } from '#worker/platform/db/schema.ts';
import { linksOfWallet } from '#worker/policies/change/repository.ts';
import { aboutHolder, joinedRows, type PolicyRow, type Service } from '#worker/policies/repository.ts';

export const countOwn = (db: Database, wallet: string): Promise<number> =>
  db.$count(policies, eq(policies.wallet, wallet));

/**
 * The newest history lines of the wallet's policies. At most `limit` policies can hold them, so it reads
 * one row per policy to find those and no other lines of the rest.
 */
export function recentEvents(db: Database, wallet: string, limit: number) {
  const newest = sql<number>`(SELECT max(e.id) FROM policy_events e WHERE e.policy_id = policies.id)`;
  const busiest = db
    .select({ id: policies.id, product: policies.product })
    .from(policies)
    .where(eq(policies.wallet, wallet))
    .orderBy(desc(newest))
    .limit(limit)
    .as('busiest');
  return db
    .select({
      id: policyEvents.id,
      kind: policyEvents.kind,
      at: policyEvents.at,
      policyId: busiest.id,
      product: busiest.product,
    })
    .from(busiest)
    .innerJoin(
      policyEvents,
      sql`${policyEvents.id} IN (SELECT e.id FROM policy_events e WHERE e.policy_id = ${busiest.id} ORDER BY e.id DESC LIMIT ${limit})`,
    )
    .orderBy(desc(policyEvents.id))
    .limit(limit)
    .all();
}

/**
 * All of the wallet's policies with their related rows, newest first. The statement count doesn't depend
 * on the number of policies, because a request is limited to a thousand statements.
 */
export async function readRecord(
  db: Database,
  wallet: string,
): Promise<{ row: PolicyRow; service: Service }[]> {
  const own = eq(policies.wallet, wallet);
  const [rows, [history, asked, accepted, holderEvents, refunds, contacts, elsewhere, links, openClaims]] =
    await Promise.all([
      joinedRows(db).where(own).orderBy(desc(policies.id)).all(),
      db.batch([
        db
          .select(getTableColumns(policyEvents))
          .from(policies)
          .innerJoin(policyEvents, eq(policyEvents.policyId, policies.id))
          .where(own)
          .orderBy(asc(policyEvents.id)),
        db
          .select(getTableColumns(cancellations))
          .from(policies)
          .innerJoin(cancellations, eq(cancellations.policyId, policies.id))
          .where(own),
        db
          .select(getTableColumns(withdrawals))
          .from(policies)
          .innerJoin(withdrawals, eq(withdrawals.policyId, policies.id))
          .where(and(own, isNotNull(withdrawals.acceptedAt)))
          .orderBy(sql`${withdrawals.closedAt} IS NULL`, asc(withdrawals.id)),
        db
          .select(getTableColumns(chainEvents))
          .from(policies)
          .innerJoin(chainEvents, eq(chainEvents.quoteId, policies.quoteId))
          .where(and(own, aboutHolder))
          .orderBy(desc(chainEvents.blockNumber), desc(chainEvents.eventIndex)),
        db
          .select(getTableColumns(chainEvents))
          .from(policies)
          .innerJoin(chainEvents, eq(chainEvents.quoteId, policies.quoteId))
          .where(and(own, eq(chainEvents.kind, 'premium_refunded'), eq(chainEvents.status, 'confirmed'))),
        db
          .select(getTableColumns(policyContacts))
          .from(policies)
          .innerJoin(policyContacts, eq(policyContacts.policyId, policies.id))
          .where(own),
        db
          .select({
            policyId: offChainPayments.policyId,
            usd: sql<number>`sum(${offChainPayments.usd})`.as('usd'),
          })
          .from(policies)
          .innerJoin(offChainPayments, eq(offChainPayments.policyId, policies.id))
          .where(and(own, eq(offChainPayments.status, 'paid')))
          .groupBy(offChainPayments.policyId),
        linksOfWallet(db, wallet),
        db
          .select({ id: claims.id, policyId: claims.policyId })
          .from(policies)
          .innerJoin(claims, eq(claims.policyId, policies.id))
          .where(and(own, openClaim))
          .orderBy(asc(claims.id)),
      ]),
    ]);
  const lines = new Map<number, Service['history']>();
  for (const line of history) lines.set(line.policyId, [...(lines.get(line.policyId) ?? []), line]);
  const byPolicy = <Row extends { policyId: number }>(list: readonly Row[]) =>
    new Map(list.map((each) => [each.policyId, each]));
  const [cancellationOf, contactOf, outsideOf] = [byPolicy(asked), byPolicy(contacts), byPolicy(elsewhere)];
  // The one that counts comes last, and stays.
  const withdrawalOf = byPolicy(accepted);
  const holderEventsOf = new Map<string, Service['holderEvents']>();
  for (const event of holderEvents) {
    holderEventsOf.set(event.quoteId, [...(holderEventsOf.get(event.quoteId) ?? []), event]);
  }
  const refundOf = new Map(refunds.map((each) => [each.quoteId, each]));
  return rows.map((row) => ({
    row,
    service: {
      history: lines.get(row.policy.id) ?? [],
      earlierEvents: false,
      cancellation: cancellationOf.get(row.policy.id) ?? null,
      withdrawal: withdrawalOf.get(row.policy.id) ?? null,
      holderEvents: holderEventsOf.get(row.policy.quoteId) ?? [],
      refund: refundOf.get(row.policy.quoteId) ?? null,
      contact: contactOf.get(row.policy.id) ?? null,
      outsideUsd: outsideOf.get(row.policy.id)?.usd ?? 0,
      links: links.filter(({ oldId, newId }) => [oldId, newId].includes(row.policy.id)),
      openClaims: openClaims.filter(({ policyId }) => policyId === row.policy.id),
    },
  }));
}
