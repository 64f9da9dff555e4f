import { type SQL, sql } from 'drizzle-orm';
import type { ChannelKey, outbox } from '#worker/platform/db/outbox-schema.ts';

/** An event value, or an SQL expression that the same batch evaluates. */
export type JsonValue = string | number | null | SQL;

/** The database treats every number as a real and would write 1200.0. */
const exact = (value: JsonValue) =>
  Number.isInteger(value) ? sql`CAST(${value} AS INTEGER)` : sql`${value}`;

/** A JSON object as text, with expressions evaluated by the database. */
export function jsonObject(fields: Readonly<Record<string, JsonValue>>): SQL {
  const parts = Object.entries(fields).map(([name, value]) => sql`${name}, ${exact(value)}`);
  return sql`json_object(${sql.join(parts, sql`, `)})`;
}

export interface Call {
  eventId: string;
  event: string;
  /** JSON text. */
  body: SQL;
  /** ISO time. */
  now: string;
}

/**
 * A SELECT over `source` that yields one outbox row per subscription.
 * @param subscription its id and wallet
 */
export function callRows(
  channel: ChannelKey,
  { eventId, event, body, now }: Call,
  subscription: { id: SQL; wallet: SQL },
  source: SQL,
): SQL {
  const { id, wallet } = subscription;
  const values = {
    id: sql`lower(hex(randomblob(16)))`,
    channel: sql`${channel}`,
    wallet,
    kind: sql`${event}`,
    target: id,
    mailbox: sql`''`,
    subject: sql`''`,
    quote_id: sql`NULL`,
    event_id: sql`${eventId}`,
    body,
    state: sql`'queued'`,
    attempts: sql`0`,
    next_attempt_at: sql`${now}`,
    response_status: sql`NULL`,
    last_error: sql`NULL`,
    created_at: sql`${now}`,
    sent_at: sql`NULL`,
    dedupe_key: sql`${id} || ':' || ${eventId}`,
  } satisfies Record<keyof typeof outbox.$inferInsert, SQL>;
  return sql`SELECT ${sql.join(Object.values(values), sql`, `)} ${source}`;
}
