/**
 * The audit log's list. Triggers: `audit_log_added` keeps its total and search terms.
 */
import { and, asc, desc, eq, gt, gte, lte, sql } from 'drizzle-orm';
import type { AuditLogRow } from '#worker/admin/repository.ts';
import { admins, auditLog, auditLogSeals } from '#worker/platform/db/admin-schema.ts';
import { type Database, firstOf, type Statement } from '#worker/platform/db/client.ts';
import { type DeskPageInput, readDeskPage } from '#worker/platform/db/desk-page.ts';
import { guard } from '#worker/platform/db/guard.ts';

export type SealRow = typeof auditLogSeals.$inferSelect;

/** Seals to insert with one statement: 4 values each, of at most 100. */
const SEALS_AT_ONCE = 25;

export type AuditLogFilter = { subject: string } | { adminId: number } | null;

export function readAuditLogPage(db: Database, input: DeskPageInput, filter: AuditLogFilter) {
  const wanted =
    filter &&
    ('subject' in filter ? eq(auditLog.subject, filter.subject) : eq(auditLog.admin_id, filter.adminId));
  return readDeskPage(db, input, {
    table: auditLog,
    id: auditLog.id,
    sort: auditLog.id,
    filters: wanted ? [wanted] : [],
    total: wanted ? null : { list: 'audit-log' },
    search: { index: 'audit_log_search', prefix: null },
  });
}

export const findLine = (db: Database, id: number): Promise<AuditLogRow | null> =>
  firstOf(db.select().from(auditLog).where(eq(auditLog.id, id)));

const chunks = <Item>(list: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );

/** Names of administrators and seals of lines; both lists are those of one page. */
export async function namesAndSeals(db: Database, lines: readonly AuditLogRow[]) {
  const ids = JSON.stringify(lines.map(({ id }) => id));
  const people = JSON.stringify([...new Set(lines.map(({ admin_id }) => admin_id))]);
  const [names, seals] = await db.batch([
    db
      .select({ id: admins.id, name: admins.name })
      .from(admins)
      .where(sql`${admins.id} IN (SELECT value FROM json_each(${people}))`),
    db
      .select()
      .from(auditLogSeals)
      .where(sql`${auditLogSeals.audit_log_id} IN (SELECT value FROM json_each(${ids}))`),
  ]);
  return {
    names: new Map(names.map(({ id, name }) => [id, name])),
    seals: new Map(seals.map((seal) => [seal.audit_log_id, seal])),
  };
}

/** The seal with the highest number; null before the first. */
export const readHead = (db: Database): Promise<SealRow | null> =>
  firstOf(db.select().from(auditLogSeals).orderBy(desc(auditLogSeals.number)).limit(1));

export const unsealedLines = (db: Database, after: number, limit: number): Promise<AuditLogRow[]> =>
  db.select().from(auditLog).where(gt(auditLog.id, after)).orderBy(asc(auditLog.id)).limit(limit).all();

/** Adds seals after the head that was read. Fails on a constraint if another run was first. */
export const insertSeals = (
  db: Database,
  head: number,
  seals: readonly SealRow[],
): [Statement, ...Statement[]] => [
  guard(db, sql`coalesce((SELECT max(${auditLogSeals.number}) FROM ${auditLogSeals}), 0) = ${head}`),
  ...chunks(seals, SEALS_AT_ONCE).map((some) => db.insert(auditLogSeals).values(some)),
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

/** Lines with ids after one and up to another, at most `limit`. */
export const linesBetween = (
  db: Database,
  after: number,
  upTo: number,
  limit: number,
): Promise<AuditLogRow[]> =>
  db
    .select()
    .from(auditLog)
    .where(and(gt(auditLog.id, after), lte(auditLog.id, upTo)))
    .orderBy(asc(auditLog.id))
    .limit(limit)
    .all();

/** How many lines wait for a seal, and the highest id that the log ever gave. */
export async function readTail(db: Database, sealedTo: number) {
  const row = await db
    .select({
      unsealed: sql<number>`(SELECT count(*) FROM ${auditLog} WHERE ${gt(auditLog.id, sealedTo)})`,
      newest: sql<number>`(SELECT coalesce(max(id), 0) FROM audit_log)`,
      given: sql<number>`(SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'audit_log')`,
    })
    .from(sql`(SELECT 1)`)
    .get();
  return row ?? { unsealed: 0, newest: 0, given: 0 };
}

export const sealNumbered = (db: Database, number: number): Promise<SealRow | null> =>
  firstOf(db.select().from(auditLogSeals).where(eq(auditLogSeals.number, number)));
