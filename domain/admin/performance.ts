import type { Earning, FigureTotals, Of } from './figure-totals.ts';
import { centsOf, dollars, type Figure, percentOf } from './figures.ts';

/** What `costOf` needs by month. */
export const COST_FIGURES: readonly Figure[] = [
  ...(['revenue', 'claim_paid', 'reserve', 'platform_fee'] as const),
];

/** In US cents. */
export interface Cost {
  written: number;
  earned: number;
  paid: number;
  reserve: number;
  expenses: number;
}

const NO_COST: Cost = { written: 0, earned: 0, paid: 0, reserve: 0, expenses: 0 };

/** One month of the insurance business. What the networks charged belongs to no product. */
export function costOf(month: string, sums: FigureTotals, earning: Earning, of: Of = {}): Cost {
  const within = { ...of, from: month, to: month };
  const value = (figure: Figure) => sums.of(figure, within).value;
  return {
    written: value('revenue'),
    earned: earning.in(month, of),
    paid: value('claim_paid'),
    reserve: value('reserve'),
    expenses: value('platform_fee') + centsOf(value('gas')),
  };
}

export const sumOf = (costs: readonly Cost[]): Cost =>
  costs.reduce(
    (a, b) => ({
      written: a.written + b.written,
      earned: a.earned + b.earned,
      paid: a.paid + b.paid,
      reserve: a.reserve + b.reserve,
      expenses: a.expenses + b.expenses,
    }),
    NO_COST,
  );

/** Whether so little of a year's premium is earned, less than a tenth, that a ratio over it says nothing yet. */
export const isEarly = ({ written, earned }: Pick<Cost, 'written' | 'earned'>): boolean =>
  earned * 10 < written;

/**
 * Percent to one decimal: claims incurred over premium earned, expenses over premium written, and both.
 * @param year the twelve months up to the end of these
 */
export function ratiosOf({ written, earned, paid, reserve, expenses }: Cost, year: Cost) {
  const early = isEarly(year);
  const loss = early ? null : percentOf(paid + reserve, earned);
  const expense = percentOf(expenses, written);
  return {
    too_early: early,
    loss_ratio: loss,
    expense_ratio: expense,
    // Sums of tenths, rounded so that they stay tenths.
    combined_ratio: loss === null || expense === null ? null : Math.round((loss + expense) * 10) / 10,
  };
}

export const presentCost = (cost: Cost, year: Cost) => ({
  written: dollars(cost.written),
  earned: dollars(cost.earned),
  claims_paid: dollars(cost.paid),
  reserve_change: dollars(cost.reserve),
  incurred: dollars(cost.paid + cost.reserve),
  expenses: dollars(cost.expenses),
  ...ratiosOf(cost, year),
});
