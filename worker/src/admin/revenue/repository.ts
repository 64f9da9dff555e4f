import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { Earning, FigureTotals } from '#domain/admin/figure-totals.ts';
import type { Figure } from '#domain/admin/figures.ts';
import { COST_FIGURES } from '#domain/admin/performance.ts';
import type { Span } from '#domain/admin/periods.ts';
import type { ProductKey } from '#domain/products/index.ts';
import { earningOf, figuresOf, readAsOf, weightsAfter } from '#worker/admin/figures/repository.ts';
import { entryOf, standingWhere } from '#worker/money/entries/repository.ts';
import type { Database } from '#worker/platform/db/client.ts';
import { firstOfKind } from '#worker/platform/db/desk-kinds.ts';
import { desk } from '#worker/platform/db/desk-schema.ts';

/** All time and the days of a span. */
export async function readTotals(db: Database, figures: readonly Figure[], span: Span) {
  const [all, days] = await db.batch([
    figuresOf(db, 'all', { figures }),
    figuresOf(db, 'day', { figures, ...span }),
  ]);
  return { asOf: await readAsOf(db), all: new FigureTotals(all), days: new FigureTotals(days) };
}

export const readAll = async (db: Database, figures: readonly Figure[], products?: 'each') =>
  new FigureTotals(await figuresOf(db, 'all', { figures, ...(products ? { products } : {}) }));

export const readDays = async (db: Database, figures: readonly Figure[], span: Span) =>
  new FigureTotals(await figuresOf(db, 'day', { figures, ...span }));

export const readMonths = async (db: Database, figures: readonly Figure[], from: string, to: string) =>
  new FigureTotals(await figuresOf(db, 'month', { figures, from, to }));

/** Whole months of two spans, and the days of the month in which the earlier one ends. */
export async function readSpans(
  db: Database,
  figures: readonly Figure[],
  { current, previous }: { current: Span; previous: Span },
) {
  const [months, days] = await db.batch([
    figuresOf(db, 'month', { figures, from: previous.from.slice(0, 7), to: current.to.slice(0, 7) }),
    figuresOf(db, 'day', { figures, from: `${previous.to.slice(0, 7)}-01`, to: previous.to }),
  ]);
  return { months: new FigureTotals(months), days: new FigureTotals(days) };
}

/** Everything that premium, claims and expenses are computed from, by month and product, and what is still open today. */
export async function readInsurance(db: Database, from: string, day: string) {
  const to = day.slice(0, 7);
  const [months, gas, reserves, weightsAhead, ...earning] = await db.batch([
    figuresOf(db, 'month', { figures: COST_FIGURES, products: 'each', from, to }),
    figuresOf(db, 'month', { figures: ['gas'], from, to }),
    figuresOf(db, 'all', { figures: ['reserve'] }),
    weightsAfter(db, to),
    ...earningOf(db, from, to, day),
  ]);
  return {
    months: new FigureTotals([...months, ...gas]),
    reserves: new FigureTotals(reserves).of('reserve').value,
    earning: new Earning(day, earning, weightsAhead),
  };
}

/** The policies with the highest premiums in force or waiting, with the payments that stand for them. */
export async function readTopPolicies(db: Database, limit: number) {
  const [found, averages] = await db.batch([
    db
      .select({ id: sql<number>`${desk.id} - ${firstOfKind('policies')}`.as('policy') })
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
    figuresOf(db, 'all', { figures: ['premium'], products: 'each' }),
  ]);
  const ids = JSON.stringify(found.map(({ id }) => id));
  const purchases = sql`(SELECT e.chain_id, e.tx_hash, e.identity FROM policies p JOIN chain_events e
    ON e.id = p.purchase_event_id WHERE p.id IN (SELECT value FROM json_each(${ids})))`;
  const ofThem = sql`n.tx_hash IS NOT NULL AND (n.chain_id, n.tx_hash, n.identity) IN ${purchases} AND n.kind = 'premium'`;
  const paid = await db.all(standingWhere(ofThem));
  return { paid: paid.map(entryOf), averages: new FigureTotals(averages) };
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
