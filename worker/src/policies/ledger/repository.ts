import { eq, sql } from 'drizzle-orm';
import { usdOutside } from '#worker/money/transfers/repository.ts';
import type { Database, Statement } from '#worker/platform/db/client.ts';
import { coverDays, policies } from '#worker/platform/db/schema.ts';

/** Sets what was paid out on a policy: its confirmed payouts, and its claims paid outside the chain. */
export const setPaidOut = (db: Database, quoteId: string): Statement =>
  db
    .update(policies)
    .set({
      paid_out_usd: sql`(SELECT coalesce(sum(e.usd), 0) FROM chain_events e
          WHERE e.quote_id = ${quoteId} AND e.kind = 'claim_paid' AND e.status = 'confirmed')
        + ${usdOutside(sql`(SELECT id FROM policies WHERE quote_id = ${quoteId})`)}`,
      version: sql`${policies.version} + 1`,
    })
    .where(eq(policies.quote_id, quoteId));

type CoverDay = Pick<typeof coverDays.$inferSelect, 'chain_id' | 'currency' | 'edge' | 'day'>;

/** Policies whose payment is on the chain, also those under review. */
export const covers = sql`status IN ('pending', 'active') AND cover_from IS NOT NULL`;

/** The day of a policy's cover that each sum is by. */
export const COVER_DAY = { ends: sql`end_date`, starts: sql`cover_start_date` } as const;

/** Sets the cover that ends or begins on a day from its policies. */
export const setCoverDay = (db: Database, { chain_id, currency, edge, day }: CoverDay): Statement =>
  db
    .insert(coverDays)
    .select(
      sql`SELECT ${chain_id}, ${currency}, ${edge}, ${day}, coalesce(sum(coverage_usd), 0), count(*) FROM policies
        WHERE chain_id = ${chain_id} AND currency = ${currency} AND ${COVER_DAY[edge]} = ${day} AND ${covers}`,
    )
    .onConflictDoUpdate({
      target: [coverDays.chain_id, coverDays.currency, coverDays.edge, coverDays.day],
      set: { coverage_usd: sql`excluded.coverage_usd`, policies: sql`excluded.policies` },
    });

type Covered = Pick<CoverDay, 'chain_id' | 'currency'> & { end_date: string; cover_start_date: string };

/** Sets the sums of cover that a policy counts in. The same batch has changed the policy before. */
export const setCover = (
  db: Database,
  { chain_id, currency, end_date, cover_start_date }: Covered,
): Statement[] => [
  setCoverDay(db, { chain_id, currency, edge: 'ends', day: end_date }),
  setCoverDay(db, { chain_id, currency, edge: 'starts', day: cover_start_date }),
];
