import { and, asc, desc, eq, gt, gte, inArray, lte, ne, sql } from 'drizzle-orm';
import type { Database, Statement } from '../../platform/db/client.ts';
import { guard } from '../../platform/db/guard.ts';
import { jobCursors } from '../../platform/db/mail-schema.ts';
import {
  type ChainEventRow,
  chainEvents,
  chainTotals,
  exposureStarts,
} from '../../platform/db/registry-schema.ts';
import { exposures } from '../../platform/db/schema.ts';

export type NewChange = typeof chainEvents.$inferInsert;

/** Events that one run looks at when their blocks are in doubt. */
const AT_HEIGHTS = 200;
const identity = [chainEvents.chainId, chainEvents.txHash, chainEvents.logIndex];

/** What an event of another kind has and this one may not. */
const NOTHING = {
  counterparty: null,
  token: null,
  amount: null,
  usd: null,
  rate: null,
  claimNumber: null,
  incidentAt: null,
  outcome: null,
  coverUntil: null,
};

/** Records an event once; one that a reorganization took away stands again, where it is now. */
export async function storeChange(db: Database, row: NewChange): Promise<void> {
  const { createdAt: _createdAt, ...now } = row;
  await db
    .insert(chainEvents)
    .values(row)
    .onConflictDoUpdate({
      target: identity,
      // A transaction that is mined again may have another event under this log index.
      set: { ...NOTHING, ...now, status: 'unconfirmed', fromStatus: null, confirmedAt: null },
      setWhere: eq(chainEvents.status, 'orphaned'),
    });
}

/** Recorded events of these transactions that stand; at most 90 of them in one query. */
export function standingOf(db: Database, chainId: string, txHashes: readonly string[]) {
  return db
    .select()
    .from(chainEvents)
    .where(
      and(
        eq(chainEvents.chainId, chainId),
        inArray(chainEvents.txHash, [...txHashes]),
        ne(chainEvents.status, 'orphaned'),
      ),
    )
    .all();
}

/** Recorded events in these blocks that stand, newest blocks first. */
export function standingIn(db: Database, chainId: string, from: number, to: number, limit: number) {
  return db
    .select()
    .from(chainEvents)
    .where(
      and(
        eq(chainEvents.chainId, chainId),
        gte(chainEvents.blockNumber, from),
        lte(chainEvents.blockNumber, to),
        ne(chainEvents.status, 'orphaned'),
      ),
    )
    .orderBy(desc(chainEvents.blockNumber), desc(chainEvents.logIndex))
    .limit(limit)
    .all();
}

/** Recorded events at these heights that stand, newest first. */
export function standingAt(db: Database, chainId: string, heights: readonly number[]) {
  return db
    .select()
    .from(chainEvents)
    .where(
      and(
        eq(chainEvents.chainId, chainId),
        inArray(chainEvents.blockNumber, [...heights]),
        ne(chainEvents.status, 'orphaned'),
      ),
    )
    .orderBy(desc(chainEvents.blockNumber), desc(chainEvents.logIndex))
    .limit(AT_HEIGHTS)
    .all();
}

/** Where an event stands in its chain. */
export type Place = Pick<ChainEventRow, 'blockNumber' | 'logIndex'>;

/** Events still to be confirmed, in the order of the chain, from the one after a place on. */
export function unconfirmedChanges(db: Database, chainId: string, limit: number, after: Place | null) {
  const rest =
    after &&
    sql`(${chainEvents.blockNumber}, ${chainEvents.logIndex}) > (${after.blockNumber}, ${after.logIndex})`;
  return db
    .select()
    .from(chainEvents)
    .where(and(eq(chainEvents.chainId, chainId), eq(chainEvents.status, 'unconfirmed'), rest ?? undefined))
    .orderBy(asc(chainEvents.blockNumber), asc(chainEvents.logIndex))
    .limit(limit)
    .all();
}

const markOf = (chainId: string) => `events:${chainId}`;

/** The event that was tried last; null when the oldest comes next. */
export async function readTried(db: Database, chainId: string): Promise<Place | null> {
  const row = await db
    .select()
    .from(jobCursors)
    .where(eq(jobCursors.name, markOf(chainId)))
    .get();
  const [blockNumber, logIndex] = (row?.mark ?? '').split(':').map(Number);
  return blockNumber === undefined || logIndex === undefined ? null : { blockNumber, logIndex };
}

export async function moveTried(db: Database, chainId: string, to: Place): Promise<void> {
  const mark = `${to.blockNumber}:${to.logIndex}`;
  await db
    .insert(jobCursors)
    .values({ name: markOf(chainId), mark })
    .onConflictDoUpdate({ target: jobCursors.name, set: { mark } });
}

/** Leads a batch that changes an event: it still stands as it was read. */
export const guardChange = (db: Database, row: ChainEventRow): Statement =>
  guard(
    db,
    sql`EXISTS (SELECT 1 FROM ${chainEvents} WHERE ${chainEvents.id} = ${row.id}
      AND ${chainEvents.status} = ${row.status} AND ${chainEvents.blockHash} = ${row.blockHash})`,
  );

export const setChange = (
  db: Database,
  id: number,
  change: Partial<Pick<ChainEventRow, 'status' | 'fromStatus' | 'confirmedAt'>>,
) => db.update(chainEvents).set(change).where(eq(chainEvents.id, id));

/** Counts a paid claim into its chain's sums, or with negative figures out of them. */
export const addClaimPaid = (db: Database, chainId: string, claimsPaid: 1 | -1, claimsPaidUsd: number) =>
  db
    .insert(chainTotals)
    .values({ chainId, claimsPaid, claimsPaidUsd })
    .onConflictDoUpdate({
      target: chainTotals.chainId,
      set: {
        claimsPaid: sql`${chainTotals.claimsPaid} + ${claimsPaid}`,
        claimsPaidUsd: sql`${chainTotals.claimsPaidUsd} + ${claimsPaidUsd}`,
      },
    });

/**
 * What these chains have in force on `today` (YYYY-MM-DD) and have paid for claims, in one query: all cover that ends on
 * that day or later, less what begins after it. Reads at most a row a day and chain.
 */
export async function readFigures(db: Database, chainIds: readonly string[], today: string) {
  const ids = [...chainIds];
  const sum = (column: unknown) => sql<number>`coalesce(sum(${column}), 0)`;
  const ending = db
    .select({ usd: sum(exposures.coverageUsd).as('ending_usd'), n: sum(exposures.policies).as('ending_n') })
    .from(exposures)
    .where(and(inArray(exposures.chainId, ids), gte(exposures.endDate, today)))
    .as('ending');
  const coming = db
    .select({
      usd: sum(exposureStarts.coverageUsd).as('coming_usd'),
      n: sum(exposureStarts.policies).as('coming_n'),
    })
    .from(exposureStarts)
    .where(and(inArray(exposureStarts.chainId, ids), gt(exposureStarts.startDate, today)))
    .as('coming');
  const paid = db
    .select({ usd: sum(chainTotals.claimsPaidUsd).as('paid_usd') })
    .from(chainTotals)
    .where(inArray(chainTotals.chainId, ids))
    .as('paid');
  const row = await db
    .select({
      coverUsd: sql<number>`${ending.usd} - ${coming.usd}`,
      policies: sql<number>`${ending.n} - ${coming.n}`,
      claimsPaidUsd: paid.usd,
    })
    .from(ending)
    .crossJoin(coming)
    .crossJoin(paid)
    .get();
  return row ?? { coverUsd: 0, policies: 0, claimsPaidUsd: 0 };
}
