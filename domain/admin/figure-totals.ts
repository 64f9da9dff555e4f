/** Sums of roll-ups, and the premium earned that is computed from them. */
import type { Figure } from './figures.ts';
import { daysBetween, daysIn, firstDay, lastDay, monthOf } from './periods.ts';

/** A roll-up: one figure of one product, or of all, in one day, month or all time. */
export interface FigureRow {
  figure: string;
  product: string;
  period: string;
  count: number;
  value: number;
  gwei: number;
}

/** A row of the roll-ups: of a day, a month or all time, or of a quarter and a cause of loss. */
export type StoredRow = FigureRow & { grain: 'day' | 'month' | 'all' | 'cell' };
type Rows = readonly FigureRow[];

/** Later than any day or month. */
const NEVER = '9';

/** How many, US cents (of some figures another unit, see `FIGURES`), and billionths of an ether. */
export interface Sum {
  count: number;
  value: number;
  gwei: number;
}

const NOTHING: Sum = { count: 0, value: 0, gwei: 0 };
export const add = (a: Sum, b: Sum): Sum => ({
  count: a.count + b.count,
  value: a.value + b.value,
  gwei: a.gwei + b.gwei,
});

export interface Of {
  /** Without it, all products together. */
  product?: string;
  from?: string;
  to?: string;
}

/** Rows of one grain, to be summed. */
export class FigureTotals {
  private readonly rows: Rows;

  constructor(rows: Rows) {
    this.rows = rows;
  }

  of(figure: Figure, { product = '', from = '', to = NEVER }: Of = {}): Sum {
    return this.rows
      .filter((row) => row.figure === figure && row.product === product)
      .filter(({ period }) => period >= from && period <= to)
      .reduce<Sum>(add, NOTHING);
  }

  /** The sum of each period's row, weighted by the period. */
  weighted(
    figure: Figure,
    weight: (period: string) => number,
    { product = '', from = '' }: Of = {},
    field: 'value' | 'count' = 'value',
  ): number {
    return this.rows
      .filter((row) => row.figure === figure && row.product === product && row.period >= from)
      .reduce((sum, row) => sum + row[field] * weight(row.period), 0);
  }
}

/**
 * Premium earned, in US cents, or with `count` the days on which policies covered. A step changes what is earned, or how many
 * policies cover, per day from its day on. So a month earns the steps of all
 * months before times its days, and its own steps times their days in it, which is their weight.
 */
export class Earning {
  private readonly day: string;
  private readonly months: FigureTotals;
  private readonly ahead: FigureTotals;
  private readonly all: FigureTotals;
  private readonly weightsAhead: FigureTotals;

  /**
   * @param day today, the last day that counts as earned
   * @param weightsAhead of all products together, in the months after this one
   */
  constructor(
    day: string,
    [steps, weights, ahead, all]: readonly [Rows, Rows, Rows, Rows],
    weightsAhead: Rows = [],
  ) {
    this.day = day;
    this.months = new FigureTotals([...steps, ...weights]);
    this.ahead = new FigureTotals(ahead);
    this.all = new FigureTotals(all);
    this.weightsAhead = new FigureTotals(weightsAhead);
  }

  /** What a month earned until today; nothing if it is yet to come. */
  in(month: string, of: Of = {}, field: 'value' | 'count' = 'value'): number {
    const now = monthOf(this.day);
    if (month > now) return 0;
    const before =
      this.all.of('earning_step', of)[field] - this.months.of('earning_step', { ...of, from: month })[field];
    const own = { ...of, from: month, to: month };
    const whole = before * daysIn(month) + this.months.of('earning_weight', own)[field];
    if (month < now) return whole;
    return whole - this.rest(before + this.months.of('earning_step', own)[field], of, field);
  }

  /** What the rest of this month will earn. Each step to come lowers or raises only the days from its own. */
  private rest(atEnd: number, of: Of, field: 'value' | 'count'): number {
    const left = daysBetween(this.day, lastDay(monthOf(this.day)));
    return (
      atEnd * left -
      this.ahead.weighted('earning_step', (day) => daysBetween(this.day, day) - 1, { ...of, from: '' }, field)
    );
  }

  /**
   * What all products, which these are, will earn after today. In the end nothing is earned anymore, so the steps after a
   * day are what is earned on it, with the opposite sign.
   */
  unearned(products: readonly string[]): number {
    const after = `${monthOf(this.day)}~`;
    const steps = products.map((product) => {
      const thisMonth = this.ahead.weighted('earning_step', (day) => daysBetween(this.day, day) - 1, {
        product,
      });
      const later = this.months.weighted(
        'earning_step',
        (month) => daysBetween(this.day, firstDay(month)) - 1 + daysIn(month),
        { product, from: after },
      );
      return thisMonth + later;
    });
    const weights = this.weightsAhead.weighted('earning_weight', () => 1, { from: after });
    return weights - steps.reduce((sum, each) => sum + each, 0);
  }
}
