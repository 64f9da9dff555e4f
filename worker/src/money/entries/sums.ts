/** Sums of all entries by kind and cash account. They are exact at any moment: what is stored, and the entries after it. */
import { cashOf } from '#domain/books/accounts.ts';
import type { EnteredKind } from '#domain/books/journal.ts';
import type { Ctx } from '#worker/platform/context.ts';
import type { Database } from '#worker/platform/db/client.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { guardSummed, readSummed, type Sum, setSummed } from './repository.ts';

/** Entries summed in a run: more than any minute brings. */
const AT_ONCE = 5_000;

const keyOf = ({ kind, cash }: Pick<Sum, 'kind' | 'cash'>) => `${kind} ${cash}`;

/** Adds entries to sums, and says which they changed. */
function addUp({ sums, later }: Awaited<ReturnType<typeof readSummed>>) {
  const all = new Map(sums.map((sum) => [keyOf(sum), sum]));
  const changed = new Set<string>();
  for (const { kind, cash, sign, cents, units } of later) {
    const key = keyOf({ kind, cash });
    const sum = all.get(key) ?? { kind, cash, count: 0, cents: 0, units: 0n };
    all.set(key, {
      ...sum,
      count: sum.count + sign,
      cents: sum.cents + sign * cents,
      units: sum.units + BigInt(sign) * units,
    });
    changed.add(key);
  }
  return { all, changed };
}

/**
 * Stores the sums up to the newest entry, or as far as a run comes. A run that meets another one leaves it to that.
 * @returns how many rows and statements it took
 */
export async function sumEntries(ctx: Ctx): Promise<{ rows: number; statements: number }> {
  const read = await readSummed(ctx.db, AT_ONCE);
  const cost = { rows: read.sums.length + read.later.length, statements: 3 };
  const last = read.later.at(-1);
  if (!last) return cost;
  const { all, changed } = addUp(read);
  const set = [...changed].flatMap((key) => all.get(key) ?? []);
  const writes = setSummed(ctx.db, set, last.id);
  await commit(ctx, [guardSummed(ctx.db, read.mark), ...writes], () => false);
  return { ...cost, statements: 4 + writes.length };
}

/** The sums of all entries as they are now. */
export const readSums = async (db: Database): Promise<readonly Sum[]> => [
  ...addUp(await readSummed(db)).all.values(),
];

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
