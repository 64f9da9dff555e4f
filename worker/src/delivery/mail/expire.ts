import type { Ctx } from '#worker/platform/context.ts';
import { giveUpUnconfirmed } from './repository.ts';

/** Days a letter waits for its address to be confirmed. */
const WAIT_DAYS = 30;

/** Gives up on letters whose address was never confirmed. */
export function expireLetters(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.clock() - WAIT_DAYS * 86_400_000).toISOString();
  return giveUpUnconfirmed(ctx.db, before, 'not_confirmed');
}
