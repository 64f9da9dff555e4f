import type { Ctx } from '../../platform/context.ts';
import { giveUpUnconfirmed } from './repository.ts';

/** Days that a letter waits for the confirmation of its address. */
const WAIT_DAYS = 30;

/** Gives up letters to addresses that nobody confirmed. */
export function expireLetters(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.clock() - WAIT_DAYS * 86_400_000).toISOString();
  return giveUpUnconfirmed(ctx.db, before, 'not_confirmed');
}
