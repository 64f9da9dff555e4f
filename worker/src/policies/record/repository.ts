import { and, asc, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { grouped } from '#domain/grouped.ts';
import { usdOutside } from '#worker/money/transfers/repository.ts';
import { claims, openClaim } from '#worker/platform/db/claims-schema.ts';
import { type Database, readTogether } from '#worker/platform/db/client.ts';
import { policyHistory } from '#worker/platform/db/journal.ts';
import { chainEvents, endings, policyContacts } from '#worker/platform/db/registry-schema.ts';
import { policies } from '#worker/platform/db/schema.ts';
import { linksOfWallet } from '#worker/policies/change/repository.ts';
import { counts, isExercised } from '#worker/policies/endings/repository.ts';
import { aboutHolder, joinedRows, type PolicyRow, type Service } from '#worker/policies/repository.ts';

export const countOwn = (db: Database, wallet: string): Promise<number> =>
  db.$count(policies, eq(policies.wallet, wallet));

/**
 * All of the wallet's policies with their related rows, newest first. The statement count doesn't depend
 * on the number of policies, because a request is limited to a thousand statements.
 */
export async function readRecord(
  db: Database,
  wallet: string,
): Promise<{ row: PolicyRow; service: Service }[]> {
  const own = eq(policies.wallet, wallet);
  const { rows, history, ended, withdrawn, holderEvents, refunds, contacts, elsewhere, links, openClaims } =
    await readTogether({
      rows: joinedRows(db).where(own).orderBy(desc(policies.id)),
      history: db
        .select(getTableColumns(policyHistory))
        .from(policies)
        .innerJoin(policyHistory, eq(policyHistory.policy_id, policies.id))
        .where(own)
        .orderBy(asc(policyHistory.id)),
      ended: db
        .select(getTableColumns(endings))
        .from(policies)
        .innerJoin(endings, eq(endings.policy_id, policies.id))
        .where(and(own, counts))
        .orderBy(asc(endings.id)),
      withdrawn: db
        .select(getTableColumns(endings))
        .from(policies)
        .innerJoin(endings, eq(endings.policy_id, policies.id))
        .where(and(own, isExercised))
        .orderBy(sql`${endings.closed_as} IS NOT 'person'`, asc(endings.id)),
      holderEvents: db
        .select(getTableColumns(chainEvents))
        .from(policies)
        .innerJoin(chainEvents, eq(chainEvents.quote_id, policies.quote_id))
        .where(and(own, aboutHolder))
        .orderBy(desc(chainEvents.block_number), desc(chainEvents.event_index)),
      refunds: db
        .select(getTableColumns(chainEvents))
        .from(policies)
        .innerJoin(chainEvents, eq(chainEvents.quote_id, policies.quote_id))
        .where(and(own, eq(chainEvents.kind, 'premium_refunded'), eq(chainEvents.status, 'confirmed'))),
      contacts: db
        .select(getTableColumns(policyContacts))
        .from(policies)
        .innerJoin(policyContacts, eq(policyContacts.policy_id, policies.id))
        .where(own),
      elsewhere: db
        .select({ policy_id: policies.id, usd: usdOutside(sql`${policies.id}`) })
        .from(policies)
        .where(own),
      links: linksOfWallet(db, wallet),
      openClaims: db
        .select({ id: claims.id, policy_id: claims.policy_id })
        .from(policies)
        .innerJoin(claims, eq(claims.policy_id, policies.id))
        .where(and(own, openClaim))
        .orderBy(asc(claims.id)),
    });
  const lines = grouped(history, ({ policy_id }) => String(policy_id));
  const byPolicy = <Row extends { policy_id: number }>(list: readonly Row[]) =>
    new Map(list.map((each) => [each.policy_id, each]));
  const [endingOf, contactOf, outsideOf] = [byPolicy(ended), byPolicy(contacts), byPolicy(elsewhere)];
  // The one that counts comes last, and stays.
  const withdrawalOf = byPolicy(withdrawn);
  const holderEventsOf = grouped(holderEvents, ({ quote_id }) => quote_id);
  const refundOf = new Map(refunds.map((each) => [each.quote_id, each]));
  return rows.map((row) => ({
    row,
    service: {
      history: lines.get(String(row.policy.id)) ?? [],
      earlierEvents: false,
      ending: endingOf.get(row.policy.id) ?? null,
      withdrawal: withdrawalOf.get(row.policy.id) ?? null,
      holderEvents: holderEventsOf.get(row.policy.quote_id) ?? [],
      refund: refundOf.get(row.policy.quote_id) ?? null,
      contact: contactOf.get(row.policy.id) ?? null,
      outsideUsd: outsideOf.get(row.policy.id)?.usd ?? 0,
      links: links.filter(({ oldId, newId }) => [oldId, newId].includes(row.policy.id)),
      openClaims: openClaims.filter(({ policy_id }) => policy_id === row.policy.id),
    },
  }));
}
