import { and, asc, eq, gte, inArray, notExists, sql } from 'drizzle-orm';
import { RENEWED_PRODUCTS } from '#domain/policy/lifecycle.ts';
import type { Database } from '#worker/platform/db/client.ts';
import { threadMessages } from '#worker/platform/db/messages-schema.ts';
import { policies, quotes } from '#worker/platform/db/schema.ts';
import { notReplaced } from '#worker/policies/change/repository.ts';

/** Active policies that end on a day, that nothing replaced, and whose holder has no message with this key yet. */
export function policiesEnding(
  db: Database,
  wanted: { endDate: string; minDays: number; keyPrefix: string },
  limit: number,
) {
  return db
    .select({
      policy_id: policies.id,
      quote_id: policies.quote_id,
      wallet: policies.wallet,
      product: policies.product,
      name: policies.customer_name,
      end_date: policies.end_date,
      cover_until: policies.cover_until,
    })
    .from(policies)
    .innerJoin(quotes, eq(quotes.id, policies.quote_id))
    .where(
      and(
        eq(policies.end_date, wanted.endDate),
        eq(policies.status, 'active'),
        inArray(policies.product, RENEWED_PRODUCTS),
        gte(quotes.days, wanted.minDays),
        notReplaced,
        notExists(
          db
            .select({ one: sql`1` })
            .from(threadMessages)
            .where(eq(threadMessages.dedupe_key, sql`${wanted.keyPrefix} || ${policies.quote_id}`)),
        ),
      ),
    )
    .orderBy(asc(policies.id))
    .limit(limit)
    .all();
}
export type EndingPolicy = Awaited<ReturnType<typeof policiesEnding>>[number];
