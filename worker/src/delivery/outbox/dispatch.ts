import { type Ctx, nowIso } from '../../platform/context.ts';
import type { Channel, Channels } from './channel.ts';
import { type DueEntry, giveBack, takeDue } from './repository.ts';

/** Entries in one call to a queue; it takes at most 100. */
const AT_ONCE = 50;
/** A run hands over this many lots; the next one goes on. */
const ROUNDS = 20;
/** Time after which what a queue was given is given to it again, in milliseconds. */
const HANDOVER_MS = 5 * 60_000;

/** Hands what is due to the queues. What a queue refuses stays due for the next run; the other queue gets its own. */
export async function dispatch(ctx: Ctx, channels: Channels): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const until = new Date(ctx.clock() + HANDOVER_MS).toISOString();
    const taken = await takeDue(ctx.db, nowIso(ctx), until, AT_ONCE);
    const queues = [...new Set(taken.map(({ channel }) => channels[channel].queue))];
    const handed = await Promise.allSettled(
      queues.map((queue) =>
        hand(
          ctx,
          queue,
          taken.filter(({ channel }) => channels[channel].queue === queue),
        ),
      ),
    );
    const refused = handed.find((each) => each.status === 'rejected');
    if (refused) throw refused.reason;
    if (taken.length < AT_ONCE) return;
  }
}

async function hand(ctx: Ctx, queue: Channel['queue'], entries: readonly DueEntry[]): Promise<void> {
  try {
    await ctx[queue].hand(entries.map(({ id, attempts }) => ({ id, attempts })));
  } catch (error) {
    await giveBack(
      ctx.db,
      entries.map(({ id }) => id),
      nowIso(ctx),
    );
    throw error;
  }
}
