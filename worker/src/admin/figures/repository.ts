/** The roll-ups, read in few rows. */
import { and, eq, gte, inArray, lte } from 'drizzle-orm';
import type { Figure } from '#domain/admin/figures.ts';
import { lastDay, monthOf } from '#domain/admin/periods.ts';
import { PRODUCT_KEYS, type ProductKey } from '#domain/products/index.ts';
import type { Database } from '#worker/platform/db/client.ts';
import { figures } from '#worker/platform/db/figures-schema.ts';
import { readMark } from '#worker/platform/db/job-marks.ts';

type Row = typeof figures.$inferSelect;

export interface Wanted {
  figures: readonly Figure[];
  /** Each of them or one; without it, all products together. */
  products?: 'each' | ProductKey;
  /** Days or months, both included; without them, all time. */
  from?: string;
  to?: string;
}

/** The mark that says up to when everything is counted. */
export const FIGURES_CURRENT = 'figures';

/** Up to when everything is counted in the figures; null before the first run of their job. */
export const readAsOf = (db: Database): Promise<string | null> => readMark(db, FIGURES_CURRENT);

/** Later than any day or month. */
const NEVER = '9';

/** A statement that reads days, months or all time; `FigureTotals` takes its rows. */
export function figuresOf(db: Database, grain: Row['grain'], wanted: Wanted) {
  return db
    .select()
    .from(figures)
    .where(
      and(
        eq(figures.grain, grain),
        inArray(figures.figure, [...wanted.figures]),
        inArray(figures.product, wanted.products === 'each' ? [...PRODUCT_KEYS] : [wanted.products ?? '']),
        gte(figures.period, wanted.from ?? ''),
        lte(figures.period, wanted.to ?? NEVER),
      ),
    );
}

/**
 * Statements that read the earning of each product from a month on: its steps by month, which reach as far ahead as cover
 * was sold, with their weights until the month `to`, the steps of this month's days to come, and all of them.
 */
export function earningOf(db: Database, from: string, to: string, day: string) {
  const products = 'each' as const;
  const ahead = { from: `${day}~`, to: lastDay(monthOf(day)) };
  return [
    figuresOf(db, 'month', { figures: ['earning_step'], from, products }),
    figuresOf(db, 'month', { figures: ['earning_weight'], from, to, products }),
    figuresOf(db, 'day', { figures: ['earning_step'], ...ahead, products }),
    figuresOf(db, 'all', { figures: ['earning_step'], products }),
  ] as const;
}

/** The weights of all products together in the months after one, which `Earning.unearned` needs. */
export const weightsAfter = (db: Database, month: string) =>
  figuresOf(db, 'month', { figures: ['earning_weight'], from: `${month}~` });
