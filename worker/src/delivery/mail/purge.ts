import { KEPT } from '../../../../domain/promises.ts';
import type { Ctx } from '../../platform/context.ts';
import { deleteDone } from './repository.ts';

/** Letters that one run deletes; the next one goes on. */
const AT_ONCE = 500;

/** Deletes letters that were sent, or have failed, longer ago than they are kept. */
export function purgeLetters(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.clock() - KEPT.letterDays * 86_400_000).toISOString();
  return deleteDone(ctx.db, before, AT_ONCE);
}
