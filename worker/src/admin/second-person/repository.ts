import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import { admins } from '#worker/platform/db/admin-schema.ts';
import { type Database, firstOf, type Statement } from '#worker/platform/db/client.ts';
import { guard } from '#worker/platform/db/guard.ts';
import { approvals } from '#worker/platform/db/settings-schema.ts';

export type ApprovalRow = typeof approvals.$inferSelect;

const open = eq(approvals.status, 'open');

export const insertApproval = (
  db: Database,
  row: Pick<ApprovalRow, 'id' | 'kind' | 'subject' | 'before' | 'after' | 'proposed_by' | 'proposed_at'>,
): Statement => db.insert(approvals).values({ ...row, status: 'open' });

/** What waits about these subjects. */
export const openAbout = (db: Database, subjects: readonly string[]): Promise<ApprovalRow[]> =>
  db
    .select()
    .from(approvals)
    .where(and(open, inArray(approvals.subject, [...subjects])))
    .all();

/** Approvals that a screen shows. */
const MOST = 100;

/** What waits for a second administrator, newest first. */
export const openApprovals = (db: Database): Promise<ApprovalRow[]> =>
  db
    .select()
    .from(approvals)
    .where(open)
    .orderBy(desc(approvals.proposed_at), desc(approvals.id))
    .limit(MOST)
    .all();

export const findApproval = (db: Database, id: string): Promise<ApprovalRow | null> =>
  firstOf(db.select().from(approvals).where(eq(approvals.id, id)));

type Decision = Pick<ApprovalRow, 'decided_by' | 'decided_at'> & {
  status: 'confirmed' | 'refused' | 'withdrawn';
};

/** Ends an approval. Of an invitation only the role stays, not the person. */
export const endApproval = (
  db: Database,
  { id, kind, after }: ApprovalRow,
  decision: Decision,
): Statement => {
  const role = kind === 'invite' ? JSON.stringify({ role: JSON.parse(after).role }) : after;
  const subject = kind === 'invite' ? `invitation:${id}` : undefined;
  return db
    .update(approvals)
    .set({ ...decision, after: role, ...(subject && { subject }) })
    .where(eq(approvals.id, id));
};

/** Batch guard: nobody has decided on it yet. */
export const guardOpen = (db: Database, id: string): Statement =>
  guard(db, sql`EXISTS (SELECT 1 FROM ${approvals} WHERE ${and(eq(approvals.id, id), open)})`);

/** Batch guard: all of them still manage administrators here. */
export const guardAdministrators = (db: Database, ids: readonly number[]): Statement =>
  guard(
    db,
    sql`(SELECT count(*) FROM ${admins} WHERE ${and(
      inArray(admins.id, [...ids]),
      eq(admins.role, 'administrator'),
      eq(admins.status, 'active'),
    )}) = ${ids.length}`,
  );

/** Everyone who ever had an account, for who created whom. Also for a batch. */
export const selectEveryone = (db: Database) => {
  const { id, name, role, status, created_by, payout_limit_usd } = admins;
  const joined = sql<number>`${ne(admins.password_hash, '')}`;
  return db
    .select({ id, name, role, status, createdBy: created_by, payoutLimitUsd: payout_limit_usd, joined })
    .from(admins)
    .orderBy(asc(id));
};
export const everyone = (db: Database) => selectEveryone(db).all();
export type Person = Awaited<ReturnType<typeof everyone>>[number];
