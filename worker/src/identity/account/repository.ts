import { eq, lt } from 'drizzle-orm';
import { type Database, oneValue, type Statement } from '#worker/platform/db/client.ts';
import { findRow, guardRow, hasRow } from '#worker/platform/db/guard.ts';
import { confirmedEmails, emailVerifications } from '#worker/platform/db/outbox-schema.ts';
import { profiles } from '#worker/platform/db/profile-schema.ts';
import { accounts } from '#worker/platform/db/schema.ts';

export type ProfileRow = typeof profiles.$inferSelect;
export type TokenRow = typeof emailVerifications.$inferSelect;

/** Whether the wallet's account is active; a wallet that never signed in has no account to deactivate. */
export async function isActive(db: Database, wallet: string): Promise<boolean> {
  const status = db.select({ value: accounts.status }).from(accounts).where(eq(accounts.wallet, wallet));
  return (await oneValue(status)) !== 'inactive';
}

export async function storeToken(db: Database, row: Omit<TokenRow, 'used_at'>): Promise<void> {
  await db.insert(emailVerifications).values(row);
}

export const findToken = (db: Database, hash: string): Promise<TokenRow | null> =>
  findRow(db, emailVerifications, { hash });

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
export const isConfirmed = (
  db: Database,
  { wallet, mailbox }: { wallet: string; mailbox: string },
): Promise<boolean> => hasRow(db, confirmedEmails, { wallet, mailbox });

/** The wallet's stored profile; null if it never saved one. */
export const findProfile = (db: Database, wallet: string): Promise<ProfileRow | null> =>
  findRow(db, profiles, { wallet });
