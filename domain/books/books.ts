/**
 * The books by month. What rows book is in the roll-ups; a month's last day adds what it earned, what the networks charged
 * and the exchange differences. A closed month keeps what it was closed with: what its rows say later is adjusted in the
 * first open month.
 */
import type { FigureRow } from '#domain/admin/figure-totals.ts';
import { centsOf } from '#domain/admin/figures.ts';
import { addMonths, daysIn } from '#domain/admin/periods.ts';
import { grouped } from '#domain/grouped.ts';
import { type Cash, cashOf } from './accounts.ts';
import { type BookedRow, type Line, linesOf } from './journal.ts';
import { netOf, Totals } from './totals.ts';

/** What a closed month booked to an account; `about` is the month itself, or an earlier one that was adjusted in it. */
export interface ClosedRow {
  month: string;
  about: string;
  account: string;
  debit: number;
  credit: number;
  units: bigint;
}

/** What the books are made of. Roll-ups are those of months; of earning and fees those of all products together. */
export interface Kept {
  /** The month of today. */
  month: string;
  sums: readonly FigureRow[];
  steps: readonly FigureRow[];
  weights: readonly FigureRow[];
  fees: readonly FigureRow[];
  /** Closed months, in order. They begin with the first one of the books, or of what was known of them then. */
  closedMonths: readonly string[];
  closed: readonly ClosedRow[];
  /** US cents that base units are worth at a month's last rate; null for a token without one. */
  worth: (cash: Cash, units: bigint, month: string) => number | null;
}

/** A booking that no single row is behind. */
export interface MonthEntry {
  kind: 'earned' | 'network_fees' | 'revaluation' | 'adjustment' | 'adjusted_later';
  /** Of an adjustment: the month that it changes; of a change that was booked later: the month that books it. */
  month: string;
  lines: Line[];
}

export class Books {
  /** From the first with any booking to this one. */
  readonly months: readonly string[];
  /** Closed ones, in order. */
  readonly closed: readonly string[];
  private readonly rows: ReadonlyMap<string, Totals>;
  private readonly ends: ReadonlyMap<string, MonthEntry[]>;
  /** What closed months booked, by the month itself and by the one that it is about. */
  private readonly inMonth: ReadonlyMap<string, ClosedRow[]>;
  private readonly aboutMonth: ReadonlyMap<string, ClosedRow[]>;

  constructor(kept: Kept) {
    const sums = grouped(kept.sums, periodOf);
    const known = [
      ...[...sums.keys(), ...kept.steps.map(({ period }) => period)],
      ...[...kept.closedMonths, kept.month],
    ];
    this.months = monthsFrom(
      known.reduce((a, b) => (a < b ? a : b)),
      kept.month,
    );
    this.rows = new Map(this.months.map((month) => [month, new Totals().addFigures(sums.get(month) ?? [])]));
    this.inMonth = grouped(kept.closed, ({ month }) => month);
    this.aboutMonth = grouped(kept.closed, ({ about }) => about);
    this.closed = kept.closedMonths;
    this.ends = monthEnds(this.months, this.rows, kept);
  }

  /** The first month that isn't closed. */
  get open(): string {
    const last = this.closed.at(-1);
    return last === undefined ? (this.months[0] ?? '') : addMonths(last, 1);
  }

  /** Also one before the first that was closed, in which nothing was booked by then. */
  isClosed(month: string): boolean {
    return this.closed.length > 0 && month < this.open;
  }

  /** What a month's last day books; nothing before it has come. */
  atEnd(month: string): readonly MonthEntry[] {
    return this.ends.get(month) ?? [];
  }

  /** What the rows of a month say now, with what its last day books. */
  live(month: string): Totals {
    const totals = new Totals().addAll(this.rows.get(month) ?? new Totals());
    for (const { lines } of this.atEnd(month)) totals.addLines(lines);
    return totals;
  }

