import { and, eq, getTableColumns, inArray, isNull, SQL, sql } from 'drizzle-orm';
import type {
  SQLiteColumn,
  SQLiteInsertValue,
  SQLiteTable,
  SQLiteUpdateSetSource,
} from 'drizzle-orm/sqlite-core';
import { AppError } from '#domain/errors.ts';
import type { Database, Statement, Statements } from './client.ts';

/** What the database says of a guard that doesn't hold: it quotes the path that it can't read. */
const REFUSED = 'guard constraint failed';

/**
 * A statement for the start of a batch. Unless `condition` holds, it fails and the batch does nothing. (A conditional UPDATE
 * that matches no row would let the rest run.) It writes nothing: outside a trigger only a function that fails can refuse.
 */
export const guard = (db: Database, condition: SQL): Statement => {
  const refused = sql.raw(`json_extract('{}', '${REFUSED}')`);
  return db
    .select({ holds: sql`holds`.as('holds') })
    .from(sql`(SELECT CASE WHEN ${condition} THEN 1 ELSE ${refused} END AS holds)`);
};

/** Values of columns: null for none, several for any of them. */
type Values<Table extends SQLiteTable> = {
  [Column in keyof Table['$inferSelect']]?:
    | Table['$inferSelect'][Column]
    | readonly NonNullable<Table['$inferSelect'][Column]>[]
    | SQL;
};
/** Rows of a table: those with these values, that meet a condition, or both. */
type Which<Table extends SQLiteTable> =
  | Values<Table>
  | readonly [Values<Table>, ...(SQL | undefined)[]]
  | SQL
  | undefined;

/** Whether a row has these values and meets these conditions. */
export function matches<Table extends SQLiteTable>(
  table: Table,
  values: Values<Table>,
  ...conditions: (SQL | undefined)[]
): SQL {
  const columns = getTableColumns(table);
  const equal = ([name, value]: [string, unknown]) => {
    const column = columns[name];
    if (!column || value === undefined) throw new Error(`A condition on ${name} needs a column and a value`);
    if (Array.isArray(value)) return inArray(column, value);
    return value === null ? isNull(column) : eq(column, value);
  };
  return needed(and(...Object.entries(values).map(equal), ...conditions));
}

/** Drizzle's `and` may have nothing to join, and a guard on any row at all guards nothing. */
function needed(condition: SQL | undefined): SQL {
  if (condition === undefined) throw new Error('A read, a write or a guard needs a condition');
  return condition;
}

function conditionOf<Table extends SQLiteTable>(table: Table, which: Which<Table>): SQL {
  if (which === undefined || which instanceof SQL) return needed(which);
  return matches(table, ...((Array.isArray(which) ? which : [which]) as [Values<Table>]));
}

/** Changes such rows. */
export const updateRows = <Table extends SQLiteTable>(
  db: Database,
  table: Table,
  which: Which<Table>,
  change: SQLiteUpdateSetSource<Table>,
) => db.update<SQLiteTable>(table).set(change).where(conditionOf(table, which));

/** Inserts a row, or changes the one that has its key already. */
export const upsertRow = <Table extends SQLiteTable>(
  db: Database,
  table: Table,
  row: SQLiteInsertValue<Table>,
  key: readonly (keyof Table['$inferSelect'] & string)[],
  change: SQLiteUpdateSetSource<Table>,
): Statement => {
  const columns = getTableColumns(table);
  const target = key.map((name) => columns[name] as SQLiteColumn);
  return db.insert(table).values(row).onConflictDoUpdate({ target, set: change });
};

/** Deletes such rows. */
export const deleteRows = <Table extends SQLiteTable>(db: Database, table: Table, which: Which<Table>) =>
  db.delete<SQLiteTable>(table).where(conditionOf(table, which));

const exists = <Table extends SQLiteTable>(table: Table, which: Which<Table>): SQL =>
  sql`EXISTS (SELECT 1 FROM ${table} WHERE ${conditionOf(table, which)})`;

