import { type Ctx, nowIso } from '#worker/platform/context.ts';
import type { Channel, Channels } from './channel.ts';
import { type DueEntry, giveBack, takeDue } from './repository.ts';

/** Entries per queue call. The limit is 100. */
const AT_ONCE = 50;
/** Most batches per run; the next run continues. */
const ROUNDS = 20;

/**
 * Queues due entries. If a queue refuses, its entries stay due for the next run and the other queue is not
 * affected.
 * @param ahead milliseconds: what is due that soon is queued too, and the queue keeps it until then
 */
export async function dispatch(ctx: Ctx, channels: Channels, ahead = 0): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const soon = new Date(ctx.clock() + ahead).toISOString();
    const taken = await takeDue(ctx.db, nowIso(ctx), soon, AT_ONCE);
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
    await ctx[queue].enqueue(
      entries.map(({ id, attempts, dueAt }) => ({
        body: { id, attempts },
        delaySeconds: Math.max(0, Math.ceil((Date.parse(dueAt) - ctx.clock()) / 1000)),
      })),
    );
  } catch (error) {
    await giveBack(
      ctx.db,
      entries.map(({ id }) => id),
    );
    throw error;
  }
}
