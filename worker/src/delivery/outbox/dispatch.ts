import { createMiddleware } from 'hono/factory';
import { DAY_MS } from '#domain/days.ts';
import { KEPT } from '#domain/promises.ts';
import { type Ctx, isoIn, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import type { AppEnv } from '#worker/platform/http/env.ts';
import type { Channel, Channels } from './channel.ts';
import { type DueEntry, giveBack, purgeDone, takeDue } from './repository.ts';

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
    const soon = isoIn(ctx, ahead);
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

/** How long a request's entries wait at most before they are sent. */
const HELD_MS = KEPT.undoSeconds * 1000;

/** Queues a request's outbox entries right after the response. The scheduled run picks up what fails here. */
export const nudgeOutbox = (channels: Channels) =>
  createMiddleware<AppEnv>(async (c, next) => {
    await next();
    const ctx = c.get('ctx');
    if (!ctx.outbox.written) return;
    const handed = dispatch(ctx, channels, HELD_MS).catch((error: unknown) =>
      ctx.log.error('outbox_not_handed_over', error),
    );
    c.executionCtx.waitUntil(handed);
  });

/** Most entries of a channel deleted per run; the next run continues. */
const PURGED_AT_ONCE = 500;

/** Statements that delete sent and failed entries that are past their channel's retention. */
export const purgeOutbox = (ctx: Ctx, channels: Channels): Statement[] =>
  (['email', 'webhook', 'push'] as const).map((channel) => {
    const before = isoIn(ctx, -channels[channel].keptDays * DAY_MS);
    return purgeDone(ctx.db, channel, before, PURGED_AT_ONCE);
  });
