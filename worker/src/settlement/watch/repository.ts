import { and, asc, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { type Database, firstOf, type Statement } from '#worker/platform/db/client.ts';
import { findRows, guard, matches, updateRows } from '#worker/platform/db/guard.ts';
import {
  type ChainEventRow,
  type ChainNotice,
  chainEvents,
  contractNotices,
} from '#worker/platform/db/registry-schema.ts';

type Place = Pick<ChainEventRow, 'chain_id' | 'tx_hash' | 'event_index'>;
/** An event with its log, which only `governance` and `payout_announced` have. */
export type Logged = ChainEventRow & { log: string | null };
export type Due = Logged & { notice: ChainNotice; noticeAt: string };

const KEY = [contractNotices.chain_id, contractNotices.tx_hash, contractNotices.event_index];
const at = ({ chain_id, tx_hash, event_index }: Place) =>
  matches(contractNotices, { chain_id, tx_hash, event_index });
const ofEvent = and(
  eq(contractNotices.chain_id, chainEvents.chain_id),
  eq(contractNotices.tx_hash, chainEvents.tx_hash),
  eq(contractNotices.event_index, chainEvents.event_index),
);

/** Keeps the log of an event that is recorded. When a transaction is mined again, another event may have its place. */
export const storeLog = (
  db: Database,
  { chain_id, tx_hash, event_index }: Place,
  log: { topics: readonly string[]; data: string },
): Statement => {
  const text = JSON.stringify(log);
  return db
    .insert(contractNotices)
    .values({ chain_id, tx_hash, event_index, log: text })
    .onConflictDoUpdate({ target: KEY, set: { log: text } });
};

/**
 * What people are told of an event next.
 * @param unless nothing is changed while this is what they are told next
 */
export const setNotice = (
  db: Database,
  { chain_id, tx_hash, event_index }: Place,
  next: { notice: ChainNotice | null; notice_at: string | null },
  unless: ChainNotice | null = null,
): Statement => {
  const differs = sql`${contractNotices.notice} IS NOT ${unless}`;
  return db
    .insert(contractNotices)
    .values({ chain_id, tx_hash, event_index, ...next })
    .onConflictDoUpdate({ target: KEY, set: next, ...(unless && { setWhere: differs }) });
};

/** Nobody is told of an event anymore of which nobody was told. */
export const dropUntold = (db: Database, event: Place): Statement =>
  updateRows(db, contractNotices, [{ notice: 'happened' }, at(event)], {
    notice: null,
    notice_at: null,
  });

const inOrder = [asc(chainEvents.block_number), asc(chainEvents.event_index)];

/** Events of which people are told now, the longest due first. A run without any reads one row. */
export const dueNotices = async (
  db: Database,
  chainIds: readonly string[],
  now: string,
  limit: number,
): Promise<Due[]> => {
  const notices = await db
    .select()
    .from(contractNotices)
    .where(and(lte(contractNotices.notice_at, now), inArray(contractNotices.chain_id, [...chainIds])))
    .orderBy(asc(contractNotices.notice_at))
    .limit(limit)
    .all();
  if (notices.length === 0) return [];
  const events = await findRows(
    db,
    chainEvents,
    { chain_id: chainIds, tx_hash: [...new Set(notices.map(({ tx_hash }) => tx_hash))] },
    [...inOrder],
  );
  return events.flatMap((event) => {
    const due = notices.find(
      ({ chain_id, tx_hash, event_index }) =>
        chain_id === event.chain_id && tx_hash === event.tx_hash && event_index === event.event_index,
    );
    const { log, notice, notice_at } = due ?? {};
    return notice && notice_at ? [{ ...event, log: log ?? null, notice, noticeAt: notice_at }] : [];
  });
};

/** Events about roles, announcements, stops and limits, in the order of the chain. */
async function governance(db: Database, chainId: string, ...conditions: SQL[]): Promise<Logged[]> {
  const rows = await db
    .select({ event: chainEvents, log: contractNotices.log })
    .from(chainEvents)
    .innerJoin(contractNotices, ofEvent)
    .where(
      and(
        eq(chainEvents.chain_id, chainId),
        sql`${chainEvents.kind} IN ('governance', 'payout_announced')`,
        ...conditions,
      ),
    )
    .orderBy(...inOrder)
    .all();
  return rows.map(({ event, log }) => ({ ...event, log }));
}

/** All confirmed events about roles, announcements, stops and limits before one, or all, in the order of the chain. */
export const governanceEvents = (
  db: Database,
  chainId: string,
  before?: Pick<ChainEventRow, 'block_number' | 'event_index'>,
): Promise<Logged[]> =>
  governance(
    db,
    chainId,
    eq(chainEvents.status, 'confirmed'),
    ...(before
      ? [
          sql`(${chainEvents.block_number}, ${chainEvents.event_index}) < (${before.block_number}, ${before.event_index})`,
        ]
      : []),
  );

/** An event with its log; null if it has none. */
export async function withLog(db: Database, event: ChainEventRow): Promise<Logged | null> {
  const found = await firstOf(db.select({ log: contractNotices.log }).from(contractNotices).where(at(event)));
  return found && { ...event, log: found.log };
}

/** The events about roles, announcements, stops and limits since a moment, also unconfirmed ones, in the order of the chain. */
export const recentGovernance = (db: Database, chainId: string, since: string): Promise<Logged[]> =>
  governance(db, chainId, sql`${chainEvents.status} <> 'orphaned'`, gte(chainEvents.block_time, since));

/** Batch guard: nobody was told of these events meanwhile, and none of them has changed. */
export const guardNotices = (db: Database, rows: readonly Due[]): Statement => {
  const unchanged = rows.map(
    (row): SQL => sql`EXISTS (SELECT 1 FROM ${contractNotices} JOIN ${chainEvents} ON ${ofEvent}
      WHERE ${chainEvents.id} = ${row.id} AND ${chainEvents.block_hash} = ${row.block_hash}
      AND ${chainEvents.status} = ${row.status} AND ${contractNotices.notice} = ${row.notice})`,
  );
  return guard(db, sql.join(unchanged, sql` AND `));
};
