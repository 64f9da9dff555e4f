import { type SQL, sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import { drizzle } from 'drizzle-orm/d1';
import { together } from './together.ts';

const dialectOf = (db: object) => (db as { dialect: { casing: unknown } }).dialect;
/** The names of all columns, which each request would otherwise collect again. */
const { casing } = dialectOf(drizzle({} as D1Database));

/**
 * The database of one request. Its first query goes to the primary and later ones see at least that state,
 * so read replicas can be enabled without a change here. Queries that start together are one round trip. `watch` is called
 * with each statement before it runs.
 */
export function openDatabase(binding: D1Database, watch: (sql: string) => void = () => {}) {
  const db = drizzle(together(binding.withSession('first-primary'), watch) as D1Database);
  dialectOf(db).casing = casing;
  return db;
}

export type Database = ReturnType<typeof openDatabase>;

/** A statement to run alone or in a batch. */
export type Statement = BatchItem<'sqlite'>;
/** A batch has at least one statement. */
export type Statements = [Statement, ...Statement[]];

/** A list of any length as one parameter, for `IN`: a statement takes at most 100. */
export const among = (values: readonly (number | string)[]): SQL =>
  sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;

/** A query's first row; null if it has none. */
export async function firstOf<Row>(query: { get(): Promise<Row | undefined> }): Promise<Row | null> {
  return (await query.get()) ?? null;
}

/** The one value that a query's first row holds; null if it has no row. */
export async function oneValue<Value>(query: {
  get(): Promise<{ value: Value } | undefined>;
}): Promise<Value | null> {
  return (await query.get())?.value ?? null;
}

/** The answers of several reads by their names, in one round trip because they start together. */
export async function readTogether<Reads extends Record<string, PromiseLike<unknown>>>(
  reads: Reads,
): Promise<{ [Name in keyof Reads]: Awaited<Reads[Name]> }> {
  const answers = await Promise.all(Object.values(reads));
  return Object.fromEntries(Object.keys(reads).map((name, index) => [name, answers[index]])) as never;
}
