import type * as z from 'zod';
import type { savedView, savedViewRequest } from '../../../../domain/admin/records-schema.ts';
import { AppError } from '../../../../domain/errors.ts';
import type { AdminCtx } from '../../platform/context.ts';
import { countViews, deleteView, storeView, viewsOf } from './repository.ts';

type View = z.output<typeof savedView>;
const MOST = 200;

/** The administrator's own views. They are a way of looking, so the audit log has nothing of them. */
export async function listViews({ db, admin }: AdminCtx): Promise<View[]> {
  const rows = await viewsOf(db, admin.id);
  return rows.map(({ id, list, name, query }) => ({ id, list, name, query }));
}

/** Saves a view; one of the same list and name is replaced. */
export async function saveView(
  { db, admin }: AdminCtx,
  view: z.output<typeof savedViewRequest>,
): Promise<View> {
  if ((await countViews(db, admin.id)) >= MOST) {
    throw new AppError('conflict', `There are ${MOST} saved views already. Please delete some first.`);
  }
  const { id, list, name, query } = await storeView(db, { adminId: admin.id, ...view });
  return { id, list, name, query };
}

export async function removeView({ db, admin }: AdminCtx, id: number): Promise<void> {
  if (!(await deleteView(db, id, admin.id))) throw new AppError('not_found', 'There is no such view.');
}
