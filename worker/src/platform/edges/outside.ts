import * as z from 'zod';

/** A queue message: the id of an outbox entry, and its attempts when it was queued. */
export const handover = z.object({ id: z.string(), attempts: z.number().int() });
export type Handover = z.output<typeof handover>;

/** A message as a queue takes it, and how long it keeps it. */
export interface Queued {
  body: Handover;
  delaySeconds: number;
}

export const DELIVERY_QUEUE = 'mooring-deliveries';

/** Outbound edge: a queue for calls, and the network. Both may throw. */
export interface Outside {
  enqueue(entries: readonly Queued[]): Promise<void>;
  fetch: typeof fetch;
}

export function cloudflareOutside(env: Pick<Env, 'DELIVERY_QUEUE'>): Outside {
  return {
    async enqueue(entries) {
      await env.DELIVERY_QUEUE.sendBatch(entries);
    },
    fetch: (input, init) => fetch(input, init),
  };
}
