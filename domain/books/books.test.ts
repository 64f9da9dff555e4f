import { describe, expect, test } from 'vitest';
import { Books, type Kept } from './books.ts';
import { netOf } from './totals.ts';

const CASH = '1000|1|0xc0|';
const sum = (figure: string, product: string, period: string, value: number, gwei = 0) => ({
  figure,
  product,
  period,
  count: 1,
  value,
  gwei,
});
/** A premium of these dollars, and twice as many base units. */
const sold = (period: string, cents: number) => [
  sum('debit', CASH, period, cents),
  sum('credit', '4000', period, cents),
  sum('coins', CASH, period, 2 * cents),
];
const NOTHING: Kept = {
  month: '2026-04',
  sums: [],
  steps: [],
  weights: [],
  fees: [],
  closedMonths: [],
  closed: [],
  worth: () => null,
};
const booksOf = (kept: Partial<Kept>) => new Books({ ...NOTHING, ...kept });
/** Net cents by account. */
const net = (books: Books, month: string) => {
  const totals = books.booked(month);
  return Object.fromEntries(totals.accounts().map((account) => [account, netOf(totals.of(account))]));
};
/** The same books after their first open month was closed. */
const close = (kept: Partial<Kept>): Partial<Kept> => {
  const books = booksOf(kept);
  return {
    ...kept,
    closedMonths: [...books.closed, books.open],
    closed: [...(kept.closed ?? []), ...books.closing()],
  };
};

describe('the last day of a month', () => {
  test('books what it earned: the days of all steps before, and its own by their weight', () => {
    const books = booksOf({
      // Ten cents a day from January 11, which has 21 days left then, and nothing from March 2 on.
      steps: [sum('earning_step', '', '2026-01', 10), sum('earning_step', '', '2026-03', -10)],
      weights: [sum('earning_weight', '', '2026-01', 210), sum('earning_weight', '', '2026-03', -300)],
    });
    expect(net(books, '2026-01')).toEqual({ 2000: 210, 4100: -210 });
    expect(net(books, '2026-02')).toEqual({ 2000: 280, 4100: -280 });
    expect(net(books, '2026-03')).toEqual({ 2000: 10, 4100: -10 });
    expect(net(books, '2026-04')).toEqual({});
  });

  test('books network fees in whole cents', () => {
    const fees = [sum('gas', '', '2026-01', 24_999), sum('gas', '', '2026-02', 25_000)];
    expect(net(booksOf({ fees, sums: sold('2026-01', 1) }), '2026-01')).toMatchObject({ 5300: 2, 1200: -2 });
    expect(net(booksOf({ fees, sums: sold('2026-01', 1) }), '2026-02')).toMatchObject({ 5300: 3, 1200: -3 });
  });

  test('books what coins became worth since the month before, and nothing twice', () => {
    const rates: Record<string, number> = { '2026-01': 3, '2026-02': 3, '2026-03': 1 };
    const books = booksOf({
      sums: [...sold('2026-01', 100), ...sold('2026-03', 50)],
      worth: (_cash, units, month) => Number(units) * (rates[month] ?? 0),
    });
    // 200 coins booked at 100 cents are worth 600 by the end of January.
    expect(net(books, '2026-01')).toEqual({ [CASH]: 600, 4000: -100, 4300: -500 });
    expect(net(books, '2026-02')).toEqual({});
    // 300 coins are worth 300, and were booked at 600 + 50.
    expect(net(books, '2026-03')).toEqual({ [CASH]: -300, 4000: -50, 4300: 350 });
  });
});

describe('a closed month', () => {
  const JANUARY = [...sold('2026-01', 100), ...sold('2026-02', 70), ...sold('2026-03', 70)];
  const LOST = [...sold('2026-02', 70), ...sold('2026-03', 70)];

  test('keeps its numbers when its rows change, and the first open month books the difference', () => {
    const kept = close({ sums: JANUARY });
    const changed = booksOf({ ...kept, sums: LOST });
    expect(net(changed, '2026-01')).toEqual({ [CASH]: 100, 4000: -100 });
    expect(changed.adjustments('2026-02')).toEqual([
      {
        kind: 'adjustment',
        month: '2026-01',
        lines: [
          { account: CASH, cents: -100, units: -200n },
          { account: '4000', cents: 100 },
        ],
      },
    ]);
    expect(net(changed, '2026-02')).toEqual({ [CASH]: -30, 4000: 30 });
    expect(net(changed, '2026-03')).toEqual({ [CASH]: 70, 4000: -70 });
    expect(changed.before('2026-04').of(CASH).units).toBe(280n);
  });

  test('says what its rows say otherwise by now, so that they and it sum to what was closed', () => {
    const changed = booksOf({ ...close({ sums: JANUARY }), sums: LOST });
    expect(changed.adjustedLater('2026-01')).toEqual([
      {
        kind: 'adjusted_later',
        month: '2026-02',
        lines: [
          { account: CASH, cents: 100, units: 200n },
          { account: '4000', cents: -100 },
        ],
      },
    ]);
    expect(changed.adjustedLater('2026-02')).toEqual([]);
  });

  test('keeps the adjustments that it books, and a change back is adjusted in the month after', () => {
    const adjusted = close({ ...close({ sums: JANUARY }), sums: LOST });
    const back = booksOf({ ...adjusted, sums: JANUARY });
    expect(back.closed).toEqual(['2026-01', '2026-02']);
    expect(net(back, '2026-01')).toEqual({ [CASH]: 100, 4000: -100 });
    expect(net(back, '2026-02')).toEqual({ [CASH]: -30, 4000: 30 });
    expect(back.adjustments('2026-02')).toHaveLength(1);
    expect(back.adjustments('2026-03')).toMatchObject([{ month: '2026-01' }]);
    expect(net(back, '2026-03')).toEqual({ [CASH]: 170, 4000: -170 });
    expect(netOf(back.before('2026-04').of(CASH))).toBe(240);
    // Both later bookings together: the rows say again what was closed.
    const later = back.adjustedLater('2026-01').flatMap(({ lines }) => lines);
    expect(later.filter(({ account }) => account === CASH).reduce((all, { cents }) => all + cents, 0)).toBe(
      0,
    );
  });

  test('without any booking is closed all the same', () => {
    const kept = close(close({ sums: sold('2026-01', 100) }));
    expect(booksOf(kept).open).toBe('2026-03');
  });

  test('is adjusted by a row of a month before the books began', () => {
    const kept = close({ sums: sold('2026-02', 70), month: '2026-03' });
    const books = booksOf({ ...kept, sums: [...sold('2025-12', 5), ...sold('2026-02', 70)] });
    expect(books.open).toBe('2026-03');
    expect(books.adjustments('2026-03')).toMatchObject([{ month: '2025-12' }]);
    expect(net(books, '2025-12')).toEqual({});
    expect(netOf(books.before('2026-04').of(CASH))).toBe(75);
  });
});
