import { isPermitted } from '#domain/admin/roles.ts';
import type { Permission } from '#domain/permissions.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { fieldError } from '#worker/quotes/terms.ts';
import { findActiveAdmin } from './repository.ts';

/** Whom to assign work to, or nobody. 422 unless they are active and their role may do it. */
export async function assigneeOf(
  ctx: Ctx,
  id: number | null,
  { field, permission }: { field: string; permission: Permission },
): Promise<{ id: number; name: string } | null> {
  if (id === null) return null;
  const found = await findActiveAdmin(ctx.db, id);
  if (!found) throw fieldError(field, 'There is no active administrator with this id.');
  if (!isPermitted(found.role, permission)) {
    throw fieldError(field, `The role of ${found.name} does not allow this work.`);
  }
  return found;
}
