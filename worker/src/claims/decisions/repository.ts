import { eq, type SQL, sql } from 'drizzle-orm';
import type { ClaimChange, ClaimFields } from '#worker/claims/repository.ts';
import { claims } from '#worker/platform/db/claims-schema.ts';
import type { Database } from '#worker/platform/db/client.ts';

/** What a step of a claim can be undone by. */

/** What a change replaces, to be kept until the change can't be undone anymore. */
export const replacedBy = (claim: ClaimFields, change: ClaimChange): string =>
  JSON.stringify(
    Object.fromEntries(Object.keys(change).map((key) => [key, claim[key as keyof ClaimChange]])),
  );

/** Who decided or confirmed a claim before its customer asked for a second look. */

/** The earlier decisions about a claim of the outer query. */
const earlier = sql`FROM claim_timeline v WHERE v.claim_id IN (claims.id, claims.second_look_of)
  AND v.kind IN ('approved', 'confirmed', 'rejected') AND v.created_by IS NOT NULL AND v.at <= claims.second_look_at`;

/** Whether this administrator took part in the earlier decision, as a condition on `claims`. */
export const decidedBefore = (adminId: number): SQL =>
  sql`EXISTS (SELECT 1 ${earlier} AND v.created_by = ${adminId})`;

const deciders = sql<string>`(SELECT json_group_array(DISTINCT v.created_by) ${earlier})`.as('deciders');

/** The administrators who may not decide the second look at a claim; none if there is none. */
export async function firstDeciders(db: Database, claimId: number): Promise<readonly number[]> {
  const row = await db.select({ deciders }).from(claims).where(eq(claims.id, claimId)).get();
  return JSON.parse(row?.deciders ?? '[]');
}

/** The same as a column of claims, in JSON; null where nothing is looked at again. */
export const decidersOfLook = sql<string | null>`CASE WHEN claims.second_look_at IS NOT NULL
  THEN (SELECT json_group_array(DISTINCT v.created_by) ${earlier}) END`.as('deciders');
