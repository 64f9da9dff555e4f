import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { Earning, FigureTotals } from '#domain/admin/figure-totals.ts';
import { COST_FIGURES } from '#domain/admin/performance.ts';
import type { ProductKey } from '#domain/products/index.ts';
import { earningOf, figuresOf, totalsOf, weightsAfter } from '#worker/admin/figures/repository.ts';
import { entryOf, standingWhere } from '#worker/money/entries/repository.ts';
import { type Database, readTogether } from '#worker/platform/db/client.ts';
import { firstOfKind } from '#worker/platform/db/desk-kinds.ts';
import { desk } from '#worker/platform/db/desk-schema.ts';

/** Everything that premium, claims and expenses are computed from, by month and product, and what is still open today. */
export async function readInsurance(db: Database, from: string, day: string) {
  const to = day.slice(0, 7);
  const { months, gas, reserves, earning, weightsAhead } = await readTogether({
    months: figuresOf(db, 'month', { figures: COST_FIGURES, products: 'each', from, to }),
    gas: figuresOf(db, 'month', { figures: ['gas'], from, to }),
    reserves: totalsOf(db, 'all', { figures: ['reserve'] }),
    earning: Promise.all(earningOf(db, from, to, day)),
    weightsAhead: weightsAfter(db, to),
  });
  return {
    months: new FigureTotals([...months, ...gas]),
    reserves: reserves.of('reserve').value,
    earning: new Earning(day, earning, weightsAhead),
  };
}

/** The policies with the highest premiums in force or waiting, with the payments that stand for them. */
export async function readTopPolicies(db: Database, limit: number) {
  const { found, averages } = await readTogether({
    found: db
      .select({ id: sql<number>`${desk.id} - ${firstOfKind('policies')}` })
      .from(desk)
      .where(
        and(
          eq(desk.kind, 'policies'),
          isNotNull(desk.amount),
          inArray(sql`+${desk.status}`, ['active', 'pending']),
        ),
      )
      .orderBy(desc(desk.amount), desc(desk.id))
      .limit(limit),
    averages: totalsOf(db, 'all', { figures: ['premium'], products: 'each' }),
  });
  const ids = JSON.stringify(found.map(({ id }) => id));
  const purchases = sql`(SELECT e.chain_id, e.tx_hash, e.identity FROM policies p JOIN chain_events e
    ON e.id = p.purchase_event_id WHERE p.id IN (SELECT value FROM json_each(${ids})))`;
  const ofThem = sql`n.tx_hash IS NOT NULL AND (n.chain_id, n.tx_hash, n.identity) IN ${purchases} AND n.kind = 'premium'`;
  const paid = await db.all(standingWhere(ofThem));
  return { paid: paid.map(entryOf), averages };
}

/** Claims made in these quarters by product and cause of loss, the most claimed first. */
export async function readCauses(db: Database, quarters: readonly string[]) {
  const rows = await figuresOf(db, 'cell', {
    figures: ['claim_causes'],
    products: 'each',
    from: quarters[0] ?? '',
  });
  const sums = new Map<string, { product: ProductKey; cause: string; count: number; value: number }>();
  for (const { product, period, count, value } of rows) {
    const cause = period.split('/')[1] ?? '';
    const key = `${product} ${cause}`;
    const sum = sums.get(key) ?? { product: product as ProductKey, cause, count: 0, value: 0 };
    sums.set(key, { ...sum, count: sum.count + count, value: sum.value + value });
  }
  return [...sums.values()].filter(({ count }) => count > 0).sort((a, b) => b.value - a.value);
}
