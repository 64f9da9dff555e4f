/** Claims paid outside the chain, each by two administrators. */
import { and, asc, desc, eq, ne, sql } from 'drizzle-orm';
import type { Cursor } from '#domain/page.ts';
import type { ClaimRow } from '#worker/claims/repository.ts';
import { bookOther } from '#worker/money/entries/repository.ts';
import {
  insertTransfer,
  isPaidOutside,
  moveTransfer,
  type NewTransfer,
  outsideColumns,
  type TransferChange,
  type TransferRow,
} from '#worker/money/transfers/repository.ts';
import { claims } from '#worker/platform/db/claims-schema.ts';
import type { Database, Statement } from '#worker/platform/db/client.ts';
import { markDays } from '#worker/platform/db/figure-days.ts';
import { hasRow } from '#worker/platform/db/guard.ts';
import { policies } from '#worker/platform/db/schema.ts';
import { transfers } from '#worker/platform/db/transfers-schema.ts';

/** Notes on a claim who proposed a payment outside the chain, while it waits for the second person. */
const setOtherBy = (db: Database, claimId: number, otherBy: number | null): Statement =>
  db.update(claims).set({ other_by: otherBy }).where(eq(claims.id, claimId));

/** Fails if the claim already has such a payment. */
export const proposeOutside = (db: Database, row: NewTransfer & { claim_id: number }): Statement[] => [
  insertTransfer(db, row),
  setOtherBy(db, row.claim_id, row.prepared_by),
];

/** Whether a payment of another claim has this reference, whatever its case and spaces. */
export function isReferenceUsed(db: Database, reference: string, claimId: number): Promise<boolean> {
  const same = sql`lower(replace("reference", ' ', '')) = lower(replace(${reference}, ' ', ''))`;
  return hasRow(
    db,
    transfers,
    and(same, sql`${transfers.state} <> 'discarded'`, ne(transfers.claim_id, claimId)),
  );
}

type Payment = NonNullable<ClaimRow['other']>;

/** Ends what was proposed, whether it is confirmed or withdrawn. */
const endProposal = (
  db: Database,
  claimId: number,
  { id, state, method }: Payment,
  word: 'confirmed' | 'discarded',
  change: Pick<TransferRow, 'ended_at'> & TransferChange,
): Statement[] => [
  ...moveTransfer(db, { ...ON_NO_CHAIN, id, state, method }, word, change),
  setOtherBy(db, claimId, null),
];
const ON_NO_CHAIN = { step: 'pay', payable_at: null, tx_hash: null, until: null } as const;

/** Sets a payment to paid, and books it. */
export const confirmOutside = (
  db: Database,
  { id: claim_id, policy_id, product }: ClaimRow['claim'],
  payment: Payment,
  by: { confirmed_by: number; confirmed_name: string; ended_at: string },
): Statement[] => [
  ...endProposal(db, claim_id, payment, 'confirmed', by),
  bookOther(db, {
    kind: 'claim_paid_other',
    at: by.ended_at,
    product,
    policy_id,
    claim_id,
    cents: payment.usd * 100,
  }),
  markDays(db, by.ended_at),
];

export const withdrawOutside = (db: Database, claimId: number, payment: Payment, ended_at: string) =>
  endProposal(db, claimId, payment, 'discarded', { ended_at });

/** Claims paid outside the chain, latest first; with `back`, the ones before a position. No reference, no person. */
export function listOutside(db: Database, limit: number, from: Cursor | null) {
  const { claim_id, ended_at } = transfers;
  const { usd, method } = outsideColumns;
  const page =
    from && sql`(${ended_at}, ${claim_id}) ${sql.raw(from.back ? '>' : '<')} (${from.at}, ${from.id})`;
  const order = from?.back ? asc : desc;
  return db
    .select({
      claimId: sql<number>`${claim_id}`,
      usd,
      method,
      paidAt: sql<string>`${ended_at}`,
      quote_id: policies.quote_id,
    })
    .from(transfers)
    .innerJoin(policies, eq(policies.id, transfers.policy_id))
    .where(and(isPaidOutside, page ?? undefined))
    .orderBy(order(ended_at), order(claim_id))
    .limit(limit)
    .all();
}
