import { asc, eq, sql } from 'drizzle-orm';
import { savedAnswers } from '../../platform/db/admin-schema.ts';
import type { Database, Statement } from '../../platform/db/client.ts';
import { guard } from '../../platform/db/guard.ts';

export type AnswerRow = typeof savedAnswers.$inferSelect;

/** Most saved answers shown. */
const MOST = 500;

export const listAll = (db: Database): Promise<AnswerRow[]> =>
  db.select().from(savedAnswers).orderBy(asc(savedAnswers.title)).limit(MOST).all();

export async function findById(db: Database, id: number): Promise<AnswerRow | null> {
  return (await db.select().from(savedAnswers).where(eq(savedAnswers.id, id)).get()) ?? null;
}

export async function findByTitle(db: Database, title: string): Promise<AnswerRow | null> {
  return (await db.select().from(savedAnswers).where(eq(savedAnswers.title, title)).get()) ?? null;
}

/** Fails if the answer has changed since it was read. */
export const guardUnchanged = (db: Database, { id, updatedAt }: AnswerRow): Statement =>
  guard(
    db,
    sql`EXISTS (SELECT 1 FROM ${savedAnswers} WHERE ${savedAnswers.id} = ${id} AND ${savedAnswers.updatedAt} = ${updatedAt})`,
  );

/** Fails if the title is taken; so does a change to one. */
export const insert = (db: Database, row: Omit<AnswerRow, 'id'>): Statement =>
  db.insert(savedAnswers).values(row);

export const update = (db: Database, { id, ...row }: AnswerRow): Statement =>
  db.update(savedAnswers).set(row).where(eq(savedAnswers.id, id));

export const remove = (db: Database, id: number): Statement =>
  db.delete(savedAnswers).where(eq(savedAnswers.id, id));
