import { type SQL, sql } from 'drizzle-orm';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { matches, updateRows } from '#worker/platform/db/guard.ts';
import type { Database, Statement } from './client.ts';
import { DESK_KINDS, type DeskKindName, recordOf } from './desk-kinds.ts';
import { accounts } from './schema.ts';

/** The view whose trigger makes a record's row of the desk, and writes nothing where it stays the same. */
const deskRows = sqliteTable('desk_rows', { kind: text().notNull(), record: integer().notNull() });

/**
 * Makes the desk's rows of some records, for the batch that inserts them or for a repair. Whatever changes a record does so by
 * a trigger.
 * @param which condition on the table of the kind's records
 */
export const listRecords = (db: Database, kind: DeskKindName, which: SQL): Statement =>
  db
    .insert(deskRows)
    .select(
      sql`SELECT ${kind}, ${sql.raw(recordOf(kind))} FROM ${sql.identifier(DESK_KINDS[kind].from)} WHERE ${which}`,
    );

type Listed = 'name' | 'email' | 'policies' | 'premium_usd' | 'claims';

const summed = (...columns: Listed[]) =>
  Object.fromEntries(
    columns.map((column) => [
      column,
      sql.raw(`(SELECT s.${column} FROM customer_sums s WHERE s.id = accounts.id)`),
    ]),
  );

/**
 * Sets what the desk's list says of a customer, as the view `customer_sums` has it: of their profile or else of their newest
 * policy, and sums. The trigger `policies_changed` sums again when a policy changes its holder or ends.
 */
export const sumCustomer = (db: Database, wallet: string, ...columns: Listed[]): Statement =>
  updateRows(db, accounts, { wallet }, summed(...columns));

/** The same, of an account that begins now. It may have policies: somebody made its wallet their holder. */
export const sumNewCustomer = (db: Database, wallet: string, now: string): Statement =>
  db
    .update(accounts)
    .set(summed('name', 'email', 'policies', 'premium_usd', 'claims'))
    .where(matches(accounts, { wallet, created_at: now }));
