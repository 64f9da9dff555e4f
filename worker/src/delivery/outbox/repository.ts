import { and, asc, eq, inArray, lt, lte, type SQL, sql } from 'drizzle-orm';
import { type Database, firstOf, type Statement } from '#worker/platform/db/client.ts';
import { deleteRows, findRows, matches, updateRows } from '#worker/platform/db/guard.ts';
import { type ChannelKey, isDone, isOpen, outbox } from '#worker/platform/db/outbox-schema.ts';

export type OutboxRow = typeof outbox.$inferSelect;
export type DueEntry = Pick<OutboxRow, 'id' | 'attempts' | 'channel'> & { dueAt: string };

/** How long before a queued entry may be queued again, from when it is due. */
const HANDOVER_SECONDS = 300;
const moved = (from: SQL, seconds: number) =>
  sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', ${from}, ${`${seconds} seconds`})`;

/** Takes the entries that are due by `soon`, each with when it is due. No other run takes them meanwhile. */
export async function takeDue(db: Database, now: string, soon: string, limit: number): Promise<DueEntry[]> {
  const { id, attempts, channel, next_attempt_at } = outbox;
  const due = db
    .select({ id })
    .from(outbox)
    .where(and(isOpen, eq(outbox.state, 'queued'), lte(next_attempt_at, soon)))
    .orderBy(asc(next_attempt_at))
    .limit(limit);
  return db
    .update(outbox)
    .set({ next_attempt_at: moved(sql`max(${next_attempt_at}, ${now})`, HANDOVER_SECONDS) })
    .where(inArray(id, due))
    .returning({ id, attempts, channel, dueAt: moved(sql`${next_attempt_at}`, -HANDOVER_SECONDS) });
}

/** Returns taken entries, due as they were. */
export async function giveBack(db: Database, ids: readonly string[]): Promise<void> {
  await updateRows(
    db,
    outbox,
    { id: ids, state: 'queued' },
    {
      next_attempt_at: moved(sql`${outbox.next_attempt_at}`, -HANDOVER_SECONDS),
    },
  );
}

/**
 * Claims the entry for one attempt and counts it. Returns null if `attempts` is outdated, the entry is
 * done or another consumer has it. An attempt that never ends is retried after `until`.
 */
export const claimEntry = (
  db: Database,
  { id, attempts }: Pick<OutboxRow, 'id' | 'attempts'>,
  until: string,
): Promise<OutboxRow | null> =>
  firstOf(
    db
      .update(outbox)
      .set({ attempts: attempts + 1, next_attempt_at: until })
      .where(matches(outbox, { id, state: 'queued', attempts }))
      .returning(),
  );

type Ending = Pick<OutboxRow, 'last_error' | 'response_status'> &
  Partial<Pick<OutboxRow, 'state' | 'sent_at' | 'next_attempt_at'>>;

/** Records the outcome of an attempt. Does nothing if a later attempt has started. */
export const endAttempt = (
  db: Database,
  { id, attempts }: Pick<OutboxRow, 'id' | 'attempts'>,
  ending: Ending,
): Statement => updateRows(db, outbox, { id, state: 'queued', attempts }, ending);

/** Deletes up to `limit` finished entries of a channel whose last attempt was before a given time. */
export function purgeDone(db: Database, channel: ChannelKey, before: string, limit: number): Statement {
  const done = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(isDone, lt(outbox.next_attempt_at, before), eq(outbox.channel, channel)))
    .limit(limit);
  return deleteRows(db, outbox, inArray(outbox.id, done));
}

/** A wallet's entries in some channels, oldest first. */
export function entriesOf(
  db: Database,
  wallet: string,
  channels: readonly ChannelKey[],
): Promise<OutboxRow[]> {
  return findRows(db, outbox, { wallet, channel: channels }, [asc(outbox.created_at)]);
}
