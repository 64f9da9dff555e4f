import type { Ctx } from '../../platform/context.ts';
import { handOver } from '../outbox/hand-over.ts';
import { giveBack, takeDue } from './repository.ts';

/** Hands the deliveries that are due to the queue. */
export function dispatchDeliveries(ctx: Ctx): Promise<void> {
  return handOver(ctx, {
    take: (now, until, limit) => takeDue(ctx.db, now, until, limit),
    hand: (due) => ctx.outside.hand(due.map(({ id, attempts }) => ({ delivery_id: id, attempts }))),
    giveBack: (ids, now) => giveBack(ctx.db, ids, now),
  });
}
