import {
  and,
  asc,
  between,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Database, Statement } from '../../platform/db/client.ts';
import { guard } from '../../platform/db/guard.ts';
import { recipientAccounts, recipientMovements } from '../../platform/db/movements-schema.ts';
import { chainEvents } from '../../platform/db/registry-schema.ts';
import { paymentExceptions } from '../../platform/db/schema.ts';

export type MovementRow = typeof recipientMovements.$inferSelect;
export type NewMovement = typeof recipientMovements.$inferInsert;
export type AccountRow = typeof recipientAccounts.$inferSelect;

const { chainId, account, blockNumber, free, reserved, meaning, settledAt, blockTime } = recipientMovements;

/** Nothing explains it, and nobody settled it. */
const isOpen = and(isNull(meaning), isNull(settledAt));

/** The accounts of a chain whose movements are recorded. */
export const accountsOf = (db: Database, chain: string): Promise<AccountRow[]> =>
  db.select().from(recipientAccounts).where(eq(recipientAccounts.chainId, chain)).all();

/** Keeps from when on an account's movements are recorded. One that is kept already stays. */
export const insertAccount = (
  db: Database,
  row: Pick<AccountRow, 'chainId' | 'account' | 'fromBlock' | 'free' | 'reserved'>,
): Statement => db.insert(recipientAccounts).values(row).onConflictDoNothing();

/** What moved to or from an account that has become ours moved between our own accounts. */
export const claimAsOwn = (db: Database, chain: string, key: string): Statement =>
  db
    .update(recipientMovements)
    .set({ meaning: 'own' })
    .where(and(eq(chainId, chain), eq(recipientMovements.counterparty, key), isOpen));

/** The movements recorded in a range of blocks, both included. */
export const movementsIn = (db: Database, chain: string, from: number, to: number): Promise<MovementRow[]> =>
  db
    .select()
    .from(recipientMovements)
    .where(and(eq(chainId, chain), between(blockNumber, from, to)))
    .all();

export const insertMovement = (db: Database, row: NewMovement): Statement =>
  db.insert(recipientMovements).values(row).onConflictDoNothing();

/** Forgets what was read from another block at this height. */
export const dropOthers = (db: Database, chain: string, number: number, hash: string): Statement =>
  db
    .delete(recipientMovements)
    .where(and(eq(chainId, chain), eq(blockNumber, number), ne(recipientMovements.blockHash, hash)));

/** A signed sum in two parts of twelve digits, since one may exceed a number of the database. */
const digits = (amount: typeof free | typeof reserved, start: string): SQL =>
  sql`coalesce(sum(iif(${amount} LIKE '-%', -1, 1) * CAST(substr(printf('%024d', 0) || ltrim(${amount}, '-'), ${sql.raw(start)}) AS INTEGER)), 0)`;

/** What an account gained and lost after one block and up to another. */
export async function sumMovements(
  db: Database,
  { chainId: chain, account: key, fromBlock }: AccountRow,
  to: number,
): Promise<{ free: bigint; reserved: bigint }> {
  const row = await db
    .select({
      freeHigh: digits(free, '-24, 12').mapWith(Number).as('free_high'),
      freeLow: digits(free, '-12').mapWith(Number).as('free_low'),
      reservedHigh: digits(reserved, '-24, 12').mapWith(Number).as('reserved_high'),
      reservedLow: digits(reserved, '-12').mapWith(Number).as('reserved_low'),
    })
    .from(recipientMovements)
    .where(and(eq(chainId, chain), eq(account, key), between(blockNumber, fromBlock + 1, to)))
    .get();
  const together = (high = 0, low = 0) => BigInt(high) * 10n ** 12n + BigInt(low);
  return {
    free: together(row?.freeHigh, row?.freeLow),
    reserved: together(row?.reservedHigh, row?.reservedLow),
  };
}

export const setChecked = (
  db: Database,
  { chainId: chain, account: key }: AccountRow,
  checked: Pick<AccountRow, 'checkedBlock' | 'checkedAt' | 'freeDifference' | 'reservedDifference'>,
): Statement =>
  db
    .update(recipientAccounts)
    .set(checked)
    .where(and(eq(recipientAccounts.chainId, chain), eq(recipientAccounts.account, key)));

/** Most lines of a list at the desk. */
const SHOWN = 50;

/** The newest movements of a chain that nothing explains and nobody settled. */
export const openMovements = (db: Database, chain: string): Promise<MovementRow[]> =>
  db
    .select()
    .from(recipientMovements)
    .where(and(eq(chainId, chain), isOpen))
    .orderBy(desc(recipientMovements.id))
    .limit(SHOWN)
    .all();

export async function movementById(db: Database, chain: string, id: number): Promise<MovementRow | null> {
  const own = and(eq(recipientMovements.id, id), eq(chainId, chain));
  return (await db.select().from(recipientMovements).where(own).get()) ?? null;
}

/** Batch guard: nothing explains the movement, and nobody settled it. */
export const guardMovement = (db: Database, { id }: MovementRow): Statement =>
  guard(
    db,
    sql`EXISTS (SELECT 1 FROM ${recipientMovements} WHERE ${recipientMovements.id} = ${id} AND ${isOpen})`,
  );

export const settleMovement = (
  db: Database,
  { id }: MovementRow,
  settled: Pick<MovementRow, 'settledAt' | 'settledBy' | 'note'>,
): Statement => db.update(recipientMovements).set(settled).where(eq(recipientMovements.id, id));

const isDust = eq(paymentExceptions.reason, 'dust');
const dayOf = sql<string>`substr(${chainEvents.blockTime}, 1, 10)`;

/** The payments that stand for all small ones of some days. */
export const dustOf = (db: Database, chain: string, days: readonly string[]) =>
  db
    .select({ exceptionId: paymentExceptions.id, quoteId: chainEvents.quoteId, day: dayOf.as('day') })
    .from(chainEvents)
    .innerJoin(paymentExceptions, eq(paymentExceptions.eventId, chainEvents.id))
    .where(
      and(
        eq(chainEvents.chainId, chain),
        or(...days.map((day) => and(gte(chainEvents.blockTime, day), lt(chainEvents.blockTime, `${day}U`)))),
        eq(chainEvents.kind, 'purchased'),
        ne(chainEvents.status, 'orphaned'),
        isDust,
      ),
    )
    .orderBy(asc(chainEvents.id))
    .all();

/** How many small transfers came on a day, and their sum. */
export async function sumDust(db: Database, chain: string, day: string) {
  const row = await db
    .select({ transfers: count(), amount: sql<number>`coalesce(sum(CAST(${free} AS INTEGER)), 0)` })
    .from(recipientMovements)
    .where(and(eq(chainId, chain), eq(meaning, 'dust'), gte(blockTime, day), lte(blockTime, `${day}U`)))
    .get();
  return { transfers: row?.transfers ?? 0, amount: BigInt(row?.amount ?? 0) };
}

export const setDetail = (db: Database, ids: readonly number[], detail: string): Statement =>
  db
    .update(paymentExceptions)
    .set({ detail })
    .where(and(inArray(paymentExceptions.id, [...ids]), isDust));

/** Movements in the order in which they were recorded. */
export const movementPage = (
  db: Database,
  limit: number,
  from: { id: number; back: boolean } | null,
): Promise<MovementRow[]> =>
  db
    .select()
    .from(recipientMovements)
    .where(from ? (from.back ? lt : gt)(recipientMovements.id, from.id) : undefined)
    .orderBy((from?.back ? desc : asc)(recipientMovements.id))
    .limit(limit)
    .all();
