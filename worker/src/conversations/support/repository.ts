import { and, eq, sql } from 'drizzle-orm';
import type { Database, Statement } from '#worker/platform/db/client.ts';
import { faqTotals, faqVotes } from '#worker/platform/db/messages-schema.ts';

export function listTotals(db: Database) {
  return db.select().from(faqTotals).all();
}

const mine = (faqId: string, wallet: string) => and(eq(faqVotes.faq_id, faqId), eq(faqVotes.wallet, wallet));
const voted = (faqId: string, wallet: string) =>
  sql`EXISTS (SELECT 1 FROM ${faqVotes} WHERE ${mine(faqId, wallet)})`;

/** Those of these questions that the wallet voted for. */
export async function listVoted(db: Database, ids: readonly string[], wallet: string): Promise<Set<string>> {
  const found = await db
    .select({ faq_id: faqVotes.faq_id })
    .from(faqVotes)
    .where(
      and(
        eq(faqVotes.wallet, wallet),
        sql`${faqVotes.faq_id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
      ),
    )
    .all();
  return new Set(found.map(({ faq_id }) => faq_id));
}

/** Adds the vote to the sum, unless the wallet already voted. */
export const addVote = (db: Database, faqId: string, wallet: string, now: string): [Statement, Statement] => [
  db
    .insert(faqTotals)
    .select(sql`SELECT ${faqId}, 1 WHERE NOT ${voted(faqId, wallet)}`)
    .onConflictDoUpdate({ target: faqTotals.faq_id, set: { helpful: sql`${faqTotals.helpful} + 1` } }),
  db
    .insert(faqVotes)
    .values({ faq_id: faqId, wallet, created_at: now })
    .onConflictDoNothing({ target: [faqVotes.faq_id, faqVotes.wallet] }),
];

/** Subtracts the vote from the sum if the wallet voted. */
export const removeVote = (db: Database, faqId: string, wallet: string): [Statement, Statement] => [
  db
    .update(faqTotals)
    .set({ helpful: sql`${faqTotals.helpful} - 1` })
    .where(and(eq(faqTotals.faq_id, faqId), voted(faqId, wallet))),
  db.delete(faqVotes).where(mine(faqId, wallet)),
];
