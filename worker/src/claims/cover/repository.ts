/** What other claims took from the cover of a policy, of a person and of a cause. */
import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { type ClaimStatus, statusesWith } from '#domain/claims/lifecycle.ts';
import type { SoldCover, Taken } from '#domain/claims/rules.ts';
import type { ClaimFields } from '#worker/claims/repository.ts';
import { claims } from '#worker/platform/db/claims-schema.ts';
import type { Database, Statement } from '#worker/platform/db/client.ts';
import { guard } from '#worker/platform/db/guard.ts';
import { policies } from '#worker/platform/db/schema.ts';

const promised = statusesWith('reserve', 'approved');

type Fields = Pick<ClaimFields, 'id' | 'policy_id' | 'traveler' | 'cause'>;
/** A claim, or subqueries of what it says. */
type Alike = { [Name in keyof Fields]: Fields[Name] | SQL };

/** The policy's other claims of the same person, and of those the ones with the same cause. */
const samePerson = ({ traveler }: Alike) => sql`${claims.traveler} = ${traveler}`;
const sameCause = (claim: Alike) => sql`${samePerson(claim)} AND ${claims.cause} IS ${claim.cause}`;

/** Whole US dollars of the policy's other claims in these states. */
const grantedUsd = ({ id, policy_id }: Alike, statuses: readonly ClaimStatus[], which: SQL) =>
  sql<number>`(SELECT coalesce(sum(${claims.payout_usd}), 0) FROM ${claims} WHERE ${claims.policy_id} = ${policy_id}
    AND ${inArray(claims.status, [...statuses])} AND ${claims.id} <> ${id} AND ${which})`;

/** Whole US dollars approved but unpaid on the policy, not counting one claim. */
export async function promisedToOthers(db: Database, claim: Alike): Promise<Taken> {
  const { id, policy_id, status, payout_usd } = claims;
  const usd = (which: SQL) => sql<number>`coalesce(sum(CASE WHEN ${which} THEN ${payout_usd} END), 0)`;
  const row = await db
    .select({ all: usd(sql`true`), person: usd(samePerson(claim)), cause: usd(sameCause(claim)) })
    .from(claims)
    .where(and(eq(policy_id, claim.policy_id), inArray(status, promised), ne(id, claim.id)))
    .get();
  return row ?? { all: 0, person: 0, cause: 0 };
}

/** Whole US dollars paid to a person of a policy, and of those for a cause. */
export async function paidTo(
  db: Database,
  { policy_id, traveler, cause }: Omit<Fields, 'id'>,
): Promise<Omit<Taken, 'all'>> {
  const row = await db
    .select({
      person: sql<number>`coalesce(sum(${claims.payout_usd}), 0)`,
      cause: sql<number>`coalesce(sum(CASE WHEN ${claims.cause} IS ${cause} THEN ${claims.payout_usd} END), 0)`,
    })
    .from(claims)
    .where(and(eq(claims.policy_id, policy_id), eq(claims.status, 'paid'), eq(claims.traveler, traveler)))
    .get();
  return row ?? { person: 0, cause: 0 };
}

/**
 * Batch guard: what is left of the policy's cover, of its person's part and of what its cause is limited to, minus other
 * approved claims, is at least `usd`.
 */
export const guardRemaining = (
  db: Database,
  claim: Fields,
  usd: number,
  { coverageUsd, people, caps }: SoldCover,
): Statement => {
  const granted = statusesWith('granted', true);
  const own = Math.floor(coverageUsd / people);
  const cap = claim.cause === null ? undefined : caps[claim.cause];
  return guard(
    db,
    sql`(SELECT min(${policies.coverage_usd}, ${coverageUsd}) - ${policies.paid_out_usd} FROM ${policies}
        WHERE ${policies.id} = ${claim.policy_id})
      - ${grantedUsd(claim, promised, sql`true`)} >= ${usd}
      AND ${own} - ${grantedUsd(claim, granted, samePerson(claim))} >= ${usd}
      AND ${cap ?? own} - ${grantedUsd(claim, granted, sameCause(claim))} >= ${usd}`,
  );
};