  /** What a month adjusts of earlier ones: of a closed month as it was closed, of the first open one as it is now. */
  adjustments(month: string): MonthEntry[] {
    if (month > this.open || (month === this.open && this.closed.length === 0)) return [];
    return this.months
      .filter((about) => about < month)
      .map((about): MonthEntry => {
        const lines = this.isClosed(month)
          ? new Totals().linesTo(totalsOf(this.inMonth.get(month)?.filter((row) => row.about === about)))
          : totalsOf(this.aboutMonth.get(about)).linesTo(this.live(about));
        return { kind: 'adjustment', month: about, lines };
      })
      .filter(({ lines }) => lines.length > 0);
  }

  /** What the rows of a closed month say otherwise than when it was closed, and which months book that instead. */
  adjustedLater(month: string): MonthEntry[] {
    if (!this.isClosed(month)) return [];
    return this.months
      .filter((later) => later > month && later <= this.open)
      .flatMap((later) => this.adjustments(later).map((entry) => ({ ...entry, later })))
      .filter((entry) => entry.month === month)
      .map(({ later, lines }) => ({
        kind: 'adjusted_later',
        month: later,
        lines: lines.map(({ account, cents, units }) => ({
          account,
          cents: 0 - cents,
          ...(units === undefined ? {} : { units: -units }),
        })),
      }));
  }

  /** What a month booked: of a closed one what it was closed with. */
  booked(month: string): Totals {
    if (this.isClosed(month)) return totalsOf(this.inMonth.get(month));
    const totals = this.live(month);
    for (const { lines } of this.adjustments(month)) totals.addLines(lines);
    return totals;
  }

  /** What closing the first open month stores. */
  closing(): ClosedRow[] {
    const month = this.open;
    const own = this.live(month);
    const rowsOf = (about: string, totals: Totals): ClosedRow[] =>
      totals.accounts().map((account) => ({ month, about, account, ...totals.of(account) }));
    return [
      ...rowsOf(month, own),
      ...this.adjustments(month).flatMap((entry) => rowsOf(entry.month, new Totals().addLines(entry.lines))),
    ];
  }

  /** Balances at the end of the month before. */
  before(month: string): Totals {
    const totals = new Totals();
    for (const each of this.months) if (each < month) totals.addAll(this.booked(each));
    return totals;
  }
}

const periodOf = ({ period }: FigureRow) => period;

/** Months from one to another, both included. */
export function monthsFrom(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = first; month <= last; month = addMonths(month, 1)) months.push(month);
  return months;
}

function totalsOf(rows: readonly ClosedRow[] = []): Totals {
  const totals = new Totals();
  for (const row of rows) totals.add(row.account, row);
  return totals;
}

const sumOf = (rows: readonly FigureRow[] | undefined) =>
  (rows ?? []).reduce((sum, { value }) => sum + value, 0);

/** What the last day of each month that is over books, which depends on all months before. */
function monthEnds(
  months: readonly string[],
  rows: ReadonlyMap<string, Totals>,
  { month: current, steps, weights, fees, worth }: Kept,
): Map<string, MonthEntry[]> {
  const [stepsIn, weightsIn, feesIn] = [steps, weights, fees].map((each) => grouped(each, periodOf));
  const balances = new Totals();
  const ends = new Map<string, MonthEntry[]>();
  let perDay = 0;
  for (const month of months) {
    if (month >= current) break;
    balances.addAll(rows.get(month) ?? new Totals());
    const earned = perDay * daysIn(month) + sumOf(weightsIn?.get(month));
    perDay += sumOf(stepsIn?.get(month));
    const booked: (BookedRow & { kind: MonthEntry['kind'] })[] = [
      { kind: 'earned', cents: earned },
      { kind: 'network_fees', cents: centsOf(sumOf(feesIn?.get(month))) },
    ];
    for (const account of balances.accounts()) {
      const cash = cashOf(account);
      const { units, ...sum } = balances.of(account);
      const value = cash && worth(cash, units, month);
      if (cash && value !== null)
        booked.push({ kind: 'revaluation', cash, cents: value - netOf({ ...sum, units }) });
    }
    const entries = booked
      .map((row): MonthEntry => ({ kind: row.kind, month, lines: linesOf(row) }))
      .filter(({ lines }) => lines.length > 0);
    for (const { lines } of entries) balances.addLines(lines);
    ends.set(month, entries);
  }
  return ends;
}
