import { and, eq, sql } from 'drizzle-orm';
import type { Database, Statement } from '../../db/client.ts';
import { guard } from '../../db/guard.ts';
import { confirmedEmails, emailTokens } from '../../db/mail-schema.ts';
import { deliveries, profiles, pushSubscriptions, webhooks } from '../../db/profile-schema.ts';
import { accounts, drafts } from '../../db/schema.ts';

export type ProfileRow = typeof profiles.$inferSelect;
export type ProfileFields = Partial<Omit<ProfileRow, 'wallet' | 'updatedAt'>>;

export async function findProfile(db: Database, wallet: string): Promise<ProfileRow | null> {
  return (await db.select().from(profiles).where(eq(profiles.wallet, wallet)).get()) ?? null;
}

/** The wallet's account and its profile, if it ever saved one. */
export async function findAccount(db: Database, wallet: string) {
  const row = await db
    .select({ account: accounts, profile: profiles })
    .from(accounts)
    .leftJoin(profiles, eq(profiles.wallet, accounts.wallet))
    .where(eq(accounts.wallet, wallet))
    .get();
  if (!row) throw new Error('A session without an account');
  return row;
}

/** Changes only what is named; null is the default of that field. */
export const storeProfile = (db: Database, wallet: string, change: ProfileFields, now: string): Statement =>
  db
    .insert(profiles)
    .values({ wallet, ...change, updatedAt: now })
    .onConflictDoUpdate({ target: profiles.wallet, set: { ...change, updatedAt: now } });

/** Leads a batch that switches push notifications on: some browser takes them. */
export const guardBrowser = (db: Database, wallet: string): Statement =>
  guard(db, sql`EXISTS (SELECT 1 FROM ${pushSubscriptions} WHERE ${pushSubscriptions.wallet} = ${wallet})`);

type Picture = Pick<ProfileRow, 'avatarKey' | 'avatarType'>;

/** Puts another picture, or none, in the place of the one that is there; returns the key of the one before. */
export async function swapAvatar(
  db: Database,
  wallet: string,
  picture: Picture,
  now: string,
): Promise<string | null> {
  const [before] = await db.batch([
    db.select({ key: profiles.avatarKey }).from(profiles).where(eq(profiles.wallet, wallet)),
    db
      .insert(profiles)
      .values({ wallet, ...picture, updatedAt: now })
      .onConflictDoUpdate({ target: profiles.wallet, set: { ...picture, updatedAt: now } }),
  ]);
  return before[0]?.key ?? null;
}

/** As the `mailbox` of letter.ts, in SQL. */
const FOLDED = sql.raw(
  "substr(address, 1, instr(address, '@')) || lower(substr(address, instr(address, '@') + 1))",
);

/** Addresses that a policy of the wallet's names, folded. */
const addressesOfPolicies = (wallet: string) => sql`
  SELECT ${FOLDED} FROM (
    SELECT q.email AS address FROM policies p JOIN quotes q ON q.id = p.quote_id WHERE p.wallet = ${wallet}
    UNION ALL
    SELECT c.email FROM policies p JOIN policy_contacts c ON c.policy_id = p.id
      WHERE p.wallet = ${wallet} AND c.email IS NOT NULL)`;

/** Statements that forget what a profile is made of. Policies and what belongs to them stay as they are. */
export const forgetProfile = (db: Database, wallet: string): [Statement, ...Statement[]] => [
  db.delete(profiles).where(eq(profiles.wallet, wallet)),
  db.delete(pushSubscriptions).where(eq(pushSubscriptions.wallet, wallet)),
  db.delete(webhooks).where(eq(webhooks.wallet, wallet)),
  db.delete(deliveries).where(eq(deliveries.wallet, wallet)),
  db.delete(drafts).where(eq(drafts.wallet, wallet)),
  ...[confirmedEmails, emailTokens].map((table) =>
    db
      .delete(table)
      .where(and(eq(table.wallet, wallet), sql`${table.mailbox} NOT IN (${addressesOfPolicies(wallet)})`)),
  ),
];

export function listConfirmed(db: Database, wallet: string) {
  return db
    .select({ email: confirmedEmails.email, confirmedAt: confirmedEmails.confirmedAt })
    .from(confirmedEmails)
    .where(eq(confirmedEmails.wallet, wallet))
    .all();
}
