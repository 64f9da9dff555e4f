import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Database, Statement } from '../../platform/db/client.ts';
import { guard } from '../../platform/db/guard.ts';
import { confirmedEmails, emailTokens } from '../../platform/db/mail-schema.ts';
import { accounts } from '../../platform/db/schema.ts';

export type TokenRow = typeof emailTokens.$inferSelect;

export async function findStatus(db: Database, wallet: string): Promise<'active' | 'inactive' | null> {
  const row = await db
    .select({ status: accounts.status })
    .from(accounts)
    .where(eq(accounts.wallet, wallet))
    .get();
  return row?.status ?? null;
}

export async function storeToken(db: Database, row: Omit<TokenRow, 'usedAt'>): Promise<void> {
  await db.insert(emailTokens).values(row);
}

export async function findToken(db: Database, hash: string): Promise<TokenRow | null> {
  return (await db.select().from(emailTokens).where(eq(emailTokens.hash, hash)).get()) ?? null;
}

/** Statements that use up a token and confirm its address; they fail together when it was used meanwhile. */
export const spendToken = (db: Database, token: TokenRow, now: string): [Statement, ...Statement[]] => {
  const { hash, wallet, mailbox, email } = token;
  return [
    guard(
      db,
      sql`EXISTS (SELECT 1 FROM ${emailTokens} WHERE ${and(eq(emailTokens.hash, hash), isNull(emailTokens.usedAt))})`,
    ),
    db.update(emailTokens).set({ usedAt: now }).where(eq(emailTokens.hash, hash)),
    db
      .insert(confirmedEmails)
      .values({ wallet, mailbox, email, confirmedAt: now })
      .onConflictDoNothing({ target: [confirmedEmails.wallet, confirmedEmails.mailbox] }),
  ];
};

export async function purgeTokens(db: Database, now: string): Promise<void> {
  await db.delete(emailTokens).where(lt(emailTokens.expiresAt, now));
}

/** When the address was confirmed for the wallet; null when it was not. */
export async function findConfirmed(
  db: Database,
  { wallet, mailbox }: { wallet: string; mailbox: string },
): Promise<string | null> {
  const row = await db
    .select({ at: confirmedEmails.confirmedAt })
    .from(confirmedEmails)
    .where(and(eq(confirmedEmails.wallet, wallet), eq(confirmedEmails.mailbox, mailbox)))
    .get();
  return row?.at ?? null;
}

export async function findNewestConfirmed(db: Database, wallet: string): Promise<string | null> {
  const row = await db
    .select({ email: confirmedEmails.email })
    .from(confirmedEmails)
    .where(eq(confirmedEmails.wallet, wallet))
    .orderBy(desc(confirmedEmails.confirmedAt))
    .limit(1)
    .get();
  return row?.email ?? null;
}
