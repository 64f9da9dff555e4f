/** Sums of all entries by kind and cash account. They are exact at any moment: what is stored, and the entries after it. */
import { cashOf } from '#domain/books/accounts.ts';
import type { EnteredKind } from '#domain/books/journal.ts';
import type { Ctx } from '#worker/platform/context.ts';
import type { Database } from '#worker/platform/db/client.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { type Addend, guardSummed, readAddends, readSummed, type Sum, setSummed } from './repository.ts';

/** Entries summed in a run: more than any minute brings. */
const AT_ONCE = 5_000;

const keyOf = ({ kind, cash }: Pick<Sum, 'kind' | 'cash'>) => `${kind} ${cash}`;
const byKey = (sums: readonly Sum[]) => new Map(sums.map((sum) => [keyOf(sum), sum]));

/** Adds entries to sums. */
function addUp(sums: Map<string, Sum>, entries: readonly Addend[]): Map<string, Sum> {
  for (const { kind, cash, sign, cents, units } of entries) {
    const key = keyOf({ kind, cash });
    const sum = sums.get(key) ?? { kind, cash, count: 0, cents: 0, units: 0n };
    sums.set(key, {
      ...sum,
      count: sum.count + sign,
      cents: sum.cents + sign * cents,
      units: sum.units + BigInt(sign) * units,
    });
  }
  return sums;
}

/**
 * Stores the sums up to the newest entry, or as far as a run comes. A run that meets another one leaves it to that.
 * @returns how many rows and statements it took
 */
export async function sumEntries(ctx: Ctx): Promise<{ rows: number; statements: number }> {
  const { mark, sums, later } = await readSummed(ctx.db, AT_ONCE);
  const cost = { rows: sums.length + later.length, statements: 3 };
  const last = later.at(-1);
  if (!last) return cost;
  const changed = new Set(later.map(keyOf));
  const set = [...addUp(byKey(sums), later).values()].filter((sum) => changed.has(keyOf(sum)));
  const writes = setSummed(ctx.db, set, last.id);
  await commit(ctx, [guardSummed(ctx.db, mark), ...writes], () => false);
  return { ...cost, statements: 4 + writes.length };
}

/** The stored sums that are not those of their entries, by how much, and what sets them right. Reads every entry. */
export async function findWrongSums({ db }: Ctx) {
  const { mark, sums } = await readSummed(db, 0);
  const counted = new Map<string, Sum>();
  let read = 0;
  for (let last = 0; last < mark; ) {
    const page = await readAddends(db, last, mark, AT_ONCE);
    addUp(counted, page);
    read += page.length;
    last = page.length < AT_ONCE ? mark : (page.at(-1)?.id ?? mark);
  }
  const stored = byKey(sums);
  const nothing = (sum: Sum): Sum => ({ ...sum, count: 0, cents: 0, units: 0n });
  const wrong = [...new Map([...stored, ...counted])].flatMap(([key, any]) => {
    const [is, should] = [stored.get(key) ?? nothing(any), counted.get(key) ?? nothing(any)];
    const { count, cents, units } = should;
    if (count === is.count && cents === is.cents && units === is.units) return [];
    return [{ key, sum: should, count: count - is.count, cents: cents - is.cents }];
  });
  const set = wrong.map(({ sum }) => sum);
  return {
    wrong,
    read,
    repair: wrong.length > 0 ? [guardSummed(db, mark), ...setSummed(db, set, mark)] : [],
  };
}

/** The sums of all entries as they are now. */
export async function readSums(db: Database): Promise<readonly Sum[]> {
  const { sums, later } = await readSummed(db);
  return [...addUp(byKey(sums), later).values()];
}

/** Whole US dollars of some sums of these kinds; `chains` leaves out what is on no other. */
export const dollarsOf = (
  sums: readonly Sum[],
  kinds: readonly EnteredKind[],
  chains?: readonly string[],
): number =>
  sums
    .filter(({ kind }) => kinds.includes(kind))
    .filter(({ cash }) => chains === undefined || chains.includes(cashOf(cash)?.chainId ?? ''))
    .reduce((total, { cents }) => total + cents / 100, 0);
