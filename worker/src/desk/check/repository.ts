import { sql } from 'drizzle-orm';
import type { Database } from '#worker/platform/db/client.ts';
import { DESK_COLUMNS, DESK_KINDS, type DeskKindName, recordOf } from '#worker/platform/db/desk-kinds.ts';

/** The highest number of a record of this kind; 0 if there is none. */
export async function lastRecord(db: Database, kind: DeskKindName): Promise<number> {
  const [row] = await db.all<{ last: number | null }>(
    sql.raw(`SELECT max(${recordOf(kind)}) AS last FROM "${DESK_KINDS[kind].from}"`),
  );
  return row?.last ?? 0;
}

const columnsOf = (row: string) => sql.raw(DESK_COLUMNS.map((column) => `${row}."${column}"`).join(', '));

/** The records from one number to another whose row is missing, or is not what they make of it. */
export async function findDiffering(
  db: Database,
  kind: DeskKindName,
  [from, to]: [number, number],
): Promise<number[]> {
  const rows = await db.all<{ record: number }>(
    sql`SELECT r.record FROM desk_rows r LEFT JOIN desk d ON d.id = r.id
      WHERE r.kind = ${kind} AND r.record BETWEEN ${from} AND ${to}
        AND (d.id IS NULL OR (${columnsOf('d')}) IS NOT (${columnsOf('r')}))`,
  );
  return rows.map(({ record }) => record);
}

/** Makes the rows of these records again. */
export const refreshRows = (db: Database, kind: DeskKindName, records: readonly number[]) =>
  db.run(
    sql`INSERT INTO desk_rows (kind, record) SELECT ${kind}, value FROM json_each(${JSON.stringify(records)})`,
  );
