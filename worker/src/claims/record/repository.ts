import { asc, desc, eq, sql } from 'drizzle-orm';
import { claimCalls, claimDocuments, claimEvents, claims } from '#worker/platform/db/claims-schema.ts';
import type { Database } from '#worker/platform/db/client.ts';

export const countOwn = (db: Database, wallet: string): Promise<number> =>
  db.$count(claims, eq(claims.wallet, wallet));

/**
 * The newest timeline lines of the wallet's claims. As with policies, it reads one row per claim to find
 * them.
 */
export function recentEvents(db: Database, wallet: string, limit: number) {
  const newest = sql<number>`(SELECT max(e.id) FROM claim_events e WHERE e.claim_id = claims.id)`;
  const busiest = db
    .select({ id: claims.id })
    .from(claims)
    .where(eq(claims.wallet, wallet))
    .orderBy(desc(newest))
    .limit(limit)
    .as('busiest');
  return db
    .select({
      id: claimEvents.id,
      kind: claimEvents.kind,
      status: claimEvents.status,
      at: claimEvents.at,
      claimId: busiest.id,
    })
    .from(busiest)
    .innerJoin(
      claimEvents,
      sql`${claimEvents.id} IN (SELECT e.id FROM claim_events e WHERE e.claim_id = ${busiest.id} ORDER BY e.id DESC LIMIT ${limit})`,
    )
    .orderBy(desc(claimEvents.id))
    .limit(limit)
    .all();
}

/** Everything about the wallet's claims, oldest first. */
export async function readRecord(db: Database, wallet: string) {
  const own = eq(claims.wallet, wallet);
  const [rows, events, documents, calls] = await db.batch([
    db.select().from(claims).where(own).orderBy(asc(claims.id)),
    db
      .select({ event: claimEvents })
      .from(claims)
      .innerJoin(claimEvents, eq(claimEvents.claim_id, claims.id))
      .where(own)
      .orderBy(asc(claimEvents.id)),
    db
      .select({ document: claimDocuments })
      .from(claims)
      .innerJoin(claimDocuments, eq(claimDocuments.claim_id, claims.id))
      .where(own)
      .orderBy(asc(claimDocuments.created_at)),
    db
      .select({ call: claimCalls })
      .from(claims)
      .innerJoin(claimCalls, eq(claimCalls.claim_id, claims.id))
      .where(own)
      .orderBy(asc(claimCalls.created_at)),
  ]);
  return {
    claims: rows,
    events: events.map(({ event }) => event),
    documents: documents.map(({ document }) => document),
    calls: calls.map(({ call }) => call),
  };
}
