import type { Ctx } from '../context.ts';
import type { Handed } from '../mail/consume.ts';
import { deliver } from './deliver.ts';
import { handedDelivery } from './edge.ts';

/** Time to wait when not even the delivery could be read, in seconds. */
const WAIT_SECONDS = 30;

/** Makes the calls that the queue brings. Retries are the table's business, as with letters. */
export async function consumeDeliveries(ctx: Ctx, messages: readonly Handed[]): Promise<void> {
  for (const message of messages) {
    const parsed = handedDelivery.safeParse(message.body);
    if (!parsed.success) {
      ctx.log.warn('queue_message_unknown');
      message.ack();
      continue;
    }
    try {
      await deliver(ctx, parsed.data);
      message.ack();
    } catch (error) {
      ctx.log.error('delivery_not_made', error, { delivery: parsed.data.delivery_id });
      message.retry({ delaySeconds: WAIT_SECONDS });
    }
  }
}
