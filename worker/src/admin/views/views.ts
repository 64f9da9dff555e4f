import * as adminViewsApi from '#domain/admin/views-api.ts';
import { AppError } from '#domain/errors.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { countViews, deleteView, storeView, viewsOf } from './repository.ts';

const MOST = 200;

/** The administrator's own views. They are a way of looking, so the audit log has nothing of them. */
export const listViews = serve(adminViewsApi.listViews, async ({ db, admin }) => {
  const rows = await viewsOf(db, admin.id);
  return rows.map(({ id, list, name, query }) => ({ id, list, name, query }));
});

/** Saves a view; one of the same list and name is replaced. */
export const saveView = serve(adminViewsApi.saveView, async ({ db, admin }, view) => {
  if ((await countViews(db, admin.id)) >= MOST) {
    throw new AppError('conflict', `There are ${MOST} saved views already. Please delete some first.`);
  }
  const { id, list, name, query } = await storeView(db, { admin_id: admin.id, ...view });
  return { id, list, name, query };
});

export const removeView = serve(adminViewsApi.deleteView, async ({ db, admin }, { id }) => {
  if (await deleteView(db, id, admin.id)) throw new AppError('not_found', 'There is no such view.');
});
