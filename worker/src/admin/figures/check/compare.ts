import type { FigureRow } from '../../../../../domain/admin/sums.ts';
import type { StoredRow } from './repository.ts';

const nameOf = ({ grain, figure, product, period }: Omit<StoredRow, 'count' | 'value' | 'gwei'>) =>
  [grain, figure, product || 'all', period || 'all time'].join(' ');

/** What days and their month should say, from rows by day and product; an empty product stands for all. */
export function rolledUp(month: string, actual: readonly FigureRow[]): StoredRow[] {
  const sums = new Map<string, StoredRow>();
  for (const row of actual) {
    for (const product of new Set(['', row.product])) {
      for (const [grain, period] of [
        ['day', row.period],
        ['month', month],
      ] as const) {
        const place = { grain, figure: row.figure, product, period };
        const sum = sums.get(nameOf(place)) ?? { ...place, count: 0, value: 0, gwei: 0 };
        sum.count += row.count;
        sum.value += row.value;
        sum.gwei += row.gwei;
        sums.set(nameOf(place), sum);
      }
    }
  }
  return [...sums.values()];
}

/** What is missing in the stored rows, or negative where it is too much, under the name of each row. */
export function missing(
  stored: readonly StoredRow[],
  expected: readonly StoredRow[],
): Map<string, StoredRow> {
  const left = new Map(expected.map((row) => [nameOf(row), { ...row }]));
  for (const row of stored) {
    const name = nameOf(row);
    const { count, value, gwei } = left.get(name) ?? { count: 0, value: 0, gwei: 0 };
    left.set(name, { ...row, count: count - row.count, value: value - row.value, gwei: gwei - row.gwei });
  }
  return new Map([...left].filter(([, { count, value, gwei }]) => count !== 0 || value !== 0 || gwei !== 0));
}

export interface Pair {
  key: string;
  a: number;
  b: number;
}

/** The same for rows of two numbers under a key. */
export function missingPairs(stored: readonly Pair[], expected: readonly Pair[]): Pair[] {
  const left = new Map(expected.map((row) => [row.key, { ...row }]));
  for (const { key, a, b } of stored) {
    const wanted = left.get(key) ?? { a: 0, b: 0 };
    left.set(key, { key, a: wanted.a - a, b: wanted.b - b });
  }
  return [...left.values()].filter(({ a, b }) => a !== 0 || b !== 0);
}
