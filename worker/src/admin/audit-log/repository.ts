/** The audit log's list, and the seals of the journal. */
import { and, asc, desc, eq, getTableColumns, gt, gte, lte, type SQL, sql } from 'drizzle-orm';
import type { AuditLogRow } from '#worker/admin/repository.ts';
import { type DeskPageInput, readDeskPage } from '#worker/desk/repository.ts';
import { auditLogSeals } from '#worker/platform/db/admin-schema.ts';
import { type Database, firstOf, type Statement } from '#worker/platform/db/client.ts';
import { findRow, guard } from '#worker/platform/db/guard.ts';
import { auditLog } from '#worker/platform/db/journal.ts';
import { occurrenceData, occurrences } from '#worker/platform/db/journal-schema.ts';

export type SealRow = typeof auditLogSeals.$inferSelect;

/** An occurrence as it is sealed. Its data is null once that was erased. */
export type Sealed = typeof occurrences.$inferSelect & {
  [Column in keyof Omit<Data, 'id'>]: Data[Column] | null;
};
type Data = typeof occurrenceData.$inferSelect;

export type AuditLogFilter = { subject: string } | { adminId: number } | null;

export function readAuditLogPage(db: Database, input: DeskPageInput, filter: AuditLogFilter) {
  const where = filter && ('subject' in filter ? { mark: filter.subject } : { assignee: filter.adminId });
  return readDeskPage(db, input, {
    kind: 'audit-log',
    table: auditLog,
    where: where ?? {},
  });
}

export const findLine = (db: Database, id: number): Promise<AuditLogRow | null> =>
  findRow(db, auditLog, { id });

/** The seal with the highest number; null before the first. */
export const readHead = (db: Database): Promise<SealRow | null> =>
  firstOf(db.select().from(auditLogSeals).orderBy(desc(auditLogSeals.number)).limit(1));

/** The number of the newest seal, as a value of a query. */
const HEAD = sql<number>`coalesce((SELECT max(${auditLogSeals.number}) FROM ${auditLogSeals}), 0)`;

/** Occurrences without a seal, oldest first. */
export const unsealedOccurrences = (db: Database, limit: number) => occurrencesAfter(db, HEAD, limit);

/** Occurrences with ids after one and up to another, with what is known of them. */
export function occurrencesAfter(
  db: Database,
  after: number | SQL<number>,
  limit: number,
  upTo?: number,
): Promise<Sealed[]> {
  const { id: _, ...data } = getTableColumns(occurrenceData);
  const { id } = occurrences;
  return db
    .select({ ...getTableColumns(occurrences), ...data })
    .from(occurrences)
    .leftJoin(occurrenceData, eq(occurrenceData.id, id))
    .where(and(gt(id, after), upTo === undefined ? undefined : lte(id, upTo)))
    .orderBy(asc(id))
    .limit(limit)
    .all() as Promise<Sealed[]>;
}

/** Adds seals after the head that was read. Fails on a constraint if another run was first. */
export const insertSeals = (
  db: Database,
  head: number,
  seals: readonly SealRow[],
): [Statement, Statement] => [
  guard(db, sql`${HEAD} = ${head}`),
  db
    .insert(auditLogSeals)
    .select(
      sql`SELECT value ->> 'number', value ->> 'digest', value ->> 'seal', value ->> 'sealed_at' FROM json_each(${JSON.stringify(seals)})`,
    ),
];

/** Seals from a number on, with the one before them. */
export function sealsFrom(db: Database, from: number, limit: number): Promise<SealRow[]> {
  return db
    .select()
    .from(auditLogSeals)
    .where(gte(auditLogSeals.number, from - 1))
    .orderBy(asc(auditLogSeals.number))
    .limit(limit + 1)
    .all();
}

/** How many occurrences wait for a seal, and the highest id that the journal ever gave. */
export async function readTail(db: Database, sealedTo: number) {
  const row = await db
    .select({
      unsealed: sql<number>`(SELECT count(*) FROM ${occurrences} WHERE ${gt(occurrences.id, sealedTo)})`,
      newest: sql<number>`(SELECT coalesce(max(id), 0) FROM occurrences)`,
      given: sql<number>`(SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'occurrences')`,
    })
    .from(sql`(SELECT 1)`)
    .get();
  return row ?? { unsealed: 0, newest: 0, given: 0 };
}

export const sealNumbered = (db: Database, number: number): Promise<SealRow | null> =>
  findRow(db, auditLogSeals, { number });
