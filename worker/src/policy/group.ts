import type { Ctx } from '../context.ts';
import { groupIsTaken } from './repository.ts';

/** Whether another quote of the same draft became a policy already. */
export function isDuplicate(ctx: Ctx, quote: { id: string; groupId: string }): Promise<boolean> {
  return groupIsTaken(ctx.db, quote.groupId, quote.id);
}
