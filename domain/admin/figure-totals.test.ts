import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Earning, type FigureRow, FigureTotals } from './figure-totals.ts';
import { percentOf } from './figures.ts';
import { costOf, isEarly, ratiosOf, sumOf } from './performance.ts';
import { addDays, addMonths, daysBetween, daysIn, lastDay, monthOf, monthsTo } from './periods.ts';

const row = (figure: string, period: string, value: number, product = ''): FigureRow => ({
  figure,
  product,
  period,
  value,
  count: 1,
  gwei: 0,
});

test('a sum covers one figure and product, with both the first and the last period included', () => {
  const sums = new FigureTotals([
    row('premium', '2026-01', 1),
    row('premium', '2026-02', 10),
    row('premium', '2026-03', 100),
    row('premium', '2026-02', 1000, 'home'),
    row('refund', '2026-02', 10_000),
  ]);
  expect(sums.of('premium').value).toBe(111);
  expect(sums.of('premium', { from: '2026-02' })).toEqual({ count: 2, value: 110, gwei: 0 });
  expect(sums.of('premium', { from: '2026-02', to: '2026-02' }).value).toBe(10);
  expect(sums.of('premium', { product: 'home' }).value).toBe(1000);
  expect(sums.of('gas')).toEqual({ count: 0, value: 0, gwei: 0 });
});

test('the earned and unearned premium of a month is the sum over its days, whatever each day earns', () => {
  const first = '2027-11-20';
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -500, max: 5000 }), { minLength: 1, maxLength: 200, size: 'max' }),
      fc.integer({ min: 0, max: 260 }),
      (cents, after) => {
        const earned = new Map(cents.map((each, index) => [addDays(first, index), each]));
        const steps = [...cents, 0].map(
          (each, index): FigureRow =>
            row('earning_step', addDays(first, index), each - (cents[index - 1] ?? 0)),
        );
        const weights = steps.map(({ period, value }) =>
          row('earning_weight', period, value * (daysIn(monthOf(period)) - Number(period.slice(8)) + 1)),
        );
        const now = addDays(first, after);
        const from = '2027-12';
        const monthly = (rows: FigureRow[]) =>
          rows
            .map((each) => ({ ...each, period: monthOf(each.period) }))
            .filter(({ period }) => period >= from);
        const ahead = steps.filter(({ period }) => period > now && period <= lastDay(monthOf(now)));
        const all = steps.map((each) => ({ ...each, period: '' }));
        const earning = new Earning(
          now,
          [monthly(steps), monthly(weights).filter(({ period }) => period <= monthOf(now)), ahead, all],
          monthly(weights).filter(({ period }) => period > monthOf(now)),
        );
        const between = (start: string, end: string) =>
          [...earned].filter(([day]) => day >= start && day <= end).reduce((sum, [, each]) => sum + each, 0);
        for (const month of monthsTo('2028-08', 9)) {
          const end = lastDay(month) < now ? lastDay(month) : now;
          expect(earning.in(month), month).toBe(
            daysBetween(`${month}-01`, end) < 0 ? 0 : between(`${month}-01`, end),
          );
        }
        if (now >= '2027-12-01') expect(earning.unearned([''])).toBe(between(addDays(now, 1), '9'));
      },
    ),
  );
});

test('ratios need a premium to divide by, and the combined one is the sum of both', () => {
  const cost = { written: 100_00, earned: 50_00, paid: 20_00, reserve: 13_35, expenses: 3_33 };
  const ratios = { too_early: false, loss_ratio: 66.7, expense_ratio: 3.3, combined_ratio: 70 };
  expect(ratiosOf(cost, cost)).toEqual(ratios);
  expect(percentOf(33_35, 50_00)).toBe(66.7);
  const none = { loss_ratio: null, combined_ratio: null };
  expect(ratiosOf({ ...cost, earned: 0 }, cost)).toEqual({ ...ratios, ...none });
  expect(ratiosOf({ ...cost, written: -5 }, cost)).toMatchObject({
    expense_ratio: null,
    combined_ratio: null,
  });
  expect(sumOf([cost, cost])).toEqual({
    written: 200_00,
    earned: 100_00,
    paid: 40_00,
    reserve: 26_70,
    expenses: 6_66,
  });
});

test('a loss ratio comes once a tenth of the premium of its year is earned', () => {
  const cost = { written: 100_00, earned: 1_00, paid: 20_00, reserve: 0, expenses: 3_33 };
  const early = { too_early: true, loss_ratio: null, expense_ratio: 3.3, combined_ratio: null };
  expect(ratiosOf(cost, { ...cost, earned: 9_99 })).toEqual(early);
  expect(ratiosOf(cost, { ...cost, earned: 10_00 })).toMatchObject({ too_early: false, loss_ratio: 2000 });
  // Nothing was written, and nothing is earned.
  expect(isEarly({ written: 0, earned: 0 })).toBe(false);
});

test('a month’s cost includes network fees only in the total', () => {
  const month = addMonths('2027-12', 1);
  const sums = new FigureTotals([
    row('revenue', month, 1, 'car'),
    row('claim_paid', month, 110, 'car'),
    row('reserve', month, -5, 'car'),
    row('platform_fee', month, 1000, 'car'),
    // In millionths of a dollar: seven cents and a half.
    row('gas', month, 75_000),
    row('revenue', '2027-12', 9999, 'car'),
  ]);
  const nothing = new Earning('2028-03-01', [[], [], [], []]);
  expect(costOf(month, sums, nothing, { product: 'car' })).toEqual({
    written: 1,
    earned: 0,
    paid: 110,
    reserve: -5,
    expenses: 1000,
  });
  expect(costOf(month, sums, nothing).expenses).toBe(8);
});
