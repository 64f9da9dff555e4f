import type { Ctx } from '../context.ts';
import { deliverLetter } from './deliver.ts';
import { handover } from './edge.ts';

/** What a queue's message offers; the platform's own type has more. */
export interface Handed {
  readonly body: unknown;
  ack(): void;
  retry(options?: { delaySeconds?: number }): void;
}

/** Time to wait when not even the outbox could be read, in seconds. */
const WAIT_SECONDS = 30;

/**
 * Delivers what the queue brings. Retries of a letter are the outbox's business, so a message is done with once its
 * letter's state is written; only when that fails does the queue bring it again.
 */
export async function consumeLetters(ctx: Ctx, messages: readonly Handed[]): Promise<void> {
  for (const message of messages) {
    const parsed = handover.safeParse(message.body);
    if (!parsed.success) {
      ctx.log.warn('queue_message_unknown');
      message.ack();
      continue;
    }
    try {
      await deliverLetter(ctx, parsed.data);
      message.ack();
    } catch (error) {
      ctx.log.error('letter_not_delivered', error, { letter: parsed.data.letter_id });
      message.retry({ delaySeconds: WAIT_SECONDS });
    }
  }
}
