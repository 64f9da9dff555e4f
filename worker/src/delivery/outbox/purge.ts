import type { Ctx } from '#worker/platform/context.ts';
import type { ChannelKey } from '#worker/platform/db/outbox-schema.ts';
import type { Channels } from './channel.ts';
import { purgeDone } from './repository.ts';

const DAY_MS = 86_400_000;
/** Most entries of a channel deleted per run; the next run continues. */
const AT_ONCE = 500;

/** Deletes sent and failed entries that are past their channel's retention. */
export async function purgeOutbox(ctx: Ctx, channels: Channels): Promise<void> {
  const purge = (channel: ChannelKey) => {
    const before = new Date(ctx.clock() - channels[channel].keptDays * DAY_MS).toISOString();
    return purgeDone(ctx.db, channel, before, AT_ONCE);
  };
  await ctx.db.batch([purge('email'), purge('webhook'), purge('push')]);
}
