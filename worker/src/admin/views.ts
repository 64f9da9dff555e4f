import { and, asc, eq } from 'drizzle-orm';
import * as adminViewsApi from '#domain/admin/views-api.ts';
import { conflict, notFound } from '#domain/errors.ts';
import { savedViews } from '#worker/platform/db/admin-schema.ts';
import type { Database } from '#worker/platform/db/client.ts';
import { findRows } from '#worker/platform/db/guard.ts';
import { serve } from '#worker/platform/http/serve.ts';

const MOST = 200;

/** The administrator's own views. They are a way of looking, so the audit log has nothing of them. */
export const listViews = serve(adminViewsApi.listViews, ({ db, admin }) => viewsOf(db, admin.id));

/** Saves a view; one of the same list and name is replaced. */
export const saveView = serve(adminViewsApi.saveView, async ({ db, admin }, view) => {
  if ((await countViews(db, admin.id)) >= MOST) {
    throw conflict(`There are ${MOST} saved views already. Please delete some first.`);
  }
  return storeView(db, { admin_id: admin.id, ...view });
});

export const removeView = serve(adminViewsApi.deleteView, async ({ db, admin }, { id }) => {
  if (await deleteView(db, id, admin.id)) throw notFound('There is no such view.');
});

type ViewRow = typeof savedViews.$inferSelect;

const viewsOf = (db: Database, adminId: number): Promise<ViewRow[]> =>
  findRows(db, savedViews, { admin_id: adminId }, [asc(savedViews.name)]);

const countViews = (db: Database, adminId: number): Promise<number> =>
  db.$count(savedViews, eq(savedViews.admin_id, adminId));

/** Stores a view; one of the same list and name is replaced. */
async function storeView(db: Database, view: Omit<ViewRow, 'id'>): Promise<ViewRow> {
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
async function deleteView(db: Database, id: number, adminId: number): Promise<boolean> {
  const [, others] = await db.batch([
    db.delete(savedViews).where(and(eq(savedViews.id, id), eq(savedViews.admin_id, adminId))),
    db.select({ id: savedViews.id }).from(savedViews).where(eq(savedViews.id, id)),
  ]);
  return others.length > 0;
}
