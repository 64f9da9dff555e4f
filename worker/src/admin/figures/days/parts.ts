/** Sums of what rows add to figures, and how days make months and all time. */
import type { FigureRow, StoredRow } from '#domain/admin/figure-totals.ts';
import { FIGURES, type Figure } from '#domain/admin/figures.ts';
import { monthOf } from '#domain/admin/periods.ts';
import { DEFINITIONS } from '#worker/admin/figures/definitions.ts';
import type { SourceName, SourceRows } from '#worker/admin/figures/sources/repository.ts';

const partKey = ({ figure, product, period }: FigureRow) => `${figure}|${product}|${period}`;

/** Rows summed under their figure, product and period. */
export class Parts {
  private readonly sums: Map<string, FigureRow>;

  constructor(rows: readonly FigureRow[] = []) {
    this.sums = new Map();
    for (const row of rows) this.add(row);
  }

  add(row: FigureRow): void {
    const sum = this.sums.get(partKey(row));
    if (!sum) {
      this.sums.set(partKey(row), { ...row });
      return;
    }
    sum.count += row.count;
    sum.value += row.value;
    sum.gwei += row.gwei;
  }

  /** Adds what a source's row of a day says, by the definition of each figure. */
  addRow<Name extends SourceName>(source: Name, day: string, row: SourceRows[Name]): void {
    for (const figure of figuresOf(source)) {
      for (const added of DEFINITIONS[figure].added(row as never))
        this.add({ figure, product: '', period: day, count: 0, value: 0, gwei: 0, ...added });
    }
  }

  rows(): FigureRow[] {
    return [...this.sums.values()].filter(
      ({ count, value, gwei }) => count !== 0 || value !== 0 || gwei !== 0,
    );
  }

  /** What these rows have more than others; negative where they have less. */
  minus(others: readonly FigureRow[]): FigureRow[] {
    const left = new Parts(this.rows());
    for (const row of others) left.add({ ...row, count: -row.count, value: -row.value, gwei: -row.gwei });
    return left.rows();
  }

  of(row: FigureRow): FigureRow {
    return this.sums.get(partKey(row)) ?? { ...row, count: 0, value: 0, gwei: 0 };
  }
}

const figuresOf = (source: SourceName): Figure[] =>
  FIGURES.filter((figure) => DEFINITIONS[figure].source === source);

const isDay = (period: string) => period.length === 10;

/** What parts are in the roll-ups: days, their months and all time, or cells, of the product and of all. */
export function rolledUp(parts: readonly FigureRow[]): StoredRow[] {
  const sums = { day: new Parts(), month: new Parts(), all: new Parts(), cell: new Parts() };
  for (const part of parts) {
    for (const product of new Set(['', part.product])) {
      if (!isDay(part.period)) {
        sums.cell.add({ ...part, product });
        continue;
      }
      sums.day.add({ ...part, product });
      sums.month.add({ ...part, product, period: monthOf(part.period) });
      sums.all.add({ ...part, product, period: '' });
    }
  }
  return (['day', 'month', 'all', 'cell'] as const).flatMap((grain) =>
    sums[grain].rows().map((row) => ({ ...row, grain })),
  );
}
