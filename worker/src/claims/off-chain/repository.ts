/** Claims paid outside the chain, each by two administrators. */
import { and, asc, desc, eq, ne, sql } from 'drizzle-orm';
import type { Cursor } from '#domain/page.ts';
import { bookOther } from '#worker/money/repository.ts';
import { claims, offChainPayments } from '#worker/platform/db/claims-schema.ts';
import type { Database, Statement } from '#worker/platform/db/client.ts';
import { markDays } from '#worker/platform/db/figure-days.ts';
import { guardRow } from '#worker/platform/db/guard.ts';
import { policies } from '#worker/platform/db/schema.ts';

export type OffChainPaymentRow = typeof offChainPayments.$inferSelect;

/** Fails if the claim already has such a payment. */
export const insertOffChain = (
  db: Database,
  row: typeof offChainPayments.$inferInsert & { claim_id: number },
): Statement[] => [db.insert(offChainPayments).values(row), setOtherBy(db, row.claim_id, row.proposed_by)];

/** Notes on a claim who proposed a payment outside the chain, while it waits for the second person. */
const setOtherBy = (db: Database, claimId: number, otherBy: number | null): Statement =>
  db.update(claims).set({ other_by: otherBy }).where(eq(claims.id, claimId));

/** Whether a payment of another claim has this reference, whatever its case and spaces. */
export async function isReferenceUsed(db: Database, reference: string, claimId: number): Promise<boolean> {
  const same = sql`lower(replace("reference", ' ', '')) = lower(replace(${reference}, ' ', ''))`;
  const row = await db
    .select({ claim_id: offChainPayments.claim_id })
    .from(offChainPayments)
    .where(and(same, ne(offChainPayments.claim_id, claimId)))
    .get();
  return row !== undefined;
}

const itsProposal = ({ claim_id, proposed_at }: Pick<OffChainPaymentRow, 'claim_id' | 'proposed_at'>) =>
  and(
    eq(offChainPayments.claim_id, claim_id),
    eq(offChainPayments.status, 'proposed'),
    eq(offChainPayments.proposed_at, proposed_at),
  );

/** Batch guard: the payment is still proposed as it was read. */
export const guardOffChain = (db: Database, row: OffChainPaymentRow): Statement =>
  guardRow(db, offChainPayments, itsProposal(row));

/** Sets a payment to paid, and books it. */
export const confirmOffChain = (
  db: Database,
  { product }: Pick<typeof claims.$inferSelect, 'product'>,
  row: OffChainPaymentRow,
  by: { confirmed_by: number; confirmed_name: string; confirmed_at: string },
): Statement[] => [
  db
    .update(offChainPayments)
    .set({ ...by, status: 'paid' })
    .where(itsProposal(row)),
  setOtherBy(db, row.claim_id, null),
  bookOther(db, {
    kind: 'claim_paid_other',
    at: by.confirmed_at,
    product,
    policy_id: row.policy_id,
    claim_id: row.claim_id,
    cents: row.usd * 100,
  }),
  markDays(db, by.confirmed_at),
];

export const deleteOffChain = (db: Database, row: OffChainPaymentRow): Statement[] => [
  db.delete(offChainPayments).where(itsProposal(row)),
  setOtherBy(db, row.claim_id, null),
];

/** Claims paid outside the chain, latest first; with `back`, the ones before a position. No reference, no person. */
export function listOffChain(db: Database, limit: number, from: Cursor | null) {
  const { claim_id, usd, method, confirmed_at, status } = offChainPayments;
  const page =
    from && sql`(${confirmed_at}, ${claim_id}) ${sql.raw(from.back ? '>' : '<')} (${from.at}, ${from.id})`;
  const order = from?.back ? asc : desc;
  return db
    .select({ claimId: claim_id, usd, method, paidAt: confirmed_at, quote_id: policies.quote_id })
    .from(offChainPayments)
    .innerJoin(policies, eq(policies.id, offChainPayments.policy_id))
    .where(and(eq(status, 'paid'), page ?? undefined))
    .orderBy(order(confirmed_at), order(claim_id))
    .limit(limit)
    .all();
}
