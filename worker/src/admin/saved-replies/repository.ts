import { asc, eq, sql } from 'drizzle-orm';
import { savedReplies } from '#worker/platform/db/admin-schema.ts';
import type { Database, Statement } from '#worker/platform/db/client.ts';
import { guard } from '#worker/platform/db/guard.ts';

export type SavedReplyRow = typeof savedReplies.$inferSelect;

/** Most saved replies shown. */
const MOST = 500;

export const listAll = (db: Database): Promise<SavedReplyRow[]> =>
  db.select().from(savedReplies).orderBy(asc(savedReplies.title)).limit(MOST).all();

export async function findById(db: Database, id: number): Promise<SavedReplyRow | null> {
  return (await db.select().from(savedReplies).where(eq(savedReplies.id, id)).get()) ?? null;
}

export async function findByTitle(db: Database, title: string): Promise<SavedReplyRow | null> {
  return (await db.select().from(savedReplies).where(eq(savedReplies.title, title)).get()) ?? null;
}

/** Fails if the reply has changed since it was read. */
export const guardUnchanged = (db: Database, { id, updated_at }: SavedReplyRow): Statement =>
  guard(
    db,
    sql`EXISTS (SELECT 1 FROM ${savedReplies} WHERE ${savedReplies.id} = ${id} AND ${savedReplies.updated_at} = ${updated_at})`,
  );

/** Fails if the title is taken; so does a change to one. */
export const insert = (db: Database, row: Omit<SavedReplyRow, 'id'>): Statement =>
  db.insert(savedReplies).values(row);

export const update = (db: Database, { id, ...row }: SavedReplyRow): Statement =>
  db.update(savedReplies).set(row).where(eq(savedReplies.id, id));

export const remove = (db: Database, id: number): Statement =>
  db.delete(savedReplies).where(eq(savedReplies.id, id));
