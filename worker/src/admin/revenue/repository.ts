import { and, desc, eq, gt, gte, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import { Earning, FigureTotals } from '../../../../domain/admin/figure-totals.ts';
import type { Figure } from '../../../../domain/admin/figures.ts';
import { COST_FIGURES } from '../../../../domain/admin/performance.ts';
import type { Span } from '../../../../domain/admin/periods.ts';
import type { ProductKey } from '../../../../domain/products/index.ts';
import type { Database } from '../../platform/db/client.ts';
import { exposureMonths } from '../../platform/db/figures-schema.ts';
import { exposures, policies } from '../../platform/db/schema.ts';
import { movementOf, onChain } from '../figures/movements/repository.ts';
import { earningOf, figuresOf, readAsOf, weightsAfter } from '../figures/repository.ts';

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
  const top = (status: 'active' | 'pending') =>
    db
      .select({ id: policies.id, product: policies.product })
      .from(policies)
      .where(eq(policies.status, status))
      .orderBy(desc(policies.premiumUsd), desc(policies.id))
      .limit(limit);
  const [active, pending, averages] = await db.batch([
    top('active'),
    top('pending'),
    figuresOf(db, 'all', { figures: ['premium'], products: 'each' }),
  ]);
  const found = [...active, ...pending];
  const ids = JSON.stringify(found.map(({ id }) => id));
  const purchases = sql`(SELECT purchase_event_id FROM policies WHERE id IN (SELECT value FROM json_each(${ids})))`;
  const paid = (await db.all(onChain(sql`e.id IN ${purchases}`))).map(movementOf);
  return { paid: paid.filter(({ kind }) => kind === 'premium'), averages: new FigureTotals(averages) };
}

/** Claims paid and reserved by quarter of the incident, from one on, and of the payment. */
export async function readLossCells(db: Database, from: string, product: ProductKey | undefined) {
  const rows = await figuresOf(db, 'cell', {
    figures: ['loss_paid', 'loss_reserved'],
    from,
    ...(product ? { products: product } : {}),
  });
  return rows.map(({ figure, period, value }) => {
    const [accidentQuarter = '', quarter = ''] = period.split('/');
    return { accidentQuarter, quarter, figure, value };
  });
}

/** The first month in which a product, or any, was sold; null before that. */
export async function readFirstMonth(db: Database, product: ProductKey | undefined): Promise<string | null> {
  const rows = await figuresOf(db, 'month', { figures: ['policies'], products: product ?? 'each' });
  return rows.reduce<string | null>(
    (first, { period, count }) => (count > 0 && (first === null || period < first) ? period : first),
    null,
  );
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

export interface Pool {
  chainId: string;
  currency: string;
}

/** Sizes of cover that are looked through for the largest policies. */
const SIZES = 40;

/** Cover that ends today or later and its largest policies, of each pool, in one round trip. */
export async function readExposure(db: Database, pools: readonly Pool[], day: string, largest: number) {
  const month = day.slice(0, 7);
  const chains = [...new Set(pools.map(({ chainId }) => chainId))];
  const currencies = [...new Set(pools.map(({ currency }) => currency))];
  const [months, days, ...top] = await db.batch([
    db
      .select()
      .from(exposureMonths)
      .where(
        and(
          inArray(exposureMonths.chainId, chains),
          inArray(exposureMonths.currency, currencies),
          gt(exposureMonths.month, month),
        ),
      ),
    db
      .select()
      .from(exposures)
      .where(
        and(
          inArray(exposures.chainId, chains),
          inArray(exposures.currency, currencies),
          gte(exposures.endDate, day),
          lte(exposures.endDate, `${month}-31`),
        ),
      ),
    ...pools.flatMap((pool) => IN_FORCE.map((status) => largestOf(db, pool, status, day, largest))),
  ]);
  const bySize = (a: Large, b: Large) => (b.leftUsd ?? 0) - (a.leftUsd ?? 0) || a.id - b.id;
  return {
    cover: [...months, ...days],
    largest: pools.map((_, index) =>
      top
        .slice(IN_FORCE.length * index, IN_FORCE.length * (index + 1))
        .flat()
        .sort(bySize)
        .slice(0, largest),
    ),
  };
}

/** A paid policy is in force while it is under review, and those are the largest. */
const IN_FORCE = ['active', 'pending'] as const;
type Large = Awaited<ReturnType<typeof largestOf>>[number];

/**
 * The paid policies of a status with the most cover left. Sizes of cover are few, and within one the index knows which end today or later:
 * so it walks from size to size, and passes by all policies that have ended.
 */
function largestOf(
  db: Database,
  { chainId, currency }: Pool,
  status: (typeof IN_FORCE)[number],
  day: string,
  limit: number,
) {
  const of = sql`${policies.status} = ${status} AND ${policies.chainId} = ${chainId} AND ${policies.currency} = ${currency}`;
  const sizes = sql`(WITH RECURSIVE sizes(size, number) AS (
      SELECT max(${policies.leftUsd}), 1 FROM ${policies} WHERE ${of}
      UNION ALL SELECT (SELECT max(${policies.leftUsd}) FROM ${policies} WHERE ${of} AND ${policies.leftUsd} < size), number + 1
      FROM sizes WHERE size IS NOT NULL AND number < ${SIZES})
    SELECT size FROM sizes) AS sizes`;
  return db
    .select({ id: policies.id, product: policies.product, leftUsd: policies.leftUsd })
    .from(sizes)
    .crossJoin(policies)
    .where(
      and(
        of,
        sql`${policies.leftUsd} = sizes.size`,
        gte(policies.endDate, day),
        isNotNull(policies.coverFrom),
      ),
    )
    .limit(limit);
}
