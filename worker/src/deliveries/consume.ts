import type { Ctx } from '../context.ts';
import type { Handed } from '../mail/consume.ts';
import { deliver } from './deliver.ts';
import { handedDelivery } from './edge.ts';

/** Time to wait when not even the delivery could be read, in seconds. */
const WAIT_SECONDS = 30;

/** Calls at the same time: a place that is slow holds up few others, and the runtime opens six connections at most. */
const AT_ONCE = 5;

/** Makes the calls that the queue brings. Retries are the table's business, as with letters. */
export async function consumeDeliveries(ctx: Ctx, messages: readonly Handed[]): Promise<void> {
  for (let start = 0; start < messages.length; start += AT_ONCE) {
    await Promise.all(messages.slice(start, start + AT_ONCE).map((message) => consume(ctx, message)));
  }
}

async function consume(ctx: Ctx, message: Handed): Promise<void> {
  const parsed = handedDelivery.safeParse(message.body);
  if (!parsed.success) {
    ctx.log.warn('queue_message_unknown');
    message.ack();
    return;
  }
  try {
    await deliver(ctx, parsed.data);
    message.ack();
  } catch (error) {
    ctx.log.error('delivery_not_noted', error, { delivery: parsed.data.delivery_id });
    message.retry({ delaySeconds: WAIT_SECONDS });
  }
}
