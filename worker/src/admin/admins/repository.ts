import { and, asc, eq, ne, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { WORKLOAD_MOST } from '#domain/admin/auth-schema.ts';
import { runs } from '#worker/admin/auth/repository.ts';
import { adminSessions, admins } from '#worker/platform/db/admin-schema.ts';
import { claims } from '#worker/platform/db/claims-schema.ts';
import { type Database, firstOf, type Statement } from '#worker/platform/db/client.ts';
import { LATER } from '#worker/platform/db/desk-kinds.ts';
import { desk, isRecord } from '#worker/platform/db/desk-schema.ts';
import { guardRow, guardVersions, matches, updateRows } from '#worker/platform/db/guard.ts';
import { threads } from '#worker/platform/db/messages-schema.ts';

type AdminRow = typeof admins.$inferSelect;
const creators = alias(admins, 'creators');

/** All administrators, with who created them and how many of their sessions run; or one of them. */
export const listAdmins = (db: Database, now: string, which?: SQL) =>
  db
    .select({
      admin: admins,
      createdByName: creators.name,
      sessions: sql<number>`(SELECT count(*) FROM ${adminSessions} WHERE ${runs(admins.id, now)})`,
    })
    .from(admins)
    .leftJoin(creators, eq(creators.id, admins.created_by))
    .where(which)
    .orderBy(asc(admins.id))
    .all();
export type ListedAdmin = Awaited<ReturnType<typeof listAdmins>>[number];

export async function findListed(db: Database, id: number, now: string): Promise<ListedAdmin | null> {
  return (await listAdmins(db, now, eq(admins.id, id)))[0] ?? null;
}

/** Statement for an administrator without a password. Fails on a constraint if the address is taken. */
export const insertInvited = (
  db: Database,
  row: Pick<AdminRow, 'email' | 'name' | 'role' | 'created_by' | 'created_at'>,
): Statement => db.insert(admins).values({ ...row, password_hash: '' });

export const changeAdmin = (
  db: Database,
  id: number,
  change: Partial<Pick<AdminRow, 'name' | 'role' | 'status' | 'payout_limit_usd'>>,
): Statement => updateRows(db, admins, { id }, { ...change, version: sql`${admins.version} + 1` });

/** Batch guard: the administrator is as it was read. */
export const guardAdmin = (db: Database, admin: AdminRow): Statement => guardVersions(db, admins, [admin]);

const active = matches(admins, { role: 'administrator', status: 'active' }, ne(admins.password_hash, ''));

/** Batch guard: someone else is still an active administrator with a password. */
export const guardOtherAdministrator = (db: Database, id: number): Statement =>
  guardRow(db, admins, sql`${and(active, ne(admins.id, id))}`);

/** Active administrators of any role who have a password, by name. */
export const activeColleagues = (db: Database) =>
  db
    .select({ id: admins.id, name: admins.name, role: admins.role })
    .from(admins)
    .where(and(eq(admins.status, 'active'), ne(admins.password_hash, '')))
    .orderBy(asc(admins.name), asc(admins.id))
    .all();

const WORKED_ON = { claims, messages: threads } as const;

/** What somebody has to do, first what is due first. */
const assigned = (kind: keyof typeof WORKED_ON, id: number | null, select: SQL) => {
  const table = WORKED_ON[kind];
  return sql`${select} FROM ${desk} INDEXED BY desk_assignee CROSS JOIN ${table} ON ${isRecord(table.id, kind)}
    WHERE ${desk.kind} = ${kind} AND ${desk.assignee} IS ${id} AND ${desk.due} < ${LATER} ORDER BY ${desk.due}`;
};

/** What each person has to do, their claims and then their messages, in one round trip; at most 101 rows are read for each. */
export function readWork(
  db: Database,
  people: readonly (number | null)[],
  { now, repliesSince }: { now: string; repliesSince: string },
) {
  const count = (rows: SQL) =>
    db
      .select({
        open: sql<number>`count(*)`,
        overdue: sql<number>`coalesce(sum(late), 0)`,
        oldest: sql<string | null>`min(since)`,
      })
      .from(sql`(${rows} LIMIT ${WORKLOAD_MOST + 1})`);
  const [first, ...rest] = people.flatMap((id) => [
    count(assigned('claims', id, sql`SELECT ${claims.due_at} since, ${desk.due} < ${now} late`)),
    count(
      assigned(
        'messages',
        id,
        sql`SELECT ${threads.waiting_since} since, ${desk.due} < ${repliesSince} late`,
      ),
    ),
  ]);
  if (!first) throw new Error('Work is read for at least one person');
  return db.batch([first, ...rest]).then((answers) => answers.map(([row]) => row));
}

/** The administrator who was invited by a letter and hasn't chosen a password; null if there is none. */
export const findInvited = (db: Database, id: number) =>
  firstOf(
    db
      .select({ name: admins.name, role: admins.role })
      .from(admins)
      .where(matches(admins, { id, status: 'active', password_hash: '' })),
  );
