/** What lives for minutes or days under a key that hardly anybody knows: one table, and one purge. */
import { and, gt, lt, type SQL, sql } from 'drizzle-orm';
import type { Database, Statement } from './client.ts';
import { deleteRows, findRow, matches, upsertRow } from './guard.ts';
import { tokens } from './schema.ts';

export type TokenKind = (typeof tokens.kind.enumValues)[number];

export const isToken = (kind: TokenKind, key: string | SQL): SQL => matches(tokens, { kind, key });

/** The same, unless it has expired. */
export const isLive = (kind: TokenKind, key: string, now: string): SQL =>
  and(isToken(kind, key), gt(tokens.expires_at, now)) as SQL;

/** Stores a token. One with the same key is a constraint failure. */
export const storeToken = (db: Database, row: typeof tokens.$inferInsert) => db.insert(tokens).values(row);

/** Stores a token, or lets it live on. */
export const renewToken = (db: Database, row: typeof tokens.$inferInsert): Statement =>
  upsertRow(db, tokens, row, ['kind', 'key'], { expires_at: sql`excluded.expires_at` });

export const findToken = (db: Database, kind: TokenKind, key: string, now: string) =>
  findRow(db, tokens, isLive(kind, key, now));

/** Deletes a token that has not expired and answers what it holds; null if there is none. */
export async function takeToken(
  db: Database,
  kind: TokenKind,
  key: string,
  now: string,
): Promise<string | null> {
  const [row] = await db
    .delete(tokens)
    .where(isLive(kind, key, now))
    .returning({ data: tokens.data });
  return row?.data ?? null;
}

export const dropToken = (db: Database, kind: TokenKind, key: string): Statement =>
  deleteRows(db, tokens, isToken(kind, key));

/** Deletes an administrator's tokens of a kind. */
export const dropTokensOf = (db: Database, kind: TokenKind, adminId: number): Statement =>
  deleteRows(db, tokens, { kind, admin_id: adminId });

export const purgeTokens = (db: Database, now: string): Statement =>
  deleteRows(db, tokens, lt(tokens.expires_at, now));
