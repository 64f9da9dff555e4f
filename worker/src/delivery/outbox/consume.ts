import type { Ctx } from '../../platform/context.ts';
import { handover } from '../../platform/edges/handover.ts';
import type { Channels } from './channel.ts';
import { send } from './send.ts';

/** What a queue's message offers; the platform's own type has more. */
export interface Handed {
  readonly body: unknown;
  ack(): void;
  retry(options?: { delaySeconds?: number }): void;
}

/** Time to wait when not even the outbox could be read, in seconds. */
const WAIT_SECONDS = 30;

/** Sends what a queue brings, `parallel` at the same time. */
export async function consume(
  ctx: Ctx,
  channels: Channels,
  messages: readonly Handed[],
  parallel: number,
): Promise<void> {
  for (let start = 0; start < messages.length; start += parallel) {
    await Promise.all(
      messages.slice(start, start + parallel).map((message) => consumeOne(ctx, channels, message)),
    );
  }
}

/**
 * Retries are the outbox's own business, so a message is done with once its outcome is written; only when that fails does
 * the queue bring it again.
 */
async function consumeOne(ctx: Ctx, channels: Channels, message: Handed): Promise<void> {
  const parsed = handover.safeParse(message.body);
  if (!parsed.success) {
    ctx.log.warn('queue_message_unknown');
    message.ack();
    return;
  }
  try {
    await send(ctx, channels, parsed.data);
    message.ack();
  } catch (error) {
    ctx.log.error('outcome_not_noted', error, { entry: parsed.data.id });
    message.retry({ delaySeconds: WAIT_SECONDS });
  }
}
