import type * as z from 'zod';
import type { Ctx } from '../../platform/context.ts';

/** What a queue's message offers; the platform's own type has more. */
export interface Handed {
  readonly body: unknown;
  ack(): void;
  retry(options?: { delaySeconds?: number }): void;
}

/** Time to wait when not even the outbox could be read, in seconds. */
const WAIT_SECONDS = 30;

/**
 * Does the work of one message that the queue brings. Retries are the outbox's own business, so a message is done with
 * once the outcome is written; only when that fails does the queue bring it again.
 */
export async function consumeOne<Work>(
  ctx: Ctx,
  message: Handed,
  schema: z.ZodType<Work>,
  { work, failed }: { work: (work: Work) => Promise<void>; failed: (work: Work, error: unknown) => void },
): Promise<void> {
  const parsed = schema.safeParse(message.body);
  if (!parsed.success) {
    ctx.log.warn('queue_message_unknown');
    message.ack();
    return;
  }
  try {
    await work(parsed.data);
    message.ack();
  } catch (error) {
    failed(parsed.data, error);
    message.retry({ delaySeconds: WAIT_SECONDS });
  }
}
