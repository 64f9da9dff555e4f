import type { Ctx } from '../../platform/context.ts';
import { handedDelivery } from '../../platform/edges/webhook.ts';
import { consumeOne, type Handed } from '../outbox/consume.ts';
import { deliver } from './deliver.ts';

/** Calls at the same time: a place that is slow holds up few others, and the runtime opens six connections at most. */
const AT_ONCE = 5;

/** Makes the calls that the queue brings. */
export async function consumeDeliveries(ctx: Ctx, messages: readonly Handed[]): Promise<void> {
  const consume = (message: Handed) =>
    consumeOne(ctx, message, handedDelivery, {
      work: (handed) => deliver(ctx, handed),
      failed: ({ delivery_id: delivery }, error) => ctx.log.error('delivery_not_noted', error, { delivery }),
    });
  for (let start = 0; start < messages.length; start += AT_ONCE) {
    await Promise.all(messages.slice(start, start + AT_ONCE).map(consume));
  }
}
