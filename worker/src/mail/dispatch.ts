import { type Ctx, nowIso } from '../context.ts';
import { giveBack, takeDue } from './repository.ts';

/** Letters in one call to the queue; it takes at most 100. */
const AT_ONCE = 50;
/** A run hands over this many lots; the next one goes on. */
const ROUNDS = 20;
/** Time after which a letter that the queue was given is given to it again, in milliseconds. */
const HANDOVER_MS = 5 * 60_000;

/** Hands the letters that are due to the queue. When the queue refuses them they stay due, and the next run tries again. */
export async function dispatchLetters(ctx: Ctx): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const until = new Date(ctx.clock() + HANDOVER_MS).toISOString();
    const taken = await takeDue(ctx.db, nowIso(ctx), until, AT_ONCE);
    if (taken.length === 0) return;
    try {
      await ctx.mail.hand(taken.map(({ id, attempts }) => ({ letter_id: id, attempts })));
    } catch (error) {
      await giveBack(
        ctx.db,
        taken.map(({ id }) => id),
        nowIso(ctx),
      );
      throw error;
    }
    if (taken.length < AT_ONCE) return;
  }
}
