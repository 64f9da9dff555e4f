import { and, asc, desc, eq, inArray, lt, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { Cursor } from '../../../../domain/page.ts';
import type { Database, Statement } from '../../platform/db/client.ts';
import { guard } from '../../platform/db/guard.ts';
import { deliveries, profiles, pushSubscriptions, webhooks } from '../../platform/db/profile-schema.ts';

export type DeliveryRow = typeof deliveries.$inferSelect;

const NEW_ID = sql`lower(hex(randomblob(16)))`;

interface Call {
  eventId: string;
  event: string;
  /** JSON. */
  body: SQL;
  now: string;
}

const columns = ({ eventId, event, body, now }: Call, channel: string, source: SQL) =>
  sql`${NEW_ID}, ${channel}, ${source}, ${eventId}, ${event}, ${body}, 'pending', 0, ${now}, NULL, NULL, ${now}, NULL`;

/** One delivery for each of the wallet's webhooks that asked for the event; none of it a second time. */
export const insertForWebhooks = (db: Database, wallet: string, call: Call): Statement =>
  db
    .insert(deliveries)
    .select(
      sql`SELECT ${columns(call, 'webhook', sql`${webhooks.id}, ${webhooks.wallet}`)} FROM ${webhooks}
        WHERE ${webhooks.wallet} = ${wallet}
          AND EXISTS (SELECT 1 FROM json_each(${webhooks.events}) WHERE value = ${call.event})`,
    )
    .onConflictDoNothing();

/** One delivery for each of the wallet's browsers, if it wants push notifications at all. */
export const insertForPush = (db: Database, wallet: string, call: Call): Statement =>
  db
    .insert(deliveries)
    .select(
      sql`SELECT ${columns(call, 'push', sql`${pushSubscriptions.id}, ${pushSubscriptions.wallet}`)}
        FROM ${pushSubscriptions}
        JOIN ${profiles} ON ${profiles.wallet} = ${pushSubscriptions.wallet} AND ${profiles.pushNotifications} = 1
        WHERE ${pushSubscriptions.wallet} = ${wallet}`,
    )
    .onConflictDoNothing();

/** A value of an event, or an expression that the same batch can evaluate. */
export type JsonValue = string | number | SQL;

/** The database takes every number for a real one, and would write 1200.0. */
const exact = (value: JsonValue) =>
  Number.isInteger(value) ? sql`CAST(${value} AS INTEGER)` : sql`${value}`;

/** An object as JSON text, with expressions evaluated by the database. */
export function jsonObject(fields: Readonly<Record<string, JsonValue>>): SQL {
  const parts = Object.entries(fields).map(([name, value]) => sql`${name}, ${exact(value)}`);
  return sql`json_object(${sql.join(parts, sql`, `)})`;
}

export const jsonBody = (value: unknown): SQL => sql`${JSON.stringify(value)}`;

/** Ids and numbers of what the same batch inserts. */
export const policyIdOf = (quoteId: string): SQL =>
  sql`(SELECT id FROM policies WHERE quote_id = ${quoteId})`;
export const policyNumberOf = (quoteId: string): SQL =>
  sql`(SELECT printf('POL-%03d', id) FROM policies WHERE quote_id = ${quoteId})`;
export const claimIdOf = (key: string): SQL => sql`(SELECT id FROM claims WHERE key = ${key})`;
export const claimNumberOf = (key: string): SQL =>
  sql`(SELECT printf('CLM-%03d', id) FROM claims WHERE key = ${key})`;

export interface DueDelivery {
  id: string;
  attempts: number;
}

/** Takes the deliveries that are due; nobody else takes them before `until`. */
export async function takeDue(
  db: Database,
  now: string,
  until: string,
  limit: number,
): Promise<DueDelivery[]> {
  const due = db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(eq(deliveries.state, 'pending'), lte(deliveries.nextAttemptAt, now)))
    .orderBy(asc(deliveries.nextAttemptAt))
    .limit(limit);
  return db
    .update(deliveries)
    .set({ nextAttemptAt: until })
    .where(inArray(deliveries.id, due))
    .returning({ id: deliveries.id, attempts: deliveries.attempts });
}

/** Gives taken deliveries back, due now. */
export async function giveBack(db: Database, ids: readonly string[], now: string): Promise<void> {
  await db
    .update(deliveries)
    .set({ nextAttemptAt: now })
    .where(and(inArray(deliveries.id, [...ids]), eq(deliveries.state, 'pending')));
}

