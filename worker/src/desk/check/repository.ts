import { sql } from 'drizzle-orm';
import type { Database, Statement } from '#worker/platform/db/client.ts';
import { DESK_COLUMNS, DESK_KINDS, type DeskKindName, recordOf } from '#worker/platform/db/desk-kinds.ts';
import { listRecords } from '#worker/platform/db/desk-rows.ts';

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
export const repairRows = (db: Database, kind: DeskKindName, records: readonly number[]): Statement =>
  listRecords(
    db,
    kind,
    sql`${sql.raw(recordOf(kind))} IN (SELECT value FROM json_each(${JSON.stringify(records)}))`,
  );

/** The counters of a kind as its rows make them, in the order of their names, as JSON. */
const countsOf = (kind: DeskKindName) => sql`(SELECT json_group_object(part, n) FROM (
  SELECT part, sum(n) AS n FROM (
    SELECT coalesce(status, '') || '/' || coalesce(class, '') AS part, count(*) AS n FROM desk WHERE kind = ${kind} GROUP BY 1
    UNION ALL SELECT '@' || section, count(*) FROM desk WHERE kind = ${kind} AND section IS NOT NULL GROUP BY 1
    UNION ALL SELECT '@' || mark, count(*) FROM desk WHERE kind = ${kind} AND mark IS NOT NULL AND status IS NOT NULL GROUP BY 1)
  GROUP BY part ORDER BY part))`;
const keptCounts = (kind: DeskKindName) => sql`(SELECT json_group_object(key, value) FROM (
  SELECT each.key, each.value FROM desk_counts, json_each(counts) each WHERE kind = ${kind} ORDER BY each.key))`;

/** Whether the counters of a kind are what its rows make them. */
export async function areCounted(db: Database, kind: DeskKindName): Promise<boolean> {
  const [row] = await db.all<{ same: number }>(sql`SELECT ${countsOf(kind)} = ${keptCounts(kind)} AS same`);
  return row?.same === 1;
}

/** Counts the rows of a kind again. */
export const recount = (db: Database, kind: DeskKindName) =>
  db.run(
    sql`INSERT INTO desk_counts (kind, counts) SELECT ${kind}, ${countsOf(kind)} WHERE true
      ON CONFLICT (kind) DO UPDATE SET counts = excluded.counts`,
  );
