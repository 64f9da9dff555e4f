import { isSameName, NAME_TAKEN } from '#domain/admin/names.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { fieldError } from '#worker/quotes/terms.ts';
import { guardNameFree, namesOfAdmins } from './repository.ts';

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
