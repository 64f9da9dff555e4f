import { and, asc, desc, eq, gte, inArray, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { Database, Statement } from '#worker/platform/db/client.ts';
import { guard } from '#worker/platform/db/guard.ts';
import { moveMark, readMark } from '#worker/platform/db/job-marks.ts';
import { type ChainEventRow, chainEvents } from '#worker/platform/db/registry-schema.ts';
import { blockDoubts } from '#worker/platform/db/scan-schema.ts';

export type NewEvent = typeof chainEvents.$inferInsert;

/** Events checked per run when their blocks are in doubt. */
const AT_HEIGHTS = 200;

/** Fields that only some kinds of events have. */
const NOTHING = {
  counterparty: null,
  token: null,
  amount: null,
  usd: null,
  usdCents: null,
  rate: null,
  claimNumber: null,
  incidentAt: null,
  outcome: null,
  fromStatus: null,
  confirmedAt: null,
  coverFrom: null,
  coverUntil: null,
  productCode: null,
  coverageUsd: null,
  detailsHash: null,
  validUntil: null,
  effectiveAt: null,
  givenUpAt: null,
};

/** Records an event once. An orphaned one becomes valid again at its new place. */
export const storeEvent = (db: Database, row: NewEvent) =>
  db
    .insert(chainEvents)
    .values(row)
    .onConflictDoUpdate({
      target: [chainEvents.chainId, chainEvents.txHash, chainEvents.identity],
      // When a transaction is mined again, another event may have this event index, and its block a later time.
      set: { ...NOTHING, ...row },
      setWhere: eq(chainEvents.status, 'orphaned'),
    });

type Identified = Pick<ChainEventRow, 'kind' | 'txHash' | 'quoteId' | 'eventIndex'>;
const identity = ({ kind, quoteId, eventIndex }: Identified) =>
  kind === 'purchased' ? quoteId : String(eventIndex);
/** Identifies an event within its chain: its transaction and the `identity` column. */
export const identityOf = (event: Identified): string => `${event.txHash}:${identity(event)}`;

/** Batch guard: no other run has recorded the event. */
export const guardUnrecorded = (db: Database, row: NewEvent): Statement =>
  guard(
    db,
    sql`NOT EXISTS (SELECT 1 FROM ${chainEvents} WHERE ${chainEvents.chainId} = ${row.chainId}
      AND ${chainEvents.txHash} = ${row.txHash} AND ${chainEvents.identity} = ${identity(row)}
      AND ${chainEvents.status} <> 'orphaned')`,
  );

/** Recorded events of these transactions (at most 90). */
export function eventsOf(db: Database, chainId: string, txHashes: readonly string[]) {
  return db
    .select()
    .from(chainEvents)
    .where(and(eq(chainEvents.chainId, chainId), inArray(chainEvents.txHash, [...txHashes])))
    .all();
}

const standing = (chainId: string, where: SQL | undefined) =>
  and(eq(chainEvents.chainId, chainId), where, ne(chainEvents.status, 'orphaned'));
const newestFirst = [desc(chainEvents.blockNumber), desc(chainEvents.eventIndex)];

/** Valid recorded events in these blocks, newest first. */
export function standingIn(db: Database, chainId: string, from: number, to: number, limit: number) {
  const inRange = and(gte(chainEvents.blockNumber, from), lte(chainEvents.blockNumber, to));
  return db
    .select()
    .from(chainEvents)
    .where(standing(chainId, inRange))
    .orderBy(...newestFirst)
    .limit(limit)
    .all();
}

/** Valid recorded events at these heights, newest first. */
export function standingAt(db: Database, chainId: string, heights: readonly number[]) {
  return db
    .select()
    .from(chainEvents)
    .where(standing(chainId, inArray(chainEvents.blockNumber, [...heights])))
    .orderBy(...newestFirst)
    .limit(AT_HEIGHTS)
    .all();
}

/** An event's position in its chain. */
export type Place = Pick<ChainEventRow, 'blockNumber' | 'eventIndex'>;

/** Unconfirmed events in chain order, after a place. */
export function unconfirmedEvents(db: Database, chainId: string, limit: number, after: Place | null) {
  const rest =
    after &&
    sql`(${chainEvents.blockNumber}, ${chainEvents.eventIndex}) > (${after.blockNumber}, ${after.eventIndex})`;
  return db
    .select()
    .from(chainEvents)
    .where(and(eq(chainEvents.chainId, chainId), eq(chainEvents.status, 'unconfirmed'), rest ?? undefined))
    .orderBy(asc(chainEvents.blockNumber), asc(chainEvents.eventIndex))
    .limit(limit)
    .all();
}

const markOf = (chainId: string) => `events:${chainId}`;

/** The event tried last; null to start with the oldest. */
export async function readTried(db: Database, chainId: string): Promise<Place | null> {
  const mark = await readMark(db, markOf(chainId));
  const [blockNumber, eventIndex] = (mark ?? '').split(':').map(Number);
  return blockNumber === undefined || eventIndex === undefined ? null : { blockNumber, eventIndex };
}

export async function moveTried(db: Database, chainId: string, to: Place): Promise<void> {
  await moveMark(db, markOf(chainId), `${to.blockNumber}:${to.eventIndex}`);
}

/** Batch guard: the event hasn't changed since it was read. */
export const guardEvent = (db: Database, row: ChainEventRow): Statement =>
  guard(
    db,
    sql`EXISTS (SELECT 1 FROM ${chainEvents} WHERE ${chainEvents.id} = ${row.id}
      AND ${chainEvents.status} = ${row.status} AND ${chainEvents.blockHash} = ${row.blockHash})`,
  );

export const setEvent = (
  db: Database,
  id: number,
  change: Partial<Pick<ChainEventRow, 'status' | 'fromStatus' | 'confirmedAt' | 'usdCents' | 'kind'>>,
): Statement => db.update(chainEvents).set(change).where(eq(chainEvents.id, id));

/** What a quote's event is known by, whichever row it has. */
export const eventKeyOf = (event: Pick<ChainEventRow, 'chainId'> & Identified): string =>
  `${event.chainId}:${identityOf(event)}`;

export type DoubtRow = typeof blockDoubts.$inferSelect;
/** A recorded block by height and hash. */
export type InBlock = Pick<DoubtRow, 'blockNumber' | 'blockHash'>;

/** A chain's doubted blocks, lowest first. */
export function readDoubts(db: Database, chainId: string, limit: number): Promise<DoubtRow[]> {
  return db
    .select()
    .from(blockDoubts)
    .where(eq(blockDoubts.chainId, chainId))
    .orderBy(blockDoubts.blockNumber)
    .limit(limit)
    .all();
}

/** Doubts about these heights (at most 90). */
export function doubtsAt(db: Database, chainId: string, numbers: readonly number[]): Promise<DoubtRow[]> {
  return db
    .select()
    .from(blockDoubts)
    .where(and(eq(blockDoubts.chainId, chainId), inArray(blockDoubts.blockNumber, [...numbers])))
    .all();
}

/** Records a sighting; a different hash replaces the previous one. */
export const storeDoubt = (db: Database, row: DoubtRow) =>
  db
    .insert(blockDoubts)
    .values(row)
    .onConflictDoUpdate({
      target: [blockDoubts.chainId, blockDoubts.blockNumber, blockDoubts.blockHash],
      set: {
        otherHash: sql`excluded.other_hash`,
        requestId: sql`excluded.request_id`,
        seenAt: sql`excluded.seen_at`,
      },
      setWhere: sql`${blockDoubts.otherHash} <> excluded.other_hash`,
    });

export async function dropDoubt(db: Database, chainId: string, block: InBlock): Promise<void> {
  await db
    .delete(blockDoubts)
    .where(
      and(
        eq(blockDoubts.chainId, chainId),
        eq(blockDoubts.blockNumber, block.blockNumber),
        eq(blockDoubts.blockHash, block.blockHash),
      ),
    );
}
