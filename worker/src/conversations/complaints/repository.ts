import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { Database, Statement } from '../../platform/db/client.ts';
import { complaints, threads } from '../../platform/db/messages-schema.ts';

type Row = typeof complaints.$inferSelect;

/** Enters the complaint whose thread the same batch opens; nothing if that thread was open before. */
export const insertComplaint = (
  db: Database,
  { threadKey, ...row }: Pick<Row, 'cause' | 'reference' | 'receivedAt'> & { threadKey: string },
): Statement =>
  db
    .insert(complaints)
    .values({ ...row, threadId: sql`(SELECT id FROM threads WHERE key = ${threadKey})` })
    .onConflictDoNothing({ target: complaints.threadId });

export const findByThread = (db: Database, threadId: number) =>
  db.select().from(complaints).where(eq(complaints.threadId, threadId)).get();

/** By the key that its thread was opened with. */
export const findByThreadKey = (db: Database, key: string) =>
  db
    .select(getTableColumns(complaints))
    .from(threads)
    .innerJoin(complaints, eq(complaints.threadId, threads.id))
    .where(eq(threads.key, key))
    .get();