/** Such rows in an order, all or at most `limit`. */
export const findRows = <Table extends SQLiteTable>(
  db: Database,
  table: Table,
  which: Which<Table>,
  order: readonly (SQL | SQLiteColumn)[] = [],
  limit = -1,
): Promise<Table['$inferSelect'][]> => {
  const rows = db
    .select()
    .from(table as SQLiteTable)
    .where(conditionOf(table, which));
  return rows
    .orderBy(...order)
    .limit(limit)
    .all();
};

/** The first such row in an order; null if there is none. */
export async function findRow<Table extends SQLiteTable>(
  db: Database,
  table: Table,
  which: Which<Table>,
  ...order: SQL[]
): Promise<Table['$inferSelect'] | null> {
  const [row] = await findRows(db, table, which, order, 1);
  return row ?? null;
}

/** Whether there is such a row. */
export async function hasRow<Table extends SQLiteTable>(db: Database, table: Table, which: Which<Table>) {
  return (await db.get<{ found: number }>(sql`SELECT ${exists(table, which)} AS found`)).found === 1;
}

/** Batch guard: there is such a row. */
export const guardRow = <Table extends SQLiteTable>(db: Database, table: Table, which: Which<Table>) =>
  guard(db, exists(table, which));

/** Batch guard: there is no such row. */
export const guardNoRow = <Table extends SQLiteTable>(db: Database, table: Table, which: Which<Table>) =>
  guard(db, sql`NOT ${exists(table, which)}`);

/** Batch guard: fewer rows than this meet the condition. */
export const guardFewer = (
  db: Database,
  table: SQLiteTable,
  which: SQL | undefined,
  most: number,
): Statement => guard(db, sql`(SELECT count(*) FROM ${table} WHERE ${which}) < ${most}`);

/** Batch guard: each of these records has the version that was read. */
export const guardVersions = (
  db: Database,
  table: SQLiteTable,
  read: readonly { id: number; version: number }[],
): Statement => {
  const seen = JSON.stringify(read.map(({ id, version }) => [id, version]));
  return guard(
    db,
    sql`(SELECT count(*) FROM json_each(${seen}) seen CROSS JOIN ${table} record
      WHERE record.id = seen.value ->> 0 AND record.version = seen.value ->> 1) = ${read.length}`,
  );
};

/** The database's own reason for a failure. drizzle wraps it together with the parameters. */
export function databaseReason(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (
      /constraint failed|D1_ERROR|SQLITE/i.test(cause.message) &&
      !cause.message.startsWith('Failed query')
    ) {
      return cause.message;
    }
  }
  return '';
}

export function isConstraintFailure(error: unknown): boolean {
  return /constraint failed/i.test(databaseReason(error));
}

/** What a batch that was refused means: a refusal of the request, or the result to use instead. */
type OnConflict<Instead> = AppError | ((error: unknown) => Instead | Promise<Instead>);

/** The results of a batch, or what `onConflict` makes of one that a guard or a unique key refused. */
async function attempt<Instead>(
  db: Database,
  statements: readonly Statement[],
  onConflict: OnConflict<Instead>,
): Promise<{ results: unknown[] } | { instead: Instead }> {
  try {
    return { results: await db.batch(statements as Statements) };
  } catch (error) {
    if (!isConstraintFailure(error)) throw error;
    if (onConflict instanceof AppError) throw onConflict;
    return { instead: await onConflict(error) };
  }
}

/**
 * Runs a batch that starts with a guard or inserts a unique key. If one of them fails, nothing was
 * written, and `onConflict` says what that means. Rethrows any other error.
 * @returns true once everything is written
 */
export async function commit<Instead = never>(
  { db }: { db: Database },
  statements: readonly Statement[],
  onConflict: OnConflict<Instead>,
): Promise<true | Instead> {
  const done = await attempt(db, statements, onConflict);
  return 'instead' in done ? done.instead : true;
}

/** The same, and reads in the same round trip the row that was written. */
export async function commitAndRead<Row, Instead>(
  { db }: { db: Database },
  statements: readonly Statement[],
  read: Statement & { all(): Promise<Row[]> },
  onConflict: OnConflict<Instead>,
): Promise<Row | Instead> {
  const done = await attempt(db, [...statements, read], onConflict);
  if ('instead' in done) return done.instead;
  const [row] = done.results.at(-1) as Row[];
  if (row === undefined) throw new Error('What was just written is not there');
  return row;
}
