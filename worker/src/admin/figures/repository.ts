/** The roll-ups, read in few rows. */
import { and, eq, gte, inArray, lte } from 'drizzle-orm';
import type { Figure } from '../../../../domain/admin/figures.ts';
import { lastDay, monthOf } from '../../../../domain/admin/periods.ts';
import { PRODUCT_KEYS } from '../../../../domain/products/index.ts';
import type { Database } from '../../platform/db/client.ts';
import { figures } from '../../platform/db/figures-schema.ts';

type Row = typeof figures.$inferSelect;

export interface Wanted {
  figures: readonly Figure[];
  /** Without it, all products together. */
  products?: 'each';
  /** Days or months, both included; without them, all time. */
  from?: string;
  to?: string;
}

/** Later than any day or month. */
const NEVER = '9';

/** A statement that reads days, months or all time; `Sums` takes its rows. */
export function figuresOf(db: Database, grain: Row['grain'], wanted: Wanted) {
  return db
    .select()
    .from(figures)
    .where(
      and(
        eq(figures.grain, grain),
        inArray(figures.figure, [...wanted.figures]),
        inArray(figures.product, wanted.products ? [...PRODUCT_KEYS] : ['']),
        gte(figures.period, wanted.from ?? ''),
        lte(figures.period, wanted.to ?? NEVER),
      ),
    );
}

/**
 * Statements that read the earning of each product from a month on: its steps by month, which reach as far ahead as cover
 * was sold, with their weights, or with those until a month alone, the steps of this month's days to come, and all of them.
 */
export function earningOf(db: Database, month: string, day: string, weightsTo?: string) {
  const products = 'each' as const;
  const ahead = { from: `${day}~`, to: lastDay(monthOf(day)) };
  return [
    figuresOf(db, 'month', { figures: ['earning_step'], from: month, products }),
    figuresOf(db, 'month', {
      figures: ['earning_weight'],
      ...{ from: month, products, ...(weightsTo === undefined ? {} : { to: weightsTo }) },
    }),
    figuresOf(db, 'day', { figures: ['earning_step'], ...ahead, products }),
    figuresOf(db, 'all', { figures: ['earning_step'], products }),
  ] as const;
}
