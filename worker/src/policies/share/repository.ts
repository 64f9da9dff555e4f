import { and, desc, eq, gt, lte } from 'drizzle-orm';
import type { Database, Statement } from '#worker/platform/db/client.ts';
import { deleteRows, findRow, findRows, guardFewer, guardRow } from '#worker/platform/db/guard.ts';
import { policyShares } from '#worker/platform/db/registry-schema.ts';
import { policies } from '#worker/platform/db/schema.ts';

export type ShareRow = typeof policyShares.$inferSelect;

const newest = [desc(policyShares.created_at), desc(policyShares.id)];

/** Batch guard: the wallet holds the policy, and fewer than `most` of its links are open. */
export const guardShares = (
  db: Database,
  { policy_id: id, wallet, created_at }: Pick<ShareRow, 'policy_id' | 'wallet' | 'created_at'>,
  most: number,
): [Statement, Statement] => [
  guardRow(db, policies, { id, wallet }),
  guardFewer(
    db,
    policyShares,
    and(eq(policyShares.policy_id, id), gt(policyShares.expires_at, created_at)),
    most,
  ),
];

export const insertShare = (db: Database, row: ShareRow) => db.insert(policyShares).values(row);

export const findShare = (db: Database, id: string, wallet: string): Promise<ShareRow | null> =>
  findRow(db, policyShares, { id, wallet });

/** A link that is open at `now`. Not scoped by an owner: whoever has its token may open it. */
export const findOpenShare = (db: Database, id: string, now: string): Promise<ShareRow | null> =>
  findRow(db, policyShares, and(eq(policyShares.id, id), gt(policyShares.expires_at, now)));

/** The policy's links that are open at `now`, newest first. */
export const listShares = (db: Database, policyId: number, wallet: string, now: string) =>
  findRows(
    db,
    policyShares,
    [{ policy_id: policyId, wallet }, gt(policyShares.expires_at, now)],
    [...newest],
  );

/** All of the wallet's links, expired ones included until they are purged. */
export const listSharesOf = (db: Database, wallet: string) => findRows(db, policyShares, { wallet }, newest);

export const deleteShare = (
  db: Database,
  { id, policy_id, wallet }: Pick<ShareRow, 'id' | 'policy_id' | 'wallet'>,
) => deleteRows(db, policyShares, { id, policy_id, wallet });

/** All links of a policy, for a change of its holder. */
export const endShares = (db: Database, policyId: number): Statement =>
  deleteRows(db, policyShares, { policy_id: policyId });

export const purgeShares = (db: Database, now: string) =>
  deleteRows(db, policyShares, lte(policyShares.expires_at, now));
