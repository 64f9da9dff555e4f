import { and, asc, eq, gt, gte, lte, max, notExists, sql } from 'drizzle-orm';
import { type Database, oneValue, type Statement } from '#worker/platform/db/client.ts';
import { matches, updateRows } from '#worker/platform/db/guard.ts';
import { confirmedEmails } from '#worker/platform/db/outbox-schema.ts';
import { offersSent, profiles } from '#worker/platform/db/profile-schema.ts';
import { policies } from '#worker/platform/db/schema.ts';

export async function stopOffers(db: Database, wallet: string, now: string): Promise<void> {
  await updateRows(db, profiles, { wallet }, { marketing_emails: false, updated_at: now });
}

/** Last of the next `limit` profiles after `after`, ordered by wallet; null if there is none. */
export function endOfBatch(db: Database, after: string, limit: number): Promise<string | null> {
  const batch = db
    .select({ wallet: profiles.wallet })
    .from(profiles)
    .where(gt(profiles.wallet, after))
    .orderBy(asc(profiles.wallet))
    .limit(limit)
    .as('batch');
  return oneValue(db.select({ value: max(batch.wallet) }).from(batch));
}

const FOLDED =
  "substr(profiles.email, 1, instr(profiles.email, '@')) || lower(substr(profiles.email, instr(profiles.email, '@') + 1))";

/**
 * Wallets of a batch that want offers at a confirmed address, have held an active policy long enough and got
 * no offer yet.
 */
export function dueForOffer(
  db: Database,
  batch: { after: string; last: string },
  wanted: { offer: string; since: string },
) {
  const written = db
    .select({ one: sql`1` })
    .from(offersSent)
    .where(and(eq(offersSent.wallet, profiles.wallet), eq(offersSent.offer, wanted.offer)));
  return db
    .select({ wallet: profiles.wallet, email: confirmedEmails.email })
    .from(profiles)
    .innerJoin(
      confirmedEmails,
      and(eq(confirmedEmails.wallet, profiles.wallet), eq(confirmedEmails.mailbox, sql.raw(FOLDED))),
    )
    .where(
      and(
        gt(profiles.wallet, batch.after),
        lte(profiles.wallet, batch.last),
        eq(profiles.marketing_emails, true),
        notExists(written),
        sql`EXISTS (SELECT 1 FROM ${policies} WHERE ${policies.wallet} = ${profiles.wallet}
          AND ${policies.status} = 'active' AND ${policies.created_at} <= ${wanted.since})`,
      ),
    )
    .all();
}

export const recordOffer = (db: Database, row: typeof offersSent.$inferSelect): Statement =>
  db.insert(offersSent).values(row).onConflictDoNothing();

/** Products of the wallet's policies that are pending or active and end on `today` or later. */
export async function heldProducts(db: Database, wallet: string, today: string) {
  const rows = await db
    .selectDistinct({ product: policies.product })
    .from(policies)
    .where(matches(policies, { wallet, status: ['pending', 'active'] }, gte(policies.end_date, today)));
  return new Set(rows.map(({ product }) => product));
}
