import type { Ctx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { once } from '#worker/platform/db/once.ts';
import { findByDedupeKey, type Written } from './repository.ts';

/**
 * Runs the batch that writes a message, once per request.
 * @param statements builds the batch after its idempotency row, given the message's key
 * @returns the stored message
 */
export function writeMessage(
  ctx: Ctx,
  statements: (dedupeKey: string) => Statement[] | Promise<Statement[]>,
): Promise<Written> {
  const read = (dedupeKey: string) => findByDedupeKey(ctx.db, dedupeKey);
  return once(ctx, {
    read,
    write: async (mark) => {
      const dedupeKey = `said:${crypto.randomUUID()}`;
      const [first, ...rest] = [...mark(dedupeKey), ...(await statements(dedupeKey))];
      if (!first) throw new Error('A message is at least one statement');
      await ctx.db.batch([first, ...rest]);
      const written = await read(dedupeKey);
      if (!written) throw new Error('A message that was just written is not there');
      return written;
    },
  });
}
