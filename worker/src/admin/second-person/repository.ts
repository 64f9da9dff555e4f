import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import { admins } from '../../platform/db/admin-schema.ts';
import type { Database, Statement } from '../../platform/db/client.ts';
import { guard } from '../../platform/db/guard.ts';
import { adminProposals } from '../../platform/db/settings-schema.ts';

export type ProposalRow = typeof adminProposals.$inferSelect;

const open = eq(adminProposals.status, 'open');

export const insertProposal = (
  db: Database,
  row: Pick<ProposalRow, 'id' | 'kind' | 'subject' | 'before' | 'after' | 'proposedBy' | 'proposedAt'>,
): Statement => db.insert(adminProposals).values({ ...row, status: 'open' });

/** What waits about these subjects. */
export const openAbout = (db: Database, subjects: readonly string[]): Promise<ProposalRow[]> =>
  db
    .select()
    .from(adminProposals)
    .where(and(open, inArray(adminProposals.subject, [...subjects])))
    .all();

/** Proposals that a screen shows. */
const MOST = 100;

/** What waits for a second administrator, newest first. */
export const openProposals = (db: Database): Promise<ProposalRow[]> =>
  db
    .select()
    .from(adminProposals)
    .where(open)
    .orderBy(desc(adminProposals.proposedAt), desc(adminProposals.id))
    .limit(MOST)
    .all();

export async function findProposal(db: Database, id: string): Promise<ProposalRow | null> {
  return (await db.select().from(adminProposals).where(eq(adminProposals.id, id)).get()) ?? null;
}

type Decision = Pick<ProposalRow, 'decidedBy' | 'decidedAt'> & {
  status: 'confirmed' | 'refused' | 'withdrawn';
};

/** Ends a proposal. Of an invitation only the role stays, not the person. */
export const endProposal = (
  db: Database,
  { id, kind, after }: ProposalRow,
  decision: Decision,
): Statement => {
  const role = kind === 'invite' ? JSON.stringify({ role: JSON.parse(after).role }) : after;
  const subject = kind === 'invite' ? `invitation:${id}` : undefined;
  return db
    .update(adminProposals)
    .set({ ...decision, after: role, ...(subject && { subject }) })
    .where(eq(adminProposals.id, id));
};

/** Batch guard: nobody has decided on it yet. */
export const guardOpen = (db: Database, id: string): Statement =>
  guard(db, sql`EXISTS (SELECT 1 FROM ${adminProposals} WHERE ${and(eq(adminProposals.id, id), open)})`);

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

/** Everyone who ever had an account, for who created whom. */
export const everyone = (db: Database) => {
  const { id, name, role, status, createdBy } = admins;
  const joined = sql<number>`${ne(admins.passwordHash, '')}`;
  return db.select({ id, name, role, status, createdBy, joined }).from(admins).orderBy(asc(id)).all();
};
export type Person = Awaited<ReturnType<typeof everyone>>[number];
