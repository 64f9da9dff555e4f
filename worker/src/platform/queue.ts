import type * as z from 'zod';
import type { Log } from './log.ts';

/** The part of a queue message that we use. */
export interface QueueMessage {
  readonly body: unknown;
  ack(): void;
  retry(options?: { delaySeconds?: number }): void;
}

/** Delay in seconds of a message whose work failed. */
const WAIT_SECONDS = 30;

/**
 * Does what a message asks for, and acknowledges it. One of another form is dropped, and one whose work fails comes again.
 * @param failed logs the failure
 */
export async function take<Body>(
  { log }: { log: Log },
  message: QueueMessage,
  schema: z.ZodType<Body>,
  work: (body: Body) => Promise<void>,
  failed: (error: unknown, body: Body) => void,
): Promise<void> {
  const parsed = schema.safeParse(message.body);
  if (!parsed.success) {
    log.warn('queue_message_unknown');
    message.ack();
    return;
  }
  try {
    await work(parsed.data);
    message.ack();
  } catch (error) {
    failed(error, parsed.data);
    message.retry({ delaySeconds: WAIT_SECONDS });
  }
}
