import { and, desc, eq, gte, lt } from 'drizzle-orm';
import { Earning, FigureTotals } from '#domain/admin/figure-totals.ts';
import { COST_FIGURES } from '#domain/admin/performance.ts';
import { addMonths, firstDay } from '#domain/admin/periods.ts';
import { earningOf, figuresOf, readAsOf } from '#worker/admin/figures/repository.ts';
import { claims } from '#worker/platform/db/claims-schema.ts';
import { type Database, readTogether } from '#worker/platform/db/client.ts';
import { hasRow } from '#worker/platform/db/guard.ts';
import { chainEvents, isUnsettled } from '#worker/platform/db/registry-schema.ts';

const OF_ALL = [
  ...(['users', 'claims', 'premium', 'claims_approved', 'decision_time'] as const),
  ...(['gas', 'failed_payment'] as const),
];

/**
 * Everything a report says about these months, in one round trip, and what the twelve months up to their end cost and earned.
 * @param day the last day that counts as earned
 */
export async function readReport(
  db: Database,
  [from, to]: readonly [string, string],
  day: string,
  recent: number,
) {
  const since = addMonths(to, -11);
  const { each, all, earning, ...read } = await readTogether({
    asOf: readAsOf(db),
    each: figuresOf(db, 'month', {
      figures: [...COST_FIGURES, 'policies'],
      products: 'each',
      from: since,
      to,
    }),
    all: figuresOf(db, 'month', { figures: OF_ALL, from, to }),
    claims: db
      .select()
      .from(claims)
      .where(and(gte(claims.created_at, firstDay(from)), lt(claims.created_at, firstDay(addMonths(to, 1)))))
      .orderBy(desc(claims.created_at), desc(claims.id))
      .limit(recent),
    earning: Promise.all(earningOf(db, since, to, day)),
  });
  return { ...read, sums: new FigureTotals([...each, ...all]), earning: new Earning(day, earning) };
}

/** Whether an event of a chain from before a moment waits for its confirmation. */
export function isUnconfirmed(db: Database, chainId: string, moment: string): Promise<boolean> {
  const before = lt(chainEvents.block_time, moment);
  const waits = and(eq(chainEvents.chain_id, chainId), isUnsettled, eq(chainEvents.status, 'unconfirmed'));
  return hasRow(db, chainEvents, and(waits, before));
}
