/** Sums of journal lines by account. */
import type { FigureRow } from '#domain/admin/figure-totals.ts';
import type { Line } from './journal.ts';

/** US cents on each side, and base units of a cash account's token. */
export interface Sum {
  debit: number;
  credit: number;
  units: bigint;
}

const NOTHING: Sum = { debit: 0, credit: 0, units: 0n };
/** Base units that one of a roll-up's `gwei` stands for. */
export const PER_GWEI = 1_000_000_000n;

/** Debits less credits. */
export const netOf = ({ debit, credit }: Sum): number => debit - credit;

/** Sums by account. */
export class Totals {
  private readonly sums: Map<string, Sum>;

  constructor() {
    this.sums = new Map();
  }

  of(account: string): Sum {
    return this.sums.get(account) ?? NOTHING;
  }

  /** Accounts with any line, by id. */
  accounts(): string[] {
    return [...this.sums.keys()].sort();
  }

  add(account: string, { debit = 0, credit = 0, units = 0n }: Partial<Sum>): this {
    const sum = this.of(account);
    this.sums.set(account, {
      debit: sum.debit + debit,
      credit: sum.credit + credit,
      units: sum.units + units,
    });
    return this;
  }

  addLines(lines: readonly Line[]): this {
    for (const { account, cents, units } of lines)
      this.add(account, {
        debit: Math.max(cents, 0),
        credit: Math.max(-cents, 0),
        ...(units === undefined ? {} : { units }),
      });
    return this;
  }

  addAll(other: Totals): this {
    for (const account of other.accounts()) this.add(account, other.of(account));
    return this;
  }

  /** Adds roll-ups of the figures `debit`, `credit` and `coins`, whose product is the account. */
  addFigures(rows: readonly FigureRow[]): this {
    for (const { figure, product, value, gwei } of rows) {
      if (product === '') continue;
      if (figure === 'debit') this.add(product, { debit: value });
      if (figure === 'credit') this.add(product, { credit: value });
      if (figure === 'coins') this.add(product, { units: BigInt(gwei) * PER_GWEI + BigInt(value) });
    }
    return this;
  }

  /** The lines that bring these sums to others, account by account; none if they have the same balances. */
  linesTo(others: Totals): Line[] {
    const all = new Set([...this.accounts(), ...others.accounts()]);
    return [...all].sort().flatMap((account): Line[] => {
      const [from, to] = [this.of(account), others.of(account)];
      const [cents, units] = [netOf(to) - netOf(from), to.units - from.units];
      if (cents === 0 && units === 0n) return [];
      return [{ account, cents, ...(units === 0n ? {} : { units }) }];
    });
  }
}