/**
 * The delivery, counted as an attempt, for the one consumer that starts from `attempts`; null when it is done or with
 * another consumer. An attempt that never ends is made again after `until`.
 */
export async function claimDelivery(
  db: Database,
  due: DueDelivery,
  until: string,
): Promise<DeliveryRow | null> {
  const row = await db
    .update(deliveries)
    .set({ attempts: due.attempts + 1, nextAttemptAt: until })
    .where(
      and(eq(deliveries.id, due.id), eq(deliveries.state, 'pending'), eq(deliveries.attempts, due.attempts)),
    )
    .returning()
    .get();
  return row ?? null;
}

type Ending = Pick<DeliveryRow, 'state' | 'responseStatus' | 'lastError'> &
  Partial<Pick<DeliveryRow, 'deliveredAt' | 'nextAttemptAt'>>;

/** Records what came of an attempt. Does nothing when a later attempt has begun. */
export const endAttempt = (db: Database, delivery: DeliveryRow, ending: Ending) =>
  db
    .update(deliveries)
    .set(ending)
    .where(
      and(
        eq(deliveries.id, delivery.id),
        eq(deliveries.state, 'pending'),
        eq(deliveries.attempts, delivery.attempts),
      ),
    );

/** What belongs to one subscription of one wallet. */
export interface Target {
  targetId: string;
  wallet: string;
}

const toTarget = ({ targetId, wallet }: Target) =>
  and(eq(deliveries.targetId, targetId), eq(deliveries.wallet, wallet));

export const deleteTo = (db: Database, target: Target): Statement =>
  db.delete(deliveries).where(toTarget(target));

/** Deliveries to a subscription from a position on, which is not among them: newest first, or with `back` from there up. */
export function listTo(
  db: Database,
  target: Target,
  limit: number,
  from: Cursor | null,
): Promise<DeliveryRow[]> {
  const { createdAt, id } = deliveries;
  const page = from && sql`(${createdAt}, ${id}) ${sql.raw(from.back ? '>' : '<')} (${from.at}, ${from.id})`;
  const order = from?.back ? asc : desc;
  return db
    .select()
    .from(deliveries)
    .where(and(toTarget(target), page ?? undefined))
    .orderBy(order(createdAt), order(id))
    .limit(limit)
    .all();
}

export async function findTo(db: Database, target: Target, id: string): Promise<DeliveryRow | null> {
  const row = await db
    .select()
    .from(deliveries)
    .where(and(toTarget(target), eq(deliveries.id, id)))
    .get();
  return row ?? null;
}

const doneTo = (target: Target, id: string) =>
  and(toTarget(target), eq(deliveries.id, id), ne(deliveries.state, 'pending'));

/** Leads a batch that lets a delivery begin anew: it is done, one way or the other. */
export const guardDone = (db: Database, target: Target, id: string): Statement =>
  guard(db, sql`EXISTS (SELECT 1 FROM ${deliveries} WHERE ${doneTo(target, id)})`);

/** Lets a delivery begin anew, with all attempts before it. */
export const restart = (db: Database, target: Target, id: string, now: string): Statement =>
  db
    .update(deliveries)
    .set({
      state: 'pending',
      attempts: 0,
      nextAttemptAt: now,
      responseStatus: null,
      lastError: null,
      deliveredAt: null,
    })
    .where(doneTo(target, id));

/** Deletes deliveries that are done, and whose last attempt was before. */
export async function purgeDone(db: Database, before: string, limit: number): Promise<void> {
  const old = db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(inArray(deliveries.state, ['delivered', 'failed']), lt(deliveries.nextAttemptAt, before)))
    .limit(limit);
  await db.delete(deliveries).where(inArray(deliveries.id, old));
}

/** A browser of the wallet. */
export async function findBrowser(db: Database, { targetId, wallet }: Target) {
  const row = await db
    .select()
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, targetId), eq(pushSubscriptions.wallet, wallet)))
    .get();
  return row ?? null;
}

/** Forgets a browser whose push service no longer knows the address. */
export const deleteBrowser = (db: Database, { targetId, wallet }: Target): Statement =>
  db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, targetId), eq(pushSubscriptions.wallet, wallet)));

/** All deliveries of a wallet, oldest first. */
export function deliveriesOf(db: Database, wallet: string): Promise<DeliveryRow[]> {
  return db
    .select()
    .from(deliveries)
    .where(eq(deliveries.wallet, wallet))
    .orderBy(asc(deliveries.createdAt))
    .all();
}
