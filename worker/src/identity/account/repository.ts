import { and, eq, lt } from 'drizzle-orm';
import { type Database, firstOf, type Statement } from '#worker/platform/db/client.ts';
import { guardRow } from '#worker/platform/db/guard.ts';
import { confirmedEmails, emailVerifications } from '#worker/platform/db/outbox-schema.ts';
import { profiles } from '#worker/platform/db/profile-schema.ts';
import { accounts } from '#worker/platform/db/schema.ts';

export type ProfileRow = typeof profiles.$inferSelect;
export type TokenRow = typeof emailVerifications.$inferSelect;

/** Whether the wallet's account is active; a wallet that never signed in has no account to deactivate. */
export async function isActive(db: Database, wallet: string): Promise<boolean> {
  const row = await db
    .select({ status: accounts.status })
    .from(accounts)
    .where(eq(accounts.wallet, wallet))
    .get();
  return row?.status !== 'inactive';
}

export async function storeToken(db: Database, row: Omit<TokenRow, 'used_at'>): Promise<void> {
  await db.insert(emailVerifications).values(row);
}

export const findToken = (db: Database, hash: string): Promise<TokenRow | null> =>
  firstOf(db.select().from(emailVerifications).where(eq(emailVerifications.hash, hash)));

/** Statements that use up a token and confirm its address. They fail together if it was used meanwhile. */
export const spendToken = (db: Database, token: TokenRow, now: string): [Statement, ...Statement[]] => {
  const { hash, wallet, mailbox, email } = token;
  return [
    guardRow(db, emailVerifications, { hash, used_at: null }),
    db.update(emailVerifications).set({ used_at: now }).where(eq(emailVerifications.hash, hash)),
    db
      .insert(confirmedEmails)
      .values({ wallet, mailbox, email, confirmed_at: now })
      .onConflictDoNothing({ target: [confirmedEmails.wallet, confirmedEmails.mailbox] }),
  ];
};

export const purgeTokens = (db: Database, now: string): Statement =>
  db.delete(emailVerifications).where(lt(emailVerifications.expires_at, now));

/** Whether this address is confirmed for the wallet. */
export async function isConfirmed(
  db: Database,
  { wallet, mailbox }: { wallet: string; mailbox: string },
): Promise<boolean> {
  const address = and(eq(confirmedEmails.wallet, wallet), eq(confirmedEmails.mailbox, mailbox));
  return (await db.$count(confirmedEmails, address)) > 0;
}

/** The wallet's stored profile; null if it never saved one. */
export const findProfile = (db: Database, wallet: string): Promise<ProfileRow | null> =>
  firstOf(db.select().from(profiles).where(eq(profiles.wallet, wallet)));
