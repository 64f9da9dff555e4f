import * as z from 'zod';

export const DELIVERY_QUEUE = 'mooring-deliveries';

/** What a consumer of the queue is given: a delivery, and the attempts made when it was handed over. */
export const handedDelivery = z.object({ delivery_id: z.string(), attempts: z.number().int() });
export type HandedDelivery = z.output<typeof handedDelivery>;

/** The way to places that customers named. Both may throw. */
export interface Outside {
  hand(deliveries: readonly HandedDelivery[]): Promise<void>;
  fetch: typeof fetch;
}

export function cloudflareOutside(env: Pick<Env, 'DELIVERY_QUEUE'>): Outside {
  return {
    async hand(deliveries) {
      await env.DELIVERY_QUEUE.sendBatch(deliveries.map((body) => ({ body })));
    },
    fetch: (input, init) => fetch(input, init),
  };
}
