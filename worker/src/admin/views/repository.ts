import { and, asc, count, eq } from 'drizzle-orm';
import { savedViews } from '#worker/platform/db/admin-schema.ts';
import type { Database } from '#worker/platform/db/client.ts';

type ViewRow = typeof savedViews.$inferSelect;

export const viewsOf = (db: Database, adminId: number): Promise<ViewRow[]> =>
  db.select().from(savedViews).where(eq(savedViews.admin_id, adminId)).orderBy(asc(savedViews.name)).all();

export async function countViews(db: Database, adminId: number): Promise<number> {
  const row = await db.select({ n: count() }).from(savedViews).where(eq(savedViews.admin_id, adminId)).get();
  return row?.n ?? 0;
}

/** Stores a view; one of the same list and name is replaced. */
export async function storeView(db: Database, view: Omit<ViewRow, 'id'>): Promise<ViewRow> {
  const [stored] = await db
    .insert(savedViews)
    .values(view)
    .onConflictDoUpdate({
      target: [savedViews.admin_id, savedViews.list, savedViews.name],
      set: { query: view.query },
    })
    .returning();
  if (!stored) throw new Error('A view that was just stored is not there');
  return stored;
}

/** Deletes this administrator's view with this id. Answers whether the id is another administrator's. */
export async function deleteView(db: Database, id: number, adminId: number): Promise<boolean> {
  const [, others] = await db.batch([
    db.delete(savedViews).where(and(eq(savedViews.id, id), eq(savedViews.admin_id, adminId))),
    db.select({ id: savedViews.id }).from(savedViews).where(eq(savedViews.id, id)),
  ]);
  return others.length > 0;
}
