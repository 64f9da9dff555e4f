import { and, asc, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import { admins } from '#worker/platform/db/admin-schema.ts';
import { type Database, oneValue, type Statement } from '#worker/platform/db/client.ts';
import { findRow, findRows, guard, guardRow, matches } from '#worker/platform/db/guard.ts';
import { approvals, systemSettings } from '#worker/platform/db/settings-schema.ts';

export type ApprovalRow = typeof approvals.$inferSelect;

const open = eq(approvals.status, 'open');

export const insertApproval = (
  db: Database,
  row: Omit<ApprovalRow, 'status' | 'decided_by' | 'decided_at'>,
): Statement => db.insert(approvals).values({ ...row, status: 'open' });

/** What waits about these subjects, or has expired without a decision. */
export const openAbout = (db: Database, subjects: readonly string[]): Promise<ApprovalRow[]> =>
  findRows(db, approvals, and(open, inArray(approvals.subject, [...subjects])));

/** Approvals that a screen shows. */
const MOST = 100;

/** What waits for a second administrator, newest first. */
export const openApprovals = (db: Database, now: string): Promise<ApprovalRow[]> =>
  db
    .select()
    .from(approvals)
    .where(and(open, gt(approvals.expires_at, now)))
    .orderBy(desc(approvals.proposed_at), desc(approvals.id))
    .limit(MOST)
    .all();

export const findApproval = (db: Database, id: string): Promise<ApprovalRow | null> =>
  findRow(db, approvals, { id });

type Decision = Pick<ApprovalRow, 'status' | 'decided_by' | 'decided_at'>;

/** Ends an approval. What its call gets is forgotten, and with it the person whom an invitation names. */
export const endApproval = (
  db: Database,
  { id, kind, subject }: ApprovalRow,
  decision: Decision,
): Statement =>
  db
    .update(approvals)
    .set({ ...decision, sealed_input: null, subject: kind === 'invite' ? `invitation:${id}` : subject })
    .where(eq(approvals.id, id));

/** Batch guard: nobody has decided on it yet. */
export const guardOpen = (db: Database, id: string): Statement =>
  guardRow(db, approvals, and(eq(approvals.id, id), open));

/** The version of what an approval changes; 0 for what isn't there yet. */
const versionOf = (subject: string) => {
  const [table, id = ''] = subject.split(':');
  if (table === 'setting')
    return sql<number>`coalesce((SELECT ${systemSettings.version} FROM ${systemSettings} WHERE ${systemSettings.key} = ${id}), 0)`;
  if (table === 'admin')
    return sql<number>`(SELECT ${admins.version} FROM ${admins} WHERE ${admins.id} = ${Number(id)})`;
  return sql<number>`0`;
};

/** Batch guard: what it changes is as it was when somebody proposed that. */
export const guardTarget = (db: Database, { subject, version }: ApprovalRow): Statement =>
  guard(db, sql`${versionOf(subject)} = ${version}`);

export async function isTargetUnchanged(db: Database, { subject, version }: ApprovalRow): Promise<boolean> {
  return (await oneValue(db.select({ value: versionOf(subject) }).from(sql`(SELECT 1)`))) === version;
}

/** Batch guard: all of them still manage administrators here. */
export const guardAdministrators = (db: Database, ids: readonly number[]): Statement =>
  guard(
    db,
    sql`(SELECT count(*) FROM ${admins} WHERE ${matches(admins, { id: ids, role: 'administrator', status: 'active' })}) = ${ids.length}`,
  );

/** Everyone who ever had an account, for who created whom. */
export const everyone = (db: Database) => {
  const { id, name, role, status, created_by, payout_limit_usd } = admins;
  const joined = sql<number>`${ne(admins.password_hash, '')}`;
  return db
    .select({ id, name, role, status, createdBy: created_by, payoutLimitUsd: payout_limit_usd, joined })
    .from(admins)
    .orderBy(asc(id))
    .all();
};
export type Person = Awaited<ReturnType<typeof everyone>>[number];
