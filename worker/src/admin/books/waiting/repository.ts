/** What waits for money or a decision, with its age. Reads only what waits. */
import { sql } from 'drizzle-orm';
import type { Aged } from '#domain/admin/books-schema.ts';
import { statusesWith } from '#domain/claims/lifecycle.ts';
import { NEVER_OWED } from '#domain/payments/reasons.ts';
import type { Database } from '#worker/platform/db/client.ts';

export interface Waiting {
  kind: Aged;
  /** Index of its bucket. */
  bucket: number;
  count: number;
  cents: number;
}

interface Refund {
  bucket: number;
  premium_usd: number;
  paid: string;
  /** Null for all of it. */
  refund: string | null;
}

/** The bucket of what waits since then. */
const bucketOf = (since: string, now: string) =>
  sql`(SELECT (days > 30) + (days > 60) + (days > 90) FROM (SELECT julianday(${now}) - julianday(${sql.raw(since)}) AS days))`;

export async function readWaiting(db: Database, now: string): Promise<Waiting[]> {
  const claims = (kind: Aged, statuses: readonly string[], since: string, cents: string) =>
    sql`SELECT ${kind} AS kind, ${bucketOf(since, now)} AS bucket, count(*) AS count, coalesce(sum(${sql.raw(cents)}), 0) AS cents
      FROM claims WHERE status IN ${[...statuses]} GROUP BY 2`;
  const [sums, refunds] = await Promise.all([
    db.all<Waiting>(sql`${claims('claims', statusesWith('reserve', 'claimed'), 'created_at', 'reserve_cents')}
      UNION ALL ${claims('payouts', statusesWith('reserve', 'approved'), 'decided_at', 'payout_usd * 100')}
      UNION ALL SELECT 'exceptions', ${bucketOf('e.block_time', now)}, count(*),
        coalesce(sum(coalesce(e.usd_cents, q.premium_usd * 100)), 0)
      FROM payment_exceptions x JOIN chain_events e ON e.id = x.event_id
        LEFT JOIN quotes q ON q.id = coalesce(x.named_quote_id, e.quote_id)
      WHERE x.status = 'open' AND x.reason NOT IN ${[...NEVER_OWED]} GROUP BY 2`),
    db.all<Refund>(sql`SELECT ${bucketOf('p.refund_since', now)} AS bucket, p.premium_usd,
        q.amount AS paid, CASE WHEN p.declined_at IS NULL THEN c.amount END AS refund
      FROM policies p JOIN quotes q ON q.id = p.quote_id LEFT JOIN cancellations c ON c.policy_id = p.id
      WHERE p.queue = 'refunds_owed' AND p.refund_until > ${now}`),
  ]);
  return [...sums, ...refunds.map(waitingRefund)];
}

function waitingRefund({ bucket, premium_usd, paid, refund }: Refund): Waiting {
  const whole = BigInt(premium_usd) * 100n;
  const cents = refund === null ? whole : (BigInt(refund) * whole) / BigInt(paid);
  return { kind: 'refunds', bucket, count: 1, cents: Number(cents) };
}
