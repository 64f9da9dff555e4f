import { type Ctx, nowIso } from '../../platform/context.ts';
import type { Channel, Channels } from './channel.ts';
import { type DueEntry, giveBack, takeDue } from './repository.ts';

/** Entries per queue call. The limit is 100. */
const AT_ONCE = 50;
/** Most batches per run; the next run continues. */
const ROUNDS = 20;
/** How long before a queued entry may be queued again, in milliseconds. */
const HANDOVER_MS = 5 * 60_000;

/**
 * Queues due entries. If a queue refuses, its entries stay due for the next run and the other queue is not
 * affected.
 */
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
    await ctx[queue].enqueue(entries.map(({ id, attempts }) => ({ id, attempts })));
  } catch (error) {
    await giveBack(
      ctx.db,
      entries.map(({ id }) => id),
      nowIso(ctx),
    );
    throw error;
  }
}
