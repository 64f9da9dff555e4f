import { asc, eq } from 'drizzle-orm';
import { claimCalls, claimDocuments, claims } from '#worker/platform/db/claims-schema.ts';
import type { Database } from '#worker/platform/db/client.ts';
import { claimTimeline } from '#worker/platform/db/journal.ts';

export const countOwn = (db: Database, wallet: string): Promise<number> =>
  db.$count(claims, eq(claims.wallet, wallet));

/** Everything about the wallet's claims, oldest first. */
export async function readRecord(db: Database, wallet: string) {
  const own = eq(claims.wallet, wallet);
  const [rows, events, documents, calls] = await db.batch([
    db.select().from(claims).where(own).orderBy(asc(claims.id)),
    db
      .select({ event: claimTimeline })
      .from(claims)
      .innerJoin(claimTimeline, eq(claimTimeline.claim_id, claims.id))
      .where(own)
      .orderBy(asc(claimTimeline.id)),
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
