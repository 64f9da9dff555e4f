import type { Ctx } from '../../platform/context.ts';
import { handOver } from '../outbox/hand-over.ts';
import { giveBack, takeDue } from './repository.ts';

/** Hands the letters that are due to the queue. */
export function dispatchLetters(ctx: Ctx): Promise<void> {
  return handOver(ctx, {
    take: (now, until, limit) => takeDue(ctx.db, now, until, limit),
    hand: (due) => ctx.mail.hand(due.map(({ id, attempts }) => ({ letter_id: id, attempts }))),
    giveBack: (ids, now) => giveBack(ctx.db, ids, now),
  });
}
