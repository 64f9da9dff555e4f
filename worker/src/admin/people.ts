import { isSameName, NAME_TAKEN } from '#domain/admin/names.ts';
import { isPermitted } from '#domain/admin/roles.ts';
import { fieldError } from '#domain/errors.ts';
import type { Permission } from '#domain/permissions.ts';
import type { AdminCtx, Ctx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { findActiveAdmin, guardNameFree, namesOfAdmins } from './repository.ts';

/**
 * The guard (in a list, since a statement alone would run when awaited) for the batch that gives an administrator this name.
 * 409 if another one has it, a former one included: the audit log names both.
 * @param id whose name it becomes; null for a new account
 */
export async function nameGuard(ctx: AdminCtx, name: string, id: number | null): Promise<[Statement]> {
  const others = (await namesOfAdmins(ctx.db)).filter((one) => one.id !== id);
  if (others.some((one) => isSameName(one.name, name))) throw fieldError('name', NAME_TAKEN, 'conflict');
  return [guardNameFree(ctx.db, name, id)];
}

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
