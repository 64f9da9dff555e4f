import type { Ctx } from '#worker/platform/context.ts';
import { handover } from '#worker/platform/edges/handover.ts';
import type { Channels } from './channel.ts';
import { send } from './send.ts';

/** The part of a queue message that we use. */
export interface QueueMessage {
  readonly body: unknown;
  ack(): void;
  retry(options?: { delaySeconds?: number }): void;
}

/** Delay in seconds when not even the outbox could be read. */
const WAIT_SECONDS = 30;

/** Sends the entries of a queue batch, `parallel` at a time. */
export async function consume(
  ctx: Ctx,
  channels: Channels,
  messages: readonly QueueMessage[],
  parallel: number,
): Promise<void> {
  for (let start = 0; start < messages.length; start += parallel) {
    await Promise.all(
      messages.slice(start, start + parallel).map((message) => consumeOne(ctx, channels, message)),
    );
  }
}

/**
 * The outbox does its own retries, so a message is acknowledged once its outcome is written. The queue
 * redelivers only when that write fails.
 */
async function consumeOne(ctx: Ctx, channels: Channels, message: QueueMessage): Promise<void> {
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
