/** What a step of a claim can be undone by. */
import { sql } from 'drizzle-orm';
import type { ClaimChange, ClaimFields } from '#worker/claims/repository.ts';
import { claimEvents } from '#worker/platform/db/claims-schema.ts';
import type { Database, Statement } from '#worker/platform/db/client.ts';
import { markDays } from '#worker/platform/db/figure-days.ts';

/** What a change replaces, to be kept until the change can't be undone anymore. */
export const replacedBy = (claim: ClaimFields, change: ClaimChange): string =>
  JSON.stringify(
    Object.fromEntries(Object.keys(change).map((key) => [key, claim[key as keyof ClaimChange]])),
  );

/** Deletes the line of a decision that was undone, and marks the day on which it counted. */
export const deleteDecision = (db: Database, { id, decided_at }: ClaimFields): Statement[] => [
  db
    .delete(claimEvents)
    .where(
      sql`${claimEvents.id} = (SELECT max(v.id) FROM claim_events v WHERE v.claim_id = ${id} AND v.kind IN ('approved', 'rejected'))`,
    ),
  ...(decided_at === null ? [] : [markDays(db, decided_at)]),
];
