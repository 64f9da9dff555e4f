import type { Queued } from './handover.ts';

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
