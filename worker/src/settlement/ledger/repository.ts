import { and, desc, eq, getTableColumns, gte, inArray, lte, ne, type SQL, sql } from 'drizzle-orm';
import { among, type Database, type Statement } from '#worker/platform/db/client.ts';
import {
  deleteRows,
  findRows,
  guardNoRow,
  guardRow,
  matches,
  updateRows,
} from '#worker/platform/db/guard.ts';
import { moveMark, readMark } from '#worker/platform/db/job-marks.ts';
import {
  type ChainEventRow,
  chainEvents,
  isAfter,
  isUnsettled,
} from '#worker/platform/db/registry-schema.ts';
import { blockDoubts } from '#worker/platform/db/scan-schema.ts';

export type NewEvent = typeof chainEvents.$inferInsert;

/** Events checked per run when their blocks are in doubt. */
const AT_HEIGHTS = 200;

/** Fields that only some kinds of events have. */
const NOTHING = Object.fromEntries(
  Object.entries(getTableColumns(chainEvents))
    .filter(([, { notNull, generated }]) => !notNull && !generated)
    .map(([name]) => [name, null]),
);

/** Records an event once. An orphaned one becomes valid again at its new place. */
export const storeEvent = (db: Database, row: NewEvent) =>
  db
    .insert(chainEvents)
    .values(row)
    .onConflictDoUpdate({
      target: [chainEvents.chain_id, chainEvents.tx_hash, chainEvents.identity],
      // When a transaction is mined again, another event may have this event index, and its block a later time.
      set: { ...NOTHING, ...row, generation: sql`${chainEvents.generation} + 1` },
      setWhere: eq(chainEvents.status, 'orphaned'),
    });

type Identified = Pick<ChainEventRow, 'kind' | 'tx_hash' | 'quote_id' | 'event_index'>;
const identity = ({ kind, quote_id, event_index }: Identified) =>
  kind === 'purchased' ? quote_id : String(event_index);
/** Identifies an event within its chain: its transaction and the `identity` column. */
export const identityOf = (event: Identified): string => `${event.tx_hash}:${identity(event)}`;

/** Batch guard: no other run has recorded the event. */
export const guardUnrecorded = (db: Database, row: NewEvent): Statement =>
  guardNoRow(
    db,
    chainEvents,
    standing(row.chain_id, matches(chainEvents, { tx_hash: row.tx_hash, identity: identity(row) })),
  );

/** Recorded events of these transactions (at most 90). */
export function eventsOf(db: Database, chainId: string, txHashes: readonly string[]) {
  return findRows(db, chainEvents, { chain_id: chainId, tx_hash: txHashes });
}

const standing = (chainId: string, where: SQL | undefined) =>
  and(eq(chainEvents.chain_id, chainId), where, ne(chainEvents.status, 'orphaned'));
const newestFirst = [desc(chainEvents.block_number), desc(chainEvents.event_index)];

/** Valid recorded events in these blocks, newest first. */
export function standingIn(db: Database, chainId: string, from: number, to: number, limit: number) {
  const inRange = and(gte(chainEvents.block_number, from), lte(chainEvents.block_number, to));
  return findRows(db, chainEvents, standing(chainId, inRange), newestFirst, limit);
}

/** Valid recorded events at these heights, newest first. */
export function standingAt(db: Database, chainId: string, heights: readonly number[]) {
  const atThem = inArray(chainEvents.block_number, [...heights]);
  return findRows(db, chainEvents, standing(chainId, atThem), newestFirst, AT_HEIGHTS);
}

/** An event's position in its chain. */
export type Place = Pick<ChainEventRow, 'block_number' | 'event_index'>;

/** Unconfirmed events in chain order, after a place. */
export function unconfirmedEvents(db: Database, chainId: string, limit: number, after: Place | null) {
  const { block_number, event_index } = chainEvents;
  const waiting = { chain_id: chainId, status: 'unconfirmed' } as const;
  const rest = after ? isAfter(after) : undefined;
  return findRows(db, chainEvents, [waiting, isUnsettled, rest], [block_number, event_index], limit);
}

const markOf = (chainId: string) => `events:${chainId}`;

/** The event tried last; null to start with the oldest. */
export async function readTried(db: Database, chainId: string): Promise<Place | null> {
  const mark = await readMark(db, markOf(chainId));
  const [blockNumber, eventIndex] = (mark ?? '').split(':').map(Number);
  return blockNumber === undefined || eventIndex === undefined
    ? null
    : { block_number: blockNumber, event_index: eventIndex };
}

export async function moveTried(db: Database, chainId: string, to: Place): Promise<void> {
  await moveMark(db, markOf(chainId), `${to.block_number}:${to.event_index}`);
}

/** Batch guard: the event hasn't changed since it was read. */
export const guardEvent = (
  db: Database,
  { id, status, block_hash }: Pick<ChainEventRow, 'id' | 'status' | 'block_hash'>,
): Statement => guardRow(db, chainEvents, { id, status, block_hash });

export const setEvent = (
  db: Database,
  id: number,
  change: Partial<Pick<ChainEventRow, 'status' | 'from_status' | 'confirmed_at' | 'usd_cents' | 'kind'>>,
): Statement => updateRows(db, chainEvents, { id }, change);

/** What a quote's event is known by, whichever row it has. */
export const eventKeyOf = (event: Pick<ChainEventRow, 'chain_id'> & Identified): string =>
  `${event.chain_id}:${identityOf(event)}`;

export type DoubtRow = typeof blockDoubts.$inferSelect;
/** A recorded block by height and hash. */
export type InBlock = Pick<DoubtRow, 'block_number' | 'block_hash'>;

/** A chain's doubted blocks, lowest first. */
export function readDoubts(db: Database, chainId: string, limit: number): Promise<DoubtRow[]> {
  return findRows(db, blockDoubts, { chain_id: chainId }, [blockDoubts.block_number], limit);
}

/** Doubts about these heights. */
export function doubtsAt(db: Database, chainId: string, numbers: readonly number[]): Promise<DoubtRow[]> {
  return db
    .select()
    .from(blockDoubts)
    .where(and(eq(blockDoubts.chain_id, chainId), inArray(blockDoubts.block_number, among(numbers))))
    .all();
}

/** Records a sighting; a different hash replaces the previous one. */
export const storeDoubt = (db: Database, row: DoubtRow) =>
  db
    .insert(blockDoubts)
    .values(row)
    .onConflictDoUpdate({
      target: [blockDoubts.chain_id, blockDoubts.block_number, blockDoubts.block_hash],
      set: {
        other_hash: sql`excluded.other_hash`,
        request_id: sql`excluded.request_id`,
        seen_at: sql`excluded.seen_at`,
      },
      setWhere: sql`${blockDoubts.other_hash} <> excluded.other_hash`,
    });

export async function dropDoubt(db: Database, chainId: string, block: InBlock): Promise<void> {
  await deleteRows(db, blockDoubts, {
    chain_id: chainId,
    block_number: block.block_number,
    block_hash: block.block_hash,
  });
}
