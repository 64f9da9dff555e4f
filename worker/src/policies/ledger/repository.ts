import { eq, sql } from 'drizzle-orm';
import type { Database, Statement } from '#worker/platform/db/client.ts';
import { exposureStarts } from '#worker/platform/db/registry-schema.ts';
import { exposures, policies } from '#worker/platform/db/schema.ts';

/** Sets what was paid out on a policy: its confirmed payouts, and its claims paid outside the chain. */
export const setPaidOut = (db: Database, quoteId: string): Statement =>
  db
    .update(policies)
    .set({
      paid_out_usd: sql`(SELECT coalesce(sum(e.usd), 0) FROM chain_events e
          WHERE e.quote_id = ${quoteId} AND e.kind = 'claim_paid' AND e.status = 'confirmed')
        + (SELECT coalesce(sum(o.usd), 0) FROM off_chain_payments o
          WHERE o.policy_id = (SELECT id FROM policies WHERE quote_id = ${quoteId}) AND o.status = 'paid')`,
      version: sql`${policies.version} + 1`,
    })
    .where(eq(policies.quote_id, quoteId));

type Ending = Pick<typeof exposures.$inferSelect, 'chain_id' | 'currency' | 'end_date'>;

type Starting = Pick<typeof exposureStarts.$inferSelect, 'chain_id' | 'start_date'>;

const SUMS = sql`coalesce(sum(coverage_usd), 0), count(*)`;

/** Policies whose payment is on the chain, also those under review. */
export const covers = sql`status IN ('pending', 'active') AND cover_from IS NOT NULL`;

const asSummed = { coverage_usd: sql`excluded.coverage_usd`, policies: sql`excluded.policies` };

/** Sets the cover that ends on a day from the policies that end then. */
export const setCoverEnding = (db: Database, { chain_id, currency, end_date }: Ending): Statement =>
  db
    .insert(exposures)
    .select(
      sql`SELECT ${chain_id}, ${currency}, ${end_date}, ${SUMS} FROM policies
        WHERE chain_id = ${chain_id} AND currency = ${currency} AND end_date = ${end_date} AND ${covers}`,
    )
    .onConflictDoUpdate({
      target: [exposures.chain_id, exposures.currency, exposures.end_date],
      set: asSummed,
    });

/** Sets the cover that begins on a day from the policies whose cover begins then. */
export const setCoverStarting = (db: Database, { chain_id, start_date }: Starting): Statement =>
  db
    .insert(exposureStarts)
    .select(
      sql`SELECT ${chain_id}, ${start_date}, ${SUMS} FROM policies
        WHERE chain_id = ${chain_id} AND cover_start_date = ${start_date} AND ${covers}`,
    )
    .onConflictDoUpdate({ target: [exposureStarts.chain_id, exposureStarts.start_date], set: asSummed });

/** Sets the sums of cover that a policy counts in. The same batch has changed the policy before. */
export const setCover = (
  db: Database,
  { cover_start_date: startDate, ...policy }: Ending & { cover_start_date: string },
): Statement[] => [
  setCoverEnding(db, policy),
  setCoverStarting(db, { chain_id: policy.chain_id, start_date: startDate }),
];
