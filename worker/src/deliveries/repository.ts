import { type SQL, sql } from 'drizzle-orm';
import type { Database, Statement } from '../db/client.ts';
import { deliveries, profiles, pushSubscriptions, webhooks } from '../db/profile-schema.ts';

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

/** An object as JSON text, with expressions evaluated by the database. */
export function jsonObject(fields: Readonly<Record<string, JsonValue>>): SQL {
  const parts = Object.entries(fields).map(([name, value]) => sql`${name}, ${value}`);
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
